#include "records/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/text.hpp"
#include "games/notation.hpp"

namespace tengen::records {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The first move of a text without separators: a letter with its number, a word for a pass, or a single character.
std::string_view first_move(std::string_view text) {
  for (const std::string_view pass : {"pass", "ps", "pa", "--"})
    if (lower(text.substr(0, pass.size())) == pass) return text.substr(0, pass.size());
  std::size_t length = 1;
  if (!is_digit(text[0]))
    while (length < text.size() && is_digit(text[length])) ++length;
  return text.substr(0, length);
}

std::string_view up_to_separator(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of(" \t\r\n,;"), text.size()));
}

Expected<void> play_moves(roster::Game& game, const std::vector<std::string>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = game.parse_move(moves[i]);
    if (!move) return fail("move {}: {}", i + 1, move.error().message);
    game.play(*move);
  }
  return {};
}

}  // namespace

Expected<std::unique_ptr<roster::Game>> start_game(std::string_view name, std::string_view position,
                                                   const roster::Registry& registry) {
  const auto kind = registry.find_game(name);
  if (!kind) return kind.error();
  return (*kind)->start(position);
}

void name_players(std::array<std::string, 2>& names, std::string_view game, const roster::Registry& registry) {
  const auto kind = registry.find_game(game);
  for (std::size_t side = 0; kind && side < names.size(); ++side)
    if (names[side].empty()) names[side] = (*kind)->sides[side];
}

Expected<void> play_all(roster::Game& game, std::string_view moves) {
  int number = 0;
  for (auto rest = games::skip_separators(moves); !rest.empty(); rest = games::skip_separators(rest)) {
    // A whole word first: on a wide Connect Four board "11" is one column.
    std::string_view move = up_to_separator(rest);
    if (!game.parse_move(move)) {
      // A cell, or two of them where moves go from one to another.
      move = first_move(rest);
      const std::string_view second = rest.substr(move.size());
      const auto both = rest.substr(0, move.size() + (second.empty() ? 0 : first_move(second).size()));
      if (!game.parse_move(move) && game.parse_move(both)) move = both;
    }
    ++number;
    if (const auto played = roster::play_written(game, move); !played)
      return fail("move {}: {}", number, played.error().message);
    rest.remove_prefix(move.size());
  }
  return {};
}

Expected<Record> finished_record(Record record, const roster::Game& start, const roster::Game& played) {
  record.start = start.to_string();
  record.moves = played.move_names();
  const Outcome by_rules = played.outcome();
  if (by_rules != Outcome::ongoing && record.outcome != Outcome::ongoing && record.outcome != by_rules)
    return fail("the result is {}, but by the rules of the game it is {}", name_of(record.outcome), name_of(by_rules));
  if (by_rules != Outcome::ongoing) record.outcome = by_rules;
  if (const auto checked = check_fields(record); !checked) return checked.error();
  return record;
}

Expected<std::unique_ptr<roster::Game>> replayed(const Record& record, const roster::Registry& registry) {
  auto game = start_game(record.game, record.start, registry);
  if (game)
    if (const auto played = play_moves(**game, record.moves); !played) return played.error();
  return game;
}

Expected<void> Replay::check(const Record& record) {
  if (!game_ || record.game != name_ || record.start != start_) {
    auto game = start_game(record.game, record.start, registry_);
    if (!game) return game.error();
    game_ = std::move(*game);
    name_ = record.game;
    start_ = record.start;
  }
  game_->restart();
  if (const auto played = play_moves(*game_, record.moves); !played) return played;
  if (const Outcome by_rules = game_->outcome(); by_rules != Outcome::ongoing && by_rules != record.outcome)
    return fail("the result is {}, but by the rules of the game it is {}", name_of(record.outcome), name_of(by_rules));
  return check_fields(record);
}

std::string time_text(std::int64_t milliseconds) {
  using namespace std::chrono;
  const sys_time<std::chrono::milliseconds> at{std::chrono::milliseconds(milliseconds)};
  const auto day = floor<days>(at);
  const year_month_day date{day};
  const hh_mm_ss<std::chrono::milliseconds> time{at - day};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time.hours().count(),
                     time.minutes().count(), time.seconds().count(), time.subseconds().count());
}

std::optional<std::int64_t> time_from(std::string_view text) {
  // 2026-01-31T23:59:59.999Z: separators at these places, numbers between them.
  constexpr std::string_view form = "0000-00-00T00:00:00.000Z";
  if (text.size() != form.size()) return std::nullopt;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == '0' ? !is_digit(text[i]) : text[i] != form[i]) return std::nullopt;
  const auto number = [text](std::size_t at, std::size_t length) { return *to_number<int>(text.substr(at, length)); };
  using namespace std::chrono;
  const year_month_day date{year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                            day(static_cast<unsigned>(number(8, 2)))};
  if (!date.ok() || number(11, 2) > 23 || number(14, 2) > 59 || number(17, 2) > 59) return std::nullopt;
  const auto at = sys_days(date).time_since_epoch() + hours(number(11, 2)) + minutes(number(14, 2)) +
                  seconds(number(17, 2)) + milliseconds(number(20, 3));
  return duration_cast<milliseconds>(at).count();
}

}  // namespace tengen::records

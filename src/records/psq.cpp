#include "records/psq.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "records/board.hpp"
#include "records/builder.hpp"

namespace tengen::records {

namespace {

constexpr std::string_view heading = "Piskvorky ";
constexpr std::string_view end_of_names = "-1";  // names may be missing
constexpr std::array<std::string_view, 3> rules = {"freestyle", "standard", "renju"};

std::string on_one_line(std::string name) {
  std::ranges::replace(name, '\n', ' ');
  return name;
}

class PsqReader {
 public:
  explicit PsqReader(const roster::Registry& registry) : registry_(registry) {}

  Expected<std::vector<Record>> read(std::string_view text) {
    for (const std::string_view line : split(text, '\n')) {
      ++line_;
      if (const auto taken = take(trim(line)); !taken) return fail("line {}: {}", line_, taken.error().message);
    }
    if (const auto ended = end_game(); !ended) return fail("line {}: {}", line_, ended.error().message);
    if (records_.empty()) return fail("line 1: there is no game in it");
    return std::move(records_);
  }

 private:
  // Moves come first, then what stands in these places.
  enum class Place { before, moves, second_name, mark, result, after };

  struct Move {
    int line = 0;
    std::array<int, 3> numbers{};  // x, y, milliseconds
  };

  Expected<void> take(std::string_view line) {
    if (line.starts_with(heading)) return end_game().and_then([&] { return begin_game(line); });
    if (line.empty()) return {};
    switch (place_) {
      case Place::before: return fail("a game begins with {}SIZExSIZE, not with {}", heading, in_quotes(line));
      case Place::moves: return take_move(line);
      case Place::second_name:
        if (line == end_of_names) return place_ = Place::result, Expected<void>();
        names_[1] = line;
        place_ = Place::mark;
        return {};
      case Place::mark: place_ = Place::result; return line == end_of_names ? Expected<void>() : take_result(line);
      case Place::result: return take_result(line);
      case Place::after: break;
    }
    return fail("{} stands behind the end of the game", in_quotes(line));
  }

  Expected<void> begin_game(std::string_view line) {
    const std::string_view size = line.substr(heading.size(), line.find(',') - heading.size());
    const std::size_t x = size.find('x');
    const auto columns = to_number<int>(trim(size.substr(0, x)));
    const auto rows = x == std::string_view::npos ? std::nullopt : to_number<int>(trim(size.substr(x + 1)));
    if (!columns || columns != rows) return fail("the board is {}; boards are square, 15x15", in_quotes(size));
    size_ = *columns;
    place_ = Place::moves;
    return {};
  }

  // The rule comes last in the file, so the moves are played at the end.
  Expected<void> take_move(std::string_view line) {
    const auto parts = split(line, ',');
    Move move{line_, {}};
    bool numbers = parts.size() == 3;
    for (std::size_t i = 0; numbers && i < 3; ++i) {
      const auto number = to_number<int>(trim(parts[i]));
      numbers = number.has_value();
      move.numbers[i] = number.value_or(0);
    }
    if (numbers) {
      moves_.push_back(move);
      return {};
    }
    if (line == end_of_names) return place_ = Place::result, Expected<void>();
    names_[0] = line;
    place_ = Place::second_name;
    return {};
  }

  Expected<void> take_result(std::string_view line) {
    place_ = Place::after;
    const std::size_t comma = line.find(',');
    const auto winner = to_number<int>(trim(line.substr(0, comma)));
    if (!winner || *winner < -1 || *winner > 2) return fail("the winner is 0, 1 or 2, not {}", in_quotes(line));
    if (*winner >= 0) outcome_ = std::array{Outcome::draw, Outcome::first_wins, Outcome::second_wins}[*winner];
    if (comma == std::string_view::npos) return {};
    rule_ = lower(trim(line.substr(comma + 1)));
    if (std::ranges::find(rules, rule_) == rules.end())
      return fail("the rule is {}, not Freestyle, Standard or Renju", in_quotes(rule_));
    return {};
  }

  Expected<void> end_game() {
    if (place_ == Place::before) return {};
    RecordBuilder builder;
    if (const auto begun = builder.begin("gomoku", fmt::format("size={} rule={}", size_, rule_), registry_); !begun)
      return begun;
    const int end = line_;
    bool timed = false;
    for (const Move& move : moves_) {
      line_ = move.line;
      const auto [x, y, milliseconds] = move.numbers;
      if (x < 1 || y < 1 || x > size_ || y > size_) return fail("{},{} is not on a board of size {}", x, y, size_);
      if (const auto played = builder.play(games::cell_name(x - 1, size_ + 1 - y)); !played) return played;
      if (milliseconds < 0) return fail("a move took {} milliseconds", milliseconds);
      timed = timed || milliseconds > 0;
      if (timed) builder.note(MoveNote{std::int64_t{milliseconds} * 1000, std::nullopt, 0, 0});
      // What took no time was set by the opening.
      if (!timed) builder.end_opening();
    }
    line_ = end;
    if (!timed) builder.record.opening = 0;
    builder.record.players = std::move(names_);
    builder.record.outcome = outcome_;
    auto record = builder.finish();
    if (!record) return record.error();
    records_.push_back(std::move(*record));
    moves_.clear();
    names_ = {};
    rule_ = "freestyle";
    outcome_ = Outcome::ongoing;
    place_ = Place::before;
    return {};
  }

  const roster::Registry& registry_;
  int line_ = 0;
  Place place_ = Place::before;
  int size_ = 0;
  std::vector<Move> moves_;
  std::array<std::string, 2> names_;
  std::string rule_ = "freestyle";
  Outcome outcome_ = Outcome::ongoing;
  std::vector<Record> records_;
};

}  // namespace

Expected<std::string> to_psq(const Record& record, const roster::Registry& registry) {
  if (record.game != "gomoku") return fail("psq holds games of Gomoku only, not of {}", record.game);
  const auto start = start_game(record.game, record.start, registry);
  if (!start) return start.error();
  const Board board = board_of(**start);
  if (board.diagram.to_move != Side::first ||
      std::ranges::any_of(board.diagram.cells, [](games::Cell cell) { return cell != games::Cell::empty; }))
    return fail("psq holds games from the empty board only");
  const int size = board.diagram.rows;
  std::string text = fmt::format("{0}{1}x{1}, 11:11, 0\n", heading, size);
  const auto opening = static_cast<std::size_t>(record.opening);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const auto name = games::parse_cell_name(record.moves[i]);
    if (!name || name->column >= size || name->number > size)
      return fail("move {}: {} is no point of the board", i + 1, in_quotes(record.moves[i]));
    std::int64_t milliseconds = 0;
    if (i >= opening && !record.notes.empty()) {
      milliseconds = (record.notes[i - opening].micros + 500) / 1000;
      // The first chosen move must not look like one of the opening.
      if (i == opening) milliseconds = std::max<std::int64_t>(milliseconds, 1);
    }
    text += fmt::format("{},{},{}\n", name->column + 1, size + 1 - name->number, milliseconds);
  }
  auto names = record.players;  // an empty line would be none
  name_players(names, record.game, registry);
  for (const std::string& name : names) text += on_one_line(name) + "\n";
  text += "-1\n";
  const std::string rule = board.rule.empty() ? "freestyle" : board.rule;
  const int winner = std::array{-1, 1, 2, 0}[static_cast<std::size_t>(record.outcome)];
  return text + fmt::format("{},{}{}\n", winner, static_cast<char>(rule[0] - 'a' + 'A'), rule.substr(1));
}

Expected<std::vector<Record>> records_from_psq(std::string_view text, const roster::Registry& registry) {
  return PsqReader(registry).read(text);
}

}  // namespace tengen::records

#include "protocol/gtp_player.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/text.hpp"
#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "protocol/command_line.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol::gtp {

namespace {

std::unique_ptr<roster::Game> start_of(const roster::Game& game) {
  auto start = game.clone();
  start->restart();
  return start;
}

template <class P>
std::string_view rule_of(const roster::Game& game) {
  return games::gomoku::name_of(static_cast<const roster::TypedGame<P>&>(game).position().rule());
}

// Gomoku's rule; other games have none.
std::string_view rule_of(const roster::Game& game) {
  if (game.position_type() == typeid(games::gomoku::SmallPosition)) return rule_of<games::gomoku::SmallPosition>(game);
  if (game.position_type() == typeid(games::gomoku::LargePosition)) return rule_of<games::gomoku::LargePosition>(game);
  return "freestyle";
}

double in_seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

tl::expected<GtpPlayer::Response, roster::Failure> GtpPlayer::command(std::string_view line) {
  if (auto failure = send(fmt::format("{}\n", line))) return *failure;
  Response response;
  MaybeFailure instead;  // the first line that is no response; matters when none comes
  for (bool begun = false;;) {
    const auto read = read_line();
    if (!read) return read.error().fault == roster::Fault::hang && instead ? *instead : read.error();
    if (!begun) {
      const auto head = parse_response(*read);
      if (!head) {
        if (!instead && !trim(*read).empty())
          instead = roster::Failure{roster::Fault::garbage, fmt::format("answered {}", in_quotes(*read))};
        continue;
      }
      response = {head->ok, std::string(head->text)};
      begun = true;
    } else {
      if (read->empty()) return response;
      response.text += '\n';
      response.text += *read;
    }
  }
}

ExternalPlayer::MaybeFailure GtpPlayer::order(std::string_view line) {
  const auto response = command(line);
  if (!response) return response.error();
  if (!response->ok)
    return roster::Failure{roster::Fault::error, fmt::format("refused {}: {}", line, in_quotes(response->text))};
  return std::nullopt;
}

ExternalPlayer::MaybeFailure GtpPlayer::open(const roster::Game& game) {
  commands_.clear();
  limits_.clear();
  const auto list = command("list_commands");
  if (!list) return list.error();
  if (list->ok)
    for (const std::string_view name : words(list->text)) commands_.emplace(name);
  return set_up(*start_of(game));
}

tl::expected<bool, roster::Failure> GtpPlayer::reopen(const roster::Game& game) {
  if (auto failure = set_up(*start_of(game))) return *failure;
  return true;
}

ExternalPlayer::MaybeFailure GtpPlayer::set_up(const roster::Game& start) {
  start_ = start.to_string();
  moves_.clear();
  // Engines that know one number only are told the width where it does for both, as on the classic board.
  const std::string size = board_size(start);
  auto sized = command("boardsize " + size);
  if (!sized) return sized.error();
  if (const std::size_t space = size.find(' '); !sized->ok && size == "7 6") {
    sized = command("boardsize " + size.substr(0, space));
    if (!sized) return sized.error();
  }
  if (!sized->ok) return roster::Failure{roster::Fault::error, fmt::format("does not play on a board of {}", size)};
  const std::string_view rule = rule_of(start);
  if (commands_.contains("tengen-rule")) {
    if (auto failure = order(fmt::format("tengen-rule {}", rule))) return failure;
  } else if (rule != "freestyle") {
    return roster::Failure{roster::Fault::error, fmt::format("cannot be told the rule {} (tengen-rule)", rule)};
  }
  if (auto failure = order("clear_board")) return failure;
  if (const auto blocked = blocked_vertex(start)) {
    if (!commands_.contains("tengen-blocked"))
      return roster::Failure{roster::Fault::error, "cannot be told the blocked cell (tengen-blocked)"};
    if (auto failure = order("tengen-blocked " + *blocked)) return failure;
  }
  if (is_usual_start(start)) return std::nullopt;
  if (!commands_.contains("tengen-position"))
    return roster::Failure{roster::Fault::error, "cannot be set up with a position (tengen-position)"};
  std::string text = start_;
  std::ranges::replace(text, '#', '%');  // the rest of the line would be a comment
  return order("tengen-position " + text);
}

// Takes back what is not in the game, then plays what is missing.
ExternalPlayer::MaybeFailure GtpPlayer::follow(const roster::Game& game) {
  const auto replay = start_of(game);
  const auto& target = game.moves();
  if (replay->to_string() != start_)
    if (auto failure = set_up(*replay)) return failure;
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(moves_, target).in1 - moves_.begin());
  for (; moves_.size() > same; moves_.pop_back()) {
    const auto undone = command("undo");
    if (!undone) return undone.error();
    if (undone->ok) continue;
    if (auto failure = set_up(*replay)) return failure;
    break;
  }
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (i >= moves_.size()) {
      const std::string vertex = to_vertex(*replay, target[i]);
      if (auto failure = order(fmt::format("play {} {}", colour_of(replay->side_to_move()), vertex))) return failure;
      moves_.push_back(target[i]);
    }
    replay->play(target[i]);
  }
  return std::nullopt;
}

ExternalPlayer::MaybeFailure GtpPlayer::tell_limits(const Limits& limits, Side side) {
  std::string settings;
  if (limits.clock)
    settings = fmt::format("{:.3f} 0 0", in_seconds(limits.clock->left));
  else if (limits.time)
    settings = fmt::format("0 {:.3f} 1", in_seconds(*limits.time));
  std::string bounds;
  if (limits.nodes) bounds += fmt::format(" nodes={}", *limits.nodes);
  if (limits.depth) bounds += fmt::format(" depth={}", *limits.depth);
  if (bounds.empty()) bounds = " none";
  // A clock is set once and then told before each move; anything else is told when it changes.
  const std::string news = (limits.clock ? "clock" : settings) + bounds;
  if (news != limits_) {
    limits_ = news;
    if (!settings.empty()) {
      const auto taken = command("time_settings " + settings);
      if (!taken) return taken.error();
      if (!taken->ok) {  // whole seconds, as the standard has it; 0 would mean no limit at all
        const double seconds = std::ceil(in_seconds(limits.clock ? limits.clock->left : *limits.time));
        const auto whole = command(limits.clock ? fmt::format("time_settings {:.0f} 0 0", seconds)
                                                : fmt::format("time_settings 0 {:.0f} 1", seconds));
        if (!whole) return whole.error();
      }
    }
    if (commands_.contains("tengen-limits"))
      if (auto failure = order("tengen-limits" + bounds)) return failure;
  }
  if (limits.clock) {
    const auto told =
        command(fmt::format("time_left {} {} 0", colour_of(side), static_cast<long>(in_seconds(limits.clock->left))));
    if (!told) return told.error();
  }
  return std::nullopt;
}

roster::Chosen GtpPlayer::answer(const roster::Game& game, const Limits& limits, const roster::ChoiceSink&) {
  const auto fails = [](roster::Fault fault, std::string message) {
    return roster::Failure{fault, std::move(message)};
  };
  if (auto failure = tell_limits(limits, game.side_to_move())) return *failure;
  if (auto failure = follow(game)) return *failure;
  const auto response = command(fmt::format("genmove {}", colour_of(game.side_to_move())));
  if (!response) return response.error();
  if (!response->ok) return fails(roster::Fault::error, "refused to move: " + in_quotes(response->text));
  const std::string answer = lower(trim(response->text));
  if (answer == "resign") return fails(roster::Fault::resign, "gave up");
  const ReadMove read = read_move(game, answer);
  if (read.kind == ReadMove::Kind::no_move)
    return fails(roster::Fault::garbage, "answered " + in_quotes(response->text));
  if (read.kind == ReadMove::Kind::illegal)
    return fails(roster::Fault::illegal_move, fmt::format("answered {}, which is not legal", in_quotes(answer)));
  moves_.push_back(read.move);
  roster::Choice choice;
  choice.move = read.move;
  return choice;
}

roster::PlayerKind engine_kind() {
  roster::PlayerKind kind;
  kind.info = {"gtp", "an engine of the Go Text Protocol, such as Edax in Othello", {}};
  kind.info.settings = {
      Setting::text("command", "", "the program and its arguments, in quotes where they hold commas")};
  for (Setting& s : external_settings()) kind.info.settings.push_back(std::move(s));
  kind.games = games();
  const auto make = [](const Values& values) -> Expected<std::unique_ptr<roster::Player>> {
    auto command = find_command(values.text("command"));
    if (!command) return fail("player gtp: {}", command.error().message);
    auto setup = read_external_setup(values, std::move(*command));
    if (!setup) return fail("player gtp: {}", setup.error().message);
    return std::make_unique<GtpPlayer>(std::move(*setup));
  };
  for (const std::type_index type :
       {std::type_index(typeid(games::gomoku::SmallPosition)), std::type_index(typeid(games::gomoku::LargePosition)),
        std::type_index(typeid(games::connect4::SmallPosition)),
        std::type_index(typeid(games::connect4::LargePosition)), std::type_index(typeid(games::othello::Position))})
    kind.make.emplace(type, make);
  kind.external = true;
  kind.outside = files_of_command;
  return kind;
}

}  // namespace tengen::protocol::gtp

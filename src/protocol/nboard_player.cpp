#include "protocol/nboard_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.hpp"
#include "games/othello/game.hpp"
#include "protocol/command_line.hpp"
#include "protocol/ggf.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol::nboard {

namespace {

using OthelloGame = roster::TypedGame<games::othello::Position>;

constexpr int deepest = 60;      // where time is the limit
constexpr int usual_depth = 12;  // where nothing is

const games::othello::Position& position_of(const roster::Game& game) {
  return static_cast<const OthelloGame&>(game).position();
}

// What the engine is told to have left, under any limit in time.
std::optional<std::chrono::nanoseconds> time_left(const Limits& limits) {
  if (limits.clock && limits.time) return std::min(limits.clock->left, *limits.time);
  return limits.clock ? limits.clock->left : limits.time;
}

// "F5", "f5d6C3", "PA": the move in front, legal or not; nothing when it is none.
std::optional<games::othello::Move> read_move(std::string_view text) {
  const std::string name = lower(text.substr(0, 2));
  if (name == "pa") return games::othello::Move{};
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8') return std::nullopt;
  return games::othello::Move{static_cast<std::uint8_t>((name[1] - '1') * 8 + (name[0] - 'a'))};
}

// "-1.25", "+1.25", or two values for two ways to count draws, "-1.25,0.5": the first one.
std::optional<double> read_value(std::string_view text) {
  text = text.substr(0, text.find(','));
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto value = to_number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

// "search PV EVAL GAMES DEPTH …", "book …": false when it is about no legal move, or cannot be read.
bool read_search(const roster::Game& game, const std::vector<std::string_view>& pieces, roster::Choice& choice) {
  if (pieces.size() < 5) return false;
  const auto move = read_move(pieces[1]);
  const auto score = read_value(pieces[2]);
  if (!move || !game.is_legal(roster::AnyMove::from(*move)) || !score) return false;
  choice.move = roster::AnyMove::from(*move);
  choice.score = *score;
  // "12", or "100%W" for an endgame that is solved with so much confidence.
  const auto& position = position_of(game);
  const std::string_view depth = pieces[4].substr(0, pieces[4].find_first_not_of("0123456789"));
  choice.depth = pieces[4].find('%') != std::string_view::npos ? 64 - bit_count(position.own() | position.opponent())
                                                               : std::min(to_number<int>(depth).value_or(0), deepest);
  return true;
}

}  // namespace

ExternalPlayer::MaybeFailure NBoardPlayer::tell(std::string text) {
  if (auto failure = send(fmt::format("{}ping {}\n", text, ++pings_))) return failure;
  for (;;) {
    const auto line = read_line();
    if (!line) return line.error();
    if (trim(*line) == fmt::format("pong {}", pings_)) return std::nullopt;
  }
}

std::string NBoardPlayer::depth_order(const Limits& limits) {
  int depth = limits.timed() ? deepest : usual_depth;
  if (limits.depth) depth = *limits.depth;
  if (depth_ > 0) depth = limits.depth ? std::min(depth_, *limits.depth) : depth_;
  if (std::exchange(told_depth_, depth) == depth) return {};
  return fmt::format("set depth {}\n", depth);
}

std::string NBoardPlayer::follow(const roster::Game& game, const Limits& limits) {
  const auto start = game.clone();
  start->restart();
  const auto& moves = game.moves();
  const bool goes_on = start->to_string() == start_ && moves.size() >= moves_.size() &&
                       std::equal(moves_.begin(), moves_.end(), moves.begin());
  const auto left = time_left(limits);
  std::string text;
  if (goes_on && !left) {
    for (std::size_t i = moves_.size(); i < moves.size(); ++i)
      text += fmt::format("move {}\n", ggf_move(moves[i].to<games::othello::Move>()));
  } else {
    std::vector<games::othello::Move> all;
    for (const roster::AnyMove move : moves) all.push_back(move.to<games::othello::Move>());
    text = fmt::format("set game {}\n", to_ggf(position_of(*start), all, left));
  }
  start_ = start->to_string();
  moves_ = moves;
  return text;
}

ExternalPlayer::MaybeFailure NBoardPlayer::open(const roster::Game& game) {
  start_.clear();
  told_depth_ = 0;
  return tell("nboard 2\n" + depth_order({}) + follow(game, {}));
}

// Engines make their tables anew when they are told a depth, so that a game does not depend on the one before.
tl::expected<bool, roster::Failure> NBoardPlayer::reopen(const roster::Game& game) {
  start_.clear();
  told_depth_ = 0;
  if (auto failure = tell(depth_order({}) + follow(game, {}))) return *failure;
  return true;
}

roster::Chosen NBoardPlayer::answer(const roster::Game& game, const Limits& limits, const roster::ChoiceSink& info) {
  const std::vector<roster::AnyMove> legal = game.legal_moves();
  if (legal.size() == 1 && legal.front().to<games::othello::Move>().is_pass()) {  // nothing to ask: it is told the pass
    roster::Choice pass;
    pass.move = legal.front();
    return pass;
  }
  const std::string depth = depth_order(limits);
  if (const std::string news = depth + follow(game, limits); !news.empty())
    if (auto failure = tell(news)) return *failure;
  if (auto failure = send("go\n")) return *failure;
  return read_answer(game, info);
}

// Lines that the protocol does not know are remarks; only "===" is an answer.
roster::Chosen NBoardPlayer::read_answer(const roster::Game& game, const roster::ChoiceSink& info) {
  const auto fails = [](roster::Fault fault, std::string_view said, std::string_view why) {
    return roster::Failure{fault, fmt::format("answered {}{}", in_quotes(said), why)};
  };
  roster::Choice thought;
  for (;;) {
    const auto line = read_line();
    if (!line) return line.error();
    const auto pieces = words(*line);
    if (pieces.empty()) continue;
    if (pieces[0] == "nodestats" && pieces.size() >= 2)
      thought.nodes = to_number<std::uint64_t>(pieces[1]).value_or(thought.nodes);
    else if ((pieces[0] == "search" || pieces[0] == "book") && read_search(game, pieces, thought) && info)
      info(thought);
    if (pieces[0] != "===") continue;
    // "=== F5/1.2/0.3", also "=== F5 1.2 0.3"; the value is left out where the move is forced, or worth nothing.
    auto parts = pieces.size() == 2 ? split(pieces[1], '/') : pieces;
    if (pieces.size() > 2) parts.erase(parts.begin());
    if (pieces.size() > 1 && lower(parts[0]) == "resign") return roster::Failure{roster::Fault::resign, "gave up"};
    const auto move = parts[0].size() != 2 ? std::nullopt : read_move(parts[0]);
    if (!move) return fails(roster::Fault::garbage, *line, "");
    const roster::AnyMove answer = roster::AnyMove::from(*move);
    if (!game.is_legal(answer)) return fails(roster::Fault::illegal_move, pieces[1], ", which is not legal");
    roster::Choice choice;
    if (thought.move == answer) choice = thought;
    choice.move = answer;
    choice.nodes = thought.nodes;
    if (parts.size() >= 2) choice.score = read_value(parts[1]).value_or(choice.score);
    return choice;
  }
}

roster::PlayerKind engine_kind() {
  roster::PlayerKind kind;
  kind.info = {"nboard", "an Othello engine of the NBoard protocol, such as NTest", {}};
  kind.info.settings = {
      Setting::text("command", "", "the program and its arguments, in quotes where they hold commas"),
      Setting::integer("depth", 0, 0, deepest,
                       "what it is told by `set depth`; 0: the match's depth, 60 where time is the limit, else 12")};
  for (Setting& s : external_settings()) kind.info.settings.push_back(std::move(s));
  kind.games = {"othello"};
  kind.make.emplace(typeid(games::othello::Position),
                    [](const Values& values) -> Expected<std::unique_ptr<roster::Player>> {
                      auto command = find_command(values.text("command"));
                      if (!command) return fail("player nboard: {}", command.error().message);
                      auto setup = read_external_setup(values, std::move(*command));
                      if (!setup) return fail("player nboard: {}", setup.error().message);
                      return std::make_unique<NBoardPlayer>(std::move(*setup), values.integer("depth"));
                    });
  kind.external = true;
  kind.outside = files_of_command;
  return kind;
}

}  // namespace tengen::protocol::nboard

#include "protocol/gomocup_player.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "games/gomoku/game.hpp"
#include "protocol/command_line.hpp"
#include "protocol/thoughts.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol::gomocup {

namespace {

constexpr std::int64_t no_limit = 2147483647;  // what the protocol says for time without end

// Some brains do not hear what follows their move at once: the thread that listens waits for the one that thought.
constexpr auto longest_rest = std::chrono::milliseconds(20);

std::int64_t in_milliseconds(std::chrono::nanoseconds time) {
  return std::min<std::int64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(time).count(), no_limit);
}

template <class P>
const P& position_of(const roster::Game& game) {
  return static_cast<const roster::TypedGame<P>&>(game).position();
}

template <class P>
P start_of(const roster::Game& game) {
  const auto copy = game.clone();
  copy->restart();
  return position_of<P>(*copy);
}

template <class P>
bool is_legal(const P& position, games::gomoku::Move move) {
  const int cell = position.cell_of(move);
  return position.outcome() == Outcome::ongoing && position.empty().test(cell) && !position.is_forbidden(cell);
}

}  // namespace

template <class P>
void BrainPlayer<P>::add_line(std::string_view line) {
  out_ += line;
  out_ += brain_.crlf ? "\r\n" : "\n";
}

template <class P>
void BrainPlayer<P>::add_info(std::string_view key, std::int64_t value, std::optional<std::int64_t>& sent) {
  if (sent == value) return;
  sent = value;
  add_line(fmt::format("INFO {} {}", key, value));
}

template <class P>
ExternalPlayer::MaybeFailure BrainPlayer<P>::flush() {
  auto failure = send(out_);
  out_.clear();
  return failure;
}

template <class P>
tl::expected<bool, roster::Failure> BrainPlayer<P>::accepted() {
  if (auto failure = flush()) return *failure;
  for (;;) {
    const auto line = read_line();
    if (!line) return line.error();
    switch (parse_answer(*line).kind) {
      case Answer::Kind::ok: return true;
      case Answer::Kind::error:
      case Answer::Kind::unknown: return false;
      default: break;  // a banner, a message
    }
  }
}

template <class P>
ExternalPlayer::MaybeFailure BrainPlayer<P>::open(const roster::Game& game) {
  const P& position = position_of<P>(game);
  turn_ = match_ = memory_ = type_ = rule_ = depth_ = nodes_ = std::nullopt;
  loses_ = false;
  out_.clear();
  add_line(fmt::format("START {}", position.size()));
  const auto ok = accepted();
  if (!ok) return ok.error();
  if (!*ok)
    return roster::Failure{roster::Fault::error, fmt::format("does not play on boards of size {}", position.size())};
  known_ = start_ = P(position.size(), position.rule());
  moves_.clear();
  if (!brain_.folder.empty()) add_line("INFO folder " + brain_.folder);
  add_info("rule", rule_number(position.rule()), rule_);
  add_info("game_type", 1, type_);
  // 0 would say that there is no limit; brains take what they like of that.
  if (setup().plan.memory > 0) add_info("max_memory", static_cast<std::int64_t>(setup().plan.memory), memory_);
  return flush();
}

template <class P>
tl::expected<bool, roster::Failure> BrainPlayer<P>::reopen(const roster::Game& game) {
  const P& position = position_of<P>(game);
  if (position.size() != known_.size() || position.rule() != known_.rule()) return false;
  out_.clear();
  add_line("RESTART");
  const auto ok = accepted();
  known_ = start_ = P(position.size(), position.rule());
  moves_.clear();
  return ok;
}

template <class P>
void BrainPlayer<P>::add_infos(const P& position, const Limits& limits) {
  add_info("rule", rule_number(position.rule()), rule_);
  // A turn may use all that is left of a clock.
  std::optional<std::chrono::nanoseconds> turn = limits.time;
  if (!turn && limits.clock) turn = limits.clock->left;
  if (turn || turn_) add_info("timeout_turn", turn ? in_milliseconds(*turn) : no_limit, turn_);
  // The whole match is as long as the first clock that is seen; 0 is no limit.
  if (limits.clock && match_.value_or(0) == 0)
    add_info("timeout_match", in_milliseconds(limits.clock->left), match_);
  else if (!match_)
    add_info("timeout_match", 0, match_);
  // Of the Yixin protocol: brains that do not know them must ignore them.
  if (limits.depth || depth_) add_info("max_depth", limits.depth.value_or(99), depth_);
  if (limits.nodes || nodes_) add_info("max_node", static_cast<std::int64_t>(limits.nodes.value_or(0)), nodes_);
  // Due before every move, news or not. Where the first words are lost, they are better lost of this than of the move.
  add_line(fmt::format("INFO time_left {}", limits.clock ? in_milliseconds(limits.clock->left) : no_limit));
}

template <class P>
void BrainPlayer<P>::add_board(const roster::Game& game, const P& position) {
  start_ = start_of<P>(game);
  moves_ = game.moves();
  question_.clear();
  const auto add = [&](std::string_view line) {
    add_line(line);
    question_ += line;
    question_ += ' ';
  };
  if (position.stone_count() == 0) return add("BEGIN");
  const Side own = position.side_to_move();
  const auto add_stone = [&](Move move, Side side) {
    const Point p = point_of(move, position.size());
    add(fmt::format("{},{},{}", p.x, p.y, side == own ? 1 : 2));
  };
  add("BOARD");
  // Stones of a set-up position have no order; Black and White take turns as in a game. Then the moves as they were.
  std::array<std::vector<Move>, 2> placed;
  for (const Side side : {Side::first, Side::second})
    for_each_bit(start_.stones(side),
                 [&](int cell) { placed[static_cast<std::size_t>(index(side))].push_back(start_.move_at(cell)); });
  for (std::size_t i = 0; i < std::max(placed[0].size(), placed[1].size()); ++i)
    for (const Side side : {Side::first, Side::second})
      if (i < placed[static_cast<std::size_t>(index(side))].size())
        add_stone(placed[static_cast<std::size_t>(index(side))][i], side);
  Side side = start_.side_to_move();
  for (const roster::AnyMove move : game.moves()) {
    add_stone(move.to<Move>(), side);
    side = other(side);
  }
  add("DONE");
}

template <class P>
tl::expected<bool, roster::Failure> BrainPlayer<P>::take_back(const roster::Game& game, const P& position) {
  const auto& target = game.moves();
  if (moves_.empty() || target.empty() || target.size() > moves_.size() || start_of<P>(game) != start_) return false;
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(moves_, target).in1 - moves_.begin());
  if (same + 1 != target.size()) return false;
  for (; moves_.size() > same; moves_.pop_back()) {
    const Point p = point_of(moves_.back().to<Move>(), position.size());
    add_line(fmt::format("TAKEBACK {},{}", p.x, p.y));
    const auto ok = accepted();
    if (!ok || !*ok) return ok;
  }
  return true;
}

template <class P>
ExternalPlayer::MaybeFailure BrainPlayer<P>::add_position(const roster::Game& game, const P& position) {
  const auto& played = game.moves();
  const auto add_turn = [&] {
    const Point p = point_of(played.back().to<Move>(), position.size());
    question_ = fmt::format("TURN {},{}", p.x, p.y);
    add_line(question_);
    moves_.push_back(played.back());
    return std::nullopt;
  };
  // The usual case: our last answer, then one move of the opponent.
  if (!played.empty() && is_legal(known_, played.back().to<Move>())) {
    P next = known_;
    next.play(played.back().to<Move>());
    if (next == position) return add_turn();
  }
  if (known_.stone_count() > 0) {
    const auto taken = take_back(game, position);
    if (!taken) return taken.error();
    if (*taken) return add_turn();
    add_line("RESTART");
    const auto ok = accepted();
    if (!ok) return ok.error();
    if (!*ok)
      return roster::Failure{roster::Fault::error, "cannot leave a position: it knows neither TAKEBACK nor RESTART"};
  }
  add_board(game, position);
  return std::nullopt;
}

template <class P>
bool BrainPlayer<P>::is_about_question(std::string_view complaint) const {
  const auto asked = words(question_);
  std::string plain(complaint);
  std::ranges::replace_if(
      plain, [](char c) { return std::string_view("'\"`:;()[]").find(c) != std::string_view::npos; }, ' ');
  return std::ranges::any_of(words(plain), [&](std::string_view word) {
    return std::ranges::any_of(asked, [&](std::string_view own) { return lower(own) == lower(word); });
  });
}

// A tenth of its thinking hardly matters to anybody.
template <class P>
std::chrono::nanoseconds BrainPlayer<P>::rest_after(std::chrono::nanoseconds thought) const {
  return loses_ ? longest_rest : std::min<std::chrono::nanoseconds>(longest_rest, thought / 10);
}

template <class P>
roster::Chosen BrainPlayer<P>::answer(const roster::Game& game, const Limits& limits, const roster::ChoiceSink& info) {
  const P& position = position_of<P>(game);
  out_.clear();
  if (position.size() != known_.size() || position.rule() != known_.rule())
    if (auto failure = open(game)) return *failure;
  add_infos(position, limits);
  if (auto failure = add_position(game, position)) return *failure;
  if (auto failure = flush()) return *failure;
  return read_move(game, position, info);
}

// Only a move is an answer; what else is said matters when none comes.
template <class P>
roster::Chosen BrainPlayer<P>::read_move(const roster::Game& game, const P& position, const roster::ChoiceSink& info) {
  const auto fails = [](roster::Fault fault, std::string message) {
    return roster::Failure{fault, std::move(message)};
  };
  roster::Choice choice;
  MaybeFailure instead;  // the first line that was no move
  bool asked_again = false;
  for (;;) {
    const auto line = read_line();
    if (!line) return line.error().fault == roster::Fault::hang && instead ? *instead : line.error();
    const Answer answer = parse_answer(*line);
    const auto note = [&](roster::Fault fault, std::string message) {
      if (!instead) instead = roster::Failure{fault, std::move(message) + ", and no move"};
    };
    switch (answer.kind) {
      case Answer::Kind::empty:
      case Answer::Kind::ok: continue;
      case Answer::Kind::message:
        if (read_thoughts(answer.text, choice) && info) info(choice);
        continue;
      case Answer::Kind::error:
      case Answer::Kind::unknown:
        note(roster::Fault::error, "said " + in_quotes(*line));
        if (asked_again || !is_about_question(answer.text)) continue;
        // It heard a part of the question only.
        asked_again = loses_ = true;
        add_board(game, position);
        if (auto failure = flush()) return *failure;
        continue;
      case Answer::Kind::garbage: note(roster::Fault::garbage, "answered " + in_quotes(*line)); continue;
      case Answer::Kind::resign: return fails(roster::Fault::resign, "gave up");
      case Answer::Kind::suggestion:
        add_line(fmt::format("PLAY {},{}", answer.point.x, answer.point.y));
        if (auto failure = flush()) return *failure;
        continue;
      case Answer::Kind::point: break;
    }
    const Point p = answer.point;
    if (!on_board(p, position.size()))
      return fails(roster::Fault::illegal_move, fmt::format("answered {},{}, which is off the board", p.x, p.y));
    const Move move = move_at(p, position.size());
    if (!is_legal(position, move))
      return fails(roster::Fault::illegal_move,
                   fmt::format("answered {},{}, which is {}", p.x, p.y,
                               position.empty().test(position.cell_of(move)) ? "forbidden" : "taken"));
    choice.move = roster::AnyMove::from(move);
    known_ = position;
    known_.play(move);
    moves_.push_back(choice.move);
    return choice;
  }
}

namespace {

template <class P>
Expected<std::unique_ptr<roster::Player>> make_brain(const Values& values) {
  auto command = find_command(values.text("command"));
  if (!command) return fail("player gomocup: {}", command.error().message);
  auto external = read_external_setup(values, std::move(*command));
  if (!external) return fail("player gomocup: {}", external.error().message);
  return std::make_unique<BrainPlayer<P>>(BrainSetup{std::move(*external), values.text("folder"), values.flag("crlf")});
}

}  // namespace

roster::PlayerKind brain_kind() {
  roster::PlayerKind kind;
  kind.info = {"gomocup", "a brain of the Gomocup protocol: any program that plays Gomoku tournaments", {}};
  kind.info.settings = {Setting::text("command", "", "the program and its arguments, in quotes where they hold commas"),
                        Setting::text("folder", "", "INFO folder: where the brain may keep its own files"),
                        Setting::flag("crlf", false, "end lines as Windows does")};
  for (Setting& s : external_settings()) kind.info.settings.push_back(std::move(s));
  kind.games = {std::string(games::gomoku::Game::name)};
  kind.make.emplace(typeid(games::gomoku::SmallPosition), make_brain<games::gomoku::SmallPosition>);
  kind.make.emplace(typeid(games::gomoku::LargePosition), make_brain<games::gomoku::LargePosition>);
  kind.external = true;
  kind.outside = files_of_command;
  return kind;
}

template class BrainPlayer<games::gomoku::SmallPosition>;
template class BrainPlayer<games::gomoku::LargePosition>;

}  // namespace tengen::protocol::gomocup

// One of our Othello players as an engine of the NBoard protocol, version 2.

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "games/othello/game.hpp"
#include "protocol/engine_session.hpp"
#include "protocol/ggf.hpp"
#include "protocol/gomocup.hpp"
#include "roster/moves.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol {

namespace {

class NBoardEngine final : public EngineProtocol {
 public:
  explicit NBoardEngine(const EngineSetup& setup) : session_(setup) { static_cast<void>(session_.begin("")); }

  bool handle(std::string_view line) override;
  bool interrupts(std::string_view line) const override {
    const std::string word = gomocup::parse_command(line).word;
    return word == "PING" || word == "QUIT";
  }
  void idle(StopToken stop) override { session_.ponder(std::move(stop)); }

 private:
  void set(std::string_view text);
  void set_game(std::string_view ggf);
  void move(std::string_view text);
  void hint(std::string_view text);
  void go();
  void analyze();

  void status(std::string_view text) { session_.say(trim(fmt::format("status {}", text))); }
  static std::string name_of(roster::AnyMove move) { return ggf_move(move.to<games::othello::Move>()); }
  void show(const roster::Game& game, const roster::Choice& choice, std::size_t lines);
  // Discs, as far as the player's values are discs; a won or lost game is worth at most all of them.
  static double value(double score) { return std::clamp(score, -64.0, 64.0); }
  Limits limits() const {
    return {std::nullopt, session_.setup().limits.nodes, depth_ ? depth_ : session_.setup().limits.depth};
  }

  EngineSession session_;
  std::optional<int> depth_;
  std::array<std::optional<std::chrono::nanoseconds>, 2> clocks_;  // what each side has left, where the game says so
};

bool NBoardEngine::handle(std::string_view line) {
  const auto [word, rest] = gomocup::parse_command(line);  // a word and the rest: the same in every protocol
  if (word == "QUIT") return false;
  if (!session_.has_game()) return true;
  if (word == "NBOARD")
    session_.say("set myname Tengen " + session_.setup().player);
  else if (word == "SET")
    set(rest);
  else if (word == "MOVE")
    move(rest);
  else if (word == "HINT")
    hint(rest);
  else if (word == "GO")
    go();
  else if (word == "PING")
    session_.say(fmt::format("pong {}", rest));
  else if (word == "LEARN")
    session_.say("learned");
  else if (word == "ANALYZE")
    analyze();
  return true;  // what is not understood is to be ignored
}

void NBoardEngine::set(std::string_view text) {
  const auto [what, value] = gomocup::parse_command(text);
  if (what == "GAME") set_game(value);
  if (what == "DEPTH")
    if (const auto depth = to_number<int>(value); depth && *depth > 0) depth_ = std::min(*depth, 60);
}

void NBoardEngine::set_game(std::string_view ggf) {
  const auto game = parse_ggf(ggf);
  if (!game) return status(game.error().message);
  clocks_ = game->clocks;
  // The game that we are in, further on: nothing that the player has learned about it is forgotten.
  std::vector<roster::AnyMove> moves;
  for (const games::othello::Move m : game->moves) moves.push_back(roster::AnyMove::from(m));
  const auto before = session_.game().clone();
  before->restart();
  const std::vector<roster::AnyMove>& here = session_.game().moves();
  const bool goes_on = before->to_string() == game->start.to_string() && !here.empty() && moves.size() >= here.size() &&
                       std::equal(here.begin(), here.end(), moves.begin());
  if (!goes_on)
    if (const auto begun = session_.begin(game->start.to_string()); !begun) return status(begun.error().message);
  for (std::size_t i = session_.game().moves().size(); i < moves.size(); ++i) session_.game().play(moves[i]);
}

void NBoardEngine::move(std::string_view text) {
  auto& clock = clocks_[static_cast<std::size_t>(session_.game().side_to_move())];
  if (clock) clock = std::max(*clock - ggf_move_time(text), std::chrono::nanoseconds(0));
  if (!roster::play_written(session_.game(), text.substr(0, text.find('/')))) status("cannot play " + in_quotes(text));
}

void NBoardEngine::show(const roster::Game& game, const roster::Choice& choice, std::size_t lines) {
  // The other candidates first, so that the best one is the last word.
  std::vector<roster::AnyCandidate> others;
  for (const roster::AnyCandidate& c : choice.candidates)
    if (c.move != choice.move && c.exact) others.push_back(c);
  std::ranges::stable_sort(others, std::greater{}, &roster::AnyCandidate::value);
  if (others.size() + 1 > lines) others.resize(lines - 1);
  const int depth = std::max(choice.depth, 1);
  for (const roster::AnyCandidate& c : others)
    session_.say(fmt::format("search {} {:.2f} 0 {}", name_of(c.move), value(c.value), depth));
  std::string pv;
  const auto line = game.clone();
  for (const roster::AnyMove m : choice.pv) {
    if (!line->is_legal(m)) break;
    pv += name_of(m);
    line->play(m);
  }
  if (pv.empty()) pv = name_of(choice.move);
  session_.say(fmt::format("search {} {:.2f} 0 {}", pv, value(choice.score), depth));
}

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

void NBoardEngine::hint(std::string_view text) {
  const auto asked = to_number<int>(text);
  const auto lines = static_cast<std::size_t>(std::clamp(asked.value_or(1), 1, 64));
  const roster::Game& game = session_.game();
  if (game.outcome() != Outcome::ongoing) return status("the game is over");
  status("Tengen is analyzing");
  const auto chosen = session_.think(limits(), [&](const roster::Choice& so_far) { show(game, so_far, 1); });
  if (!chosen) return status(in_quotes(chosen.error().message));
  show(game, *chosen, lines);
  session_.say(fmt::format("nodestats {} {:.3f}", chosen->nodes, seconds(chosen->time)));
  status("");
}

void NBoardEngine::go() {
  const roster::Game& game = session_.game();
  if (game.outcome() != Outcome::ongoing) return status("the game is over");
  status("Tengen is thinking");
  Limits bounds = limits();
  bounds.time = session_.setup().limits.time;
  if (const auto& left = clocks_[static_cast<std::size_t>(game.side_to_move())]) bounds.clock = GameClock{*left, {}};
  const auto chosen = session_.think(bounds);
  if (!chosen) return status(in_quotes(chosen.error().message));
  const double time = seconds(chosen->time);
  session_.say(fmt::format("nodestats {} {:.3f}", chosen->nodes, time));
  session_.say(fmt::format("=== {}/{:.2f}/{:.3f}", name_of(chosen->move), value(chosen->score), time));
  status("");
}

void NBoardEngine::analyze() {
  // Backwards through the game, as a book is learned; the position itself stays.
  roster::Game& game = session_.game();
  const std::vector<roster::AnyMove> moves = game.moves();
  status("Tengen is analyzing");
  for (std::size_t made = moves.size() + 1; made-- > 0;) {
    if (game.outcome() == Outcome::ongoing) {
      const auto chosen = session_.think(limits());
      if (session_.interrupted()) break;
      if (chosen) session_.say(fmt::format("analysis {} {:.2f}", made, value(chosen->score)));
    }
    if (made > 0) game.undo();
  }
  for (std::size_t i = game.moves().size(); i < moves.size(); ++i) game.play(moves[i]);
  status("");
}

}  // namespace

std::unique_ptr<EngineProtocol> make_nboard_engine(const EngineSetup& setup) {
  return std::make_unique<NBoardEngine>(setup);
}

}  // namespace tengen::protocol

#pragma once
// The bridge from an Engine of one position type to the dynamic Player.

#include <algorithm>
#include <cassert>
#include <memory>

#include "roster/lateness.hpp"
#include "roster/player.hpp"
#include "roster/typed_game.hpp"
#include "search/engine.hpp"

namespace tengen::roster {

// A line as far as it is legal: a search may look through rules that only matter now and then (renju's forbidden points
// deep in its tree), but nobody should be shown a move that cannot be played.
template <games::Position P>
std::vector<AnyMove> legal_line(P position, const std::vector<typename P::Move>& line) {
  std::vector<AnyMove> legal_part;
  for (const auto move : line) {
    games::MoveList<P> legal;
    position.legal_moves(legal);
    if (std::ranges::find(legal, move) == legal.end()) break;
    legal_part.push_back(AnyMove::from(move));
    position.play(move);
  }
  return legal_part;
}

template <games::Position P>
roster::Choice to_choice(const P& position, const search::SearchResult<P>& result) {
  roster::Choice choice{AnyMove::from(result.best), result.score, result.end_in, result.depth, result.nodes, {}, {}};
  choice.end_is_bound = result.end_is_bound;
  choice.cpu = result.helpers_cpu;
  choice.pv = legal_line(position, result.pv);
  for (const auto& c : result.candidates)
    choice.candidates.push_back({AnyMove::from(c.move), c.value, c.exact, c.visits, legal_line(position, c.pv)});
  return choice;
}

// What an engine gets for the limits that were set. Engines know neither clocks, which are shared out here, nor what they
// do where nobody bounds their search, which they have declared.
struct EngineLimits {
  Limits defaults;
  bool ends_at_depth = true;  // a depth alone bounds the search

  Limits resolved(Limits limits) const {
    const bool bounded = limits.timed() || limits.nodes || (limits.depth && ends_at_depth);
    if (!bounded) limits = tighter(limits, defaults);
    if (limits.clock) limits = tighter(limits, {share_of(*limits.clock), {}, {}});
    return limits;
  }
};

template <games::Position P>
class EnginePlayer final : public Player {
 public:
  explicit EnginePlayer(std::unique_ptr<search::Engine<P>> engine, EngineLimits limits = {})
      : engine_(std::move(engine)), limits_(limits) {}

  bool repeatable(const Limits& limits) const override { return engine_->repeatable(limits_.resolved(limits)); }

 protected:
  void new_game(std::uint64_t seed) override { engine_->new_game(seed); }
  std::optional<Failure> prepare(const Game& game, StopToken) override {
    engine_->prepare(static_cast<const TypedGame<P>&>(game).position());
    return std::nullopt;
  }
  Chosen choose(const Game& game, const Limits& limits, StopToken stop, const ChoiceSink& info) override {
    assert(game.position_type() == typeid(P));
    const P& position = static_cast<const TypedGame<P>&>(game).position();
    search::InfoSink<P> sink;
    if (info) sink = [&](const search::SearchResult<P>& result) { info(to_choice(position, result)); };
    const Lateness lateness(limits);
    Choice choice = to_choice(position, engine_->search(position, limits_.resolved(limits), std::move(stop), sink));
    choice.uncounted = lateness.excused();
    return choice;
  }
  void think_ahead(const Game& game, StopToken stop) override {
    engine_->ponder(static_cast<const TypedGame<P>&>(game).position(), std::move(stop));
  }

 private:
  std::unique_ptr<search::Engine<P>> engine_;
  EngineLimits limits_;
};

}  // namespace tengen::roster

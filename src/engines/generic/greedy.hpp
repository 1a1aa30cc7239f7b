#pragma once
// Wins where it can, lets nobody win at once where it can help it, and else takes what looks best right after the move.

#include <memory>
#include <utility>

#include "engines/info.hpp"
#include "search/root.hpp"

namespace tengen::engines {

template <games::Position P>
class GreedyEngine final : public search::Engine<P> {
 public:
  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }

  search::SearchResult<P> search(const P& position, const Limits&, StopToken, const search::InfoSink<P>&) override {
    nodes_ = 0;
    search::RootValues<P> values;
    for (const auto move : shuffled_moves(position)) {
      P next = position;
      next.play(move);
      if (values.add(move, value_after(next), true)) values.set_pv(move, {});
    }
    return search::to_result(std::move(values), 1, nodes_);
  }

 private:
  // Of several moves with the best value the first one is taken, so their order is left to chance.
  games::MoveList<P> shuffled_moves(const P& position) {
    games::MoveList<P> moves;
    position.legal_moves(moves);
    for (std::size_t left = moves.size(); left > 1; --left)
      std::swap(moves[left - 1], moves[rng_.below(static_cast<std::uint32_t>(left))]);
    return moves;
  }

  // What a position is worth to the side that has just moved there.
  int value_after(const P& next) {
    ++nodes_;
    const Side opponent = next.side_to_move();
    if (next.outcome() != Outcome::ongoing) return -search::terminal_value(next.outcome(), opponent, 1);
    games::MoveList<P> replies;
    next.legal_moves(replies);
    for (const auto reply : replies) {
      P after = next;
      after.play(reply);
      ++nodes_;
      if (after.outcome() == win_for(opponent)) return search::terminal_value(after.outcome(), other(opponent), 2);
    }
    return -search::StaticEvaluator<P>{}(next);
  }

  Rng rng_{0};
  std::uint64_t nodes_ = 0;
};

struct GreedyPlayer {
  static PlayerInfo info() {
    return {.name = "greedy",
            .summary = "wins or blocks where one move does it; else the best simple evaluation after its move",
            .takes_depth = false,
            .strength = 300};
  }
  template <games::Position P>
  static std::unique_ptr<search::Engine<P>> make(const Values&) {
    return std::make_unique<GreedyEngine<P>>();
  }
};

}  // namespace tengen::engines

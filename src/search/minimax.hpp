#pragma once
// Plain minimax to a fixed depth: the slow and obviously right search that others are compared with.

#include <algorithm>

#include "search/engine.hpp"
#include "search/evaluator.hpp"
#include "search/root.hpp"
#include "search/stoppers.hpp"

namespace tengen::search {

template <games::Position P, Evaluator<P> E>
class Minimax {
 public:
  Minimax(E evaluate, Stopper& stopper) : evaluate_(std::move(evaluate)), stopper_(stopper) {}

  // The value of every root move, or as many as were finished when the stopper said stop.
  RootValues<P> search(const P& root, int depth) {
    RootValues<P> values;
    cut_short_ = false;
    games::MoveList<P> moves;
    root.legal_moves(moves);
    for (const auto move : moves) {
      P next = root;
      next.play(move);
      const int value = -node(next, depth - 1, 1);
      if (stopper_.stopped()) break;
      if (values.add(move, value, true)) values.set_pv(move, pv_.line(1));
    }
    return values;
  }

  std::uint64_t nodes() const noexcept { return progress_.nodes; }
  // Whether the last search met its horizon; if not, every line was played to the end of the game.
  bool cut_short() const noexcept { return cut_short_; }

 private:
  int node(const P& position, int depth, int ply) {
    ++progress_.nodes;
    pv_.clear(ply);
    if (const Outcome outcome = position.outcome(); outcome != Outcome::ongoing)
      return terminal_value(outcome, position.side_to_move(), ply);
    if (stopper_.should_stop(progress_)) return 0;
    if (depth == 0) {
      cut_short_ = true;
      return evaluate_(position);
    }
    games::MoveList<P> moves;
    position.legal_moves(moves);
    int best = -win_value;
    for (const auto move : moves) {
      P next = position;
      next.play(move);
      const int value = -node(next, depth - 1, ply + 1);
      if (value > best) {
        best = value;
        pv_.update(ply, move);
      }
    }
    return best;
  }

  E evaluate_;
  Stopper& stopper_;
  SearchProgress progress_;
  bool cut_short_ = false;
  PvTable<typename P::Move> pv_;
};

}  // namespace tengen::search

#pragma once
// The slow twin of the solver: plain minimax over all positions of a small board.

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "games/connect4/position.hpp"

namespace tengen::engines::connect4 {

// By the definition: one more than the discs that the winner has left.
inline int score_of_finished(const SmallPosition& position) {
  if (position.outcome() == Outcome::draw) return 0;
  const Geometry g = position.geometry();
  const int cells = g.rows * g.columns - (g.has_blocked() ? 1 : 0);
  const bool first_won = position.outcome() == win_for(Side::first);
  const int discs = first_won ? (cells + 1) / 2 : cells / 2;
  const int used = first_won ? (position.plies() + 1) / 2 : position.plies() / 2;
  return -(1 + discs - used);  // the side to move is the one that has lost
}

// The scores of a position and of all that can follow it.
class BruteForce {
 public:
  explicit BruteForce(const SmallPosition& start) {
    score(start, [](const SmallPosition&, int) {});
  }
  // Calls visit(position, score) for each position that is not over, once.
  BruteForce(const SmallPosition& start, const std::function<void(const SmallPosition&, int)>& visit) {
    score(start, visit);
  }
  std::size_t size() const { return scores_.size(); }

 private:
  template <class Visit>
  int score(const SmallPosition& position, const Visit& visit) {
    if (position.outcome() != Outcome::ongoing) return score_of_finished(position);
    if (const auto known = scores_.find(position.key()); known != scores_.end()) return known->second;
    games::MoveList<SmallPosition> moves;
    position.legal_moves(moves);
    int best = -1000;
    for (const Move move : moves) {
      SmallPosition next = position;
      next.play(move);
      best = std::max(best, -score(next, visit));
    }
    scores_.emplace(position.key(), best);
    visit(position, best);
    return best;
  }

  std::unordered_map<std::uint64_t, int> scores_;
};

}  // namespace tengen::engines::connect4

#pragma once
// The champion's questions answered slowly: by trying moves on the rules' own board.

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <unordered_map>

#include "engines/connect4/champion_player.hpp"
#include "support/property.hpp"

namespace tengen::engines::connect4 {

inline Geometry any_geometry(int smallest, int largest) {
  Geometry g{*rc::gen::inRange(smallest, largest + 1), *rc::gen::inRange(smallest, largest + 1), -1, -1};
  if (*rc::gen::inRange(0, 3) > 0) {
    g.blocked_column = *rc::gen::inRange(0, g.columns);
    g.blocked_row = *rc::gen::inRange(0, g.rows);
  }
  return g;
}

// A position in which the game goes on, some random moves into it.
template <class P>
P random_position(const Geometry& g, int plies, Rng& rng) {
  P position(g);
  for (int i = 0; i < plies; ++i) {
    P next = position;
    next.play(*games::random_move(position, rng));
    if (next.outcome() == Outcome::ongoing) position = next;
  }
  return position;
}

template <class P>
bool wins(const P& position, Move move) {
  P next = position;
  next.play(move);
  return winner(next.outcome()).has_value();
}

// The same discs with the other side to move.
template <class P>
P exchanged(const P& position) {
  P other = position;
  other.set_discs(position.theirs(), position.mine(), position.plies());
  return other;
}

// The exact result of a position by trying everything: plies to the end, positive for a win of the side to move, and 0
// for a draw.
template <class P>
class BruteForce {
 public:
  int operator()(const P& position) {
    if (winner(position.outcome())) return -1000;  // plies are counted from 1000 down: sooner is better
    if (position.outcome() == Outcome::draw) return 0;
    const auto found = known_.find(position.key());
    if (found != known_.end()) return found->second;
    int best = -10'000;
    games::MoveList<P> moves;
    position.legal_moves(moves);
    for (const Move move : moves) {
      P next = position;
      next.play(move);
      const int value = -(*this)(next);
      best = std::max(best, value > 0 ? value - 1 : value < 0 ? value + 1 : 0);
    }
    known_.emplace(position.key(), best);
    return best;
  }

  // The signed plies to the end, as in SearchResult::end_in; 0 for a draw.
  int end_in(const P& position) {
    const int value = (*this)(position);
    return value > 0 ? 1000 - value : value < 0 ? -(1000 + value) : 0;
  }

 private:
  std::unordered_map<std::uint64_t, int> known_;
};

}  // namespace tengen::engines::connect4

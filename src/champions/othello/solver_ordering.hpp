#pragma once
// Which move first? Include this file inside a target region only, as solver_search.hpp.
//
// In an endgame the best first try is the one that leaves the opponent the fewest answers: a small tree if it refutes,
// and a good move more often than not. Where the tree is large, a short search with an evaluation says more.

#include <cstdint>

#include "champions/othello/solver_cells.hpp"
#include "players/othello/stability.hpp"

namespace tengen::othello {

// A cheap guess at who is ahead, for the side to move: freedom now, freedom to come, and edges that cannot be lost. Any
// type with this operator can take its place in the search.
template <class K>
class QuickEvaluation {
 public:
  int operator()(std::uint64_t own, std::uint64_t opponent) const noexcept {
    const std::uint64_t empty = ~(own | opponent);
    const int freedom = weighted(K::moves(own, opponent)) - weighted(K::moves(opponent, own));
    const int later = K::count(around(opponent) & empty) - K::count(around(own) & empty);
    const int edges = stable_edge_discs(own, opponent) - stable_edge_discs(opponent, own);
    return 8 * freedom + 4 * later + 16 * edges;
  }

  // Moves into corners count twice.
  static int weighted(std::uint64_t moves) noexcept { return K::count(moves) + K::count(moves & corners); }

  // The cells next to these, and they themselves.
  static std::uint64_t around(std::uint64_t cells) noexcept {
    const std::uint64_t wide = cells | (cells << 1 & ~detail::column_a) | (cells >> 1 & ~detail::column_h);
    return wide | wide << 8 | wide >> 8;
  }

 private:
  int stable_edge_discs(std::uint64_t own, std::uint64_t opponent) const noexcept {
    const auto edge = [&](std::uint64_t mine, std::uint64_t theirs) {
      return K::count((*edges_)[(mine & 0xff) | (theirs & 0xff) << 8]);
    };
    const auto side = [&](int column) {
      return edge(detail::packed_column(own, column), detail::packed_column(opponent, column));
    };
    return edge(own, opponent) + edge(own >> 56, opponent >> 56) + side(0) + side(7);
  }

  const EdgeTable* edges_ = &stable_edges();
};

}  // namespace tengen::othello

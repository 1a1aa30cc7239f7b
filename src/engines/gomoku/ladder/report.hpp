#pragma once
// How the players of one or two plies report what they thought.

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "games/gomoku/position.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

// What a player reports that has looked at these candidates: the largest value first, of equals the first in row-major
// order. Precondition: there is one.
template <class P>
SearchResult<P> report(std::vector<Candidate<P>> candidates, int depth, std::uint64_t nodes) {
  std::ranges::sort(candidates, [](const Candidate<P>& a, const Candidate<P>& b) {
    if (a.value != b.value) return a.value > b.value;
    return std::tuple(a.move.row, a.move.column) < std::tuple(b.move.row, b.move.column);
  });
  SearchResult<P> result;
  result.best = candidates.front().move;
  result.score = candidates.front().value;
  result.depth = depth;
  result.nodes = nodes;
  result.pv = {result.best};
  result.candidates = std::move(candidates);
  return result;
}

}  // namespace tengen::gomoku

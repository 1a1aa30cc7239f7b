#pragma once
// What the one-ply players of the ladder share: the first move of a game, and how they report what they thought.

#include <algorithm>
#include <utility>
#include <vector>

#include "games/gomoku/position.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

// The first of a game's moves in the middle; on a board of even size the upper right of the four middle points.
template <class P>
SearchResult<P> take_centre(const P& position) {
  SearchResult<P> result;
  const auto middle = static_cast<std::uint8_t>(position.size() / 2);
  result.best = {middle, middle};
  result.depth = 1;
  result.nodes = 1;
  result.pv = {result.best};
  result.candidates = {{result.best, 0.0, true, 0}};
  return result;
}

// The candidates sorted, best first, equal values in row-major order. Precondition: there is one.
template <class P>
SearchResult<P> report(std::vector<Candidate<P>> candidates, int depth, std::uint64_t nodes) {
  std::ranges::sort(candidates, [](const Candidate<P>& a, const Candidate<P>& b) {
    if (a.value != b.value) return a.value > b.value;
    return std::pair(a.move.row, a.move.column) < std::pair(b.move.row, b.move.column);
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

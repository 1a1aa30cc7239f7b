#pragma once
// How the players of one or two plies report what they thought.

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "engines/rules.hpp"
#include "games/gomoku/position.hpp"
#include "search/engine.hpp"

namespace tengen::engines::gomoku {

// What a player reports that has looked at these candidates: the largest value first, of equals the first in row-major
// order. Precondition: there is one.
template <class P>
search::SearchResult<P> report(std::vector<search::Candidate<P>> candidates, int depth, std::uint64_t nodes) {
  std::ranges::sort(candidates, [](const search::Candidate<P>& a, const search::Candidate<P>& b) {
    if (a.value != b.value) return a.value > b.value;
    return std::tuple(a.move.row, a.move.column) < std::tuple(b.move.row, b.move.column);
  });
  search::SearchResult<P> result;
  result.best = candidates.front().move;
  result.score = candidates.front().value;
  result.depth = depth;
  result.nodes = nodes;
  result.pv = {result.best};
  result.candidates = std::move(candidates);
  return result;
}

}  // namespace tengen::engines::gomoku

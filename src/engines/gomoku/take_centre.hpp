#pragma once
// The first move of a game, which needs no thought.

#include <cstdint>

#include "search/engine.hpp"

namespace tengen::engines::gomoku {

// The middle; on a board of even size the upper right of the four middle points.
template <class P>
search::SearchResult<P> take_centre(const P& position) {
  search::SearchResult<P> result;
  const auto middle = static_cast<std::uint8_t>(position.size() / 2);
  result.best = {middle, middle};
  result.depth = 1;
  result.nodes = 1;
  result.pv = {result.best};
  result.candidates = {{result.best, 0.0, true, 0}};
  return result;
}

}  // namespace tengen::engines::gomoku

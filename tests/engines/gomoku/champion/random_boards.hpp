#pragma once
// Random boards as the champion sees them, crowded enough for fours, threes and forbidden points to arise.

#include "core/rng.hpp"
#include "engines/gomoku/champion/rows.hpp"

namespace tengen::engines::gomoku {

// Stones of both sides in turn, each near the one before or anywhere in the same part of the board; no five is avoided.
template <class Rows>
Rows random_board(int size, int stones, Rng& rng) {
  const auto below = [&](int n) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(n))); };
  Rows rows;
  const int spread = 5 + below(size - 4), row = below(size - spread + 1), column = below(size - spread + 1);
  for (int placed = 0; placed < stones && placed < spread * spread; ++placed) {
    int point = 0;
    do point = point_at(row + below(spread), column + below(spread));
    while (rows.has(Rows::mine, point) || rows.has(Rows::theirs, point));
    rows = rows.flipped(Rows::mine, point).swapped();
  }
  return rows;
}

}  // namespace tengen::engines::gomoku

#pragma once
// The Gomoku board as bits: row-major with one spare column at the right, here for size 5:
//
//     24 25 26 27 28 (29)      rank 5          bit = row · (size + 1) + column, rows from the bottom
//     18 19 20 21 22 (23)
//     12 13 14 15 16 (17)      The spare bits in brackets are always 0. Any line that leaves the board at a side
//      6  7  8  9 10 (11)      runs into one of them, so the only other edge to test is below 0 or above the top.
//      0  1  2  3  4  (5)      rank 1
//      a  b  c  d  e

#include <array>
#include <cstdint>

#include "core/bits.hpp"

namespace tengen::games::gomoku {

inline constexpr int smallest_size = 5;
inline constexpr int largest_size = 22;

enum class Rule : std::uint8_t {
  freestyle,  // five or more win
  standard,   // exactly five win
  renju,      // Black wins with exactly five and has forbidden points; White wins with five or more
};

constexpr int stride_of(int size) noexcept { return size + 1; }
constexpr int cells_of(int size) noexcept { return stride_of(size) * size; }

// The four directions of a line as distances between neighbouring bits: right, up, up-right, up-left.
constexpr std::array<int, 4> directions(int size) noexcept {
  return {1, stride_of(size), stride_of(size) + 1, stride_of(size) - 1};
}

// How many stones follow one another from `cell`, without it, in steps of `step`.
template <class Bits>
int run_from(const Bits& stones, int size, int cell, int step) noexcept {
  const auto cells = static_cast<unsigned>(cells_of(size));
  int n = 0;
  for (int c = cell + step; static_cast<unsigned>(c) < cells && stones.test(c); c += step) ++n;
  return n;
}

// The length of the run through `cell` along one line, counting the cell itself.
template <class Bits>
int run_through(const Bits& stones, int size, int cell, int step) noexcept {
  return 1 + run_from(stones, size, cell, step) + run_from(stones, size, cell, -step);
}

// Whether a run of this length wins for the side.
constexpr bool wins(Rule rule, bool black, int run) noexcept {
  if (rule == Rule::freestyle || (rule == Rule::renju && !black)) return run >= 5;
  return run == 5;
}

// Whether the stone on `cell`, already among `stones`, completes a winning five.
template <class Bits>
bool makes_five(const Bits& stones, int size, Rule rule, bool black, int cell) noexcept {
  for (const int step : directions(size))
    if (wins(rule, black, run_through(stones, size, cell, step))) return true;
  return false;
}

// All points of a board: every bit but the spare ones.
template <class Bits>
const Bits& all_points(int size) noexcept {
  static constexpr auto table = [] {
    std::array<Bits, largest_size + 1> boards{};
    for (int s = smallest_size; s <= largest_size; ++s) {
      if (cells_of(s) > static_cast<int>(8 * sizeof(Bits))) break;
      for (int row = 0; row < s; ++row)
        for (int column = 0; column < s; ++column) boards[static_cast<std::size_t>(s)].set(row * stride_of(s) + column);
    }
    return boards;
  }();
  return table[static_cast<std::size_t>(size)];
}

}  // namespace tengen::games::gomoku

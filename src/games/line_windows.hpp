#pragma once
// Counts stones in all windows of a line at once, with one bit per window.

#include <array>

#include "core/bits.hpp"

namespace tengen::games {

// Sums weights[k] over every window of `length` cells, `step` bits apart, that holds k > 0 bits of `own` and lies
// wholly in `open` (own or empty cells). Cells off the board are not open, so no window crosses an edge.
//
// Shifting the board by 0, step, 2·step, … brings the cells of the window that starts at bit i to bit i; the count is
// then added up for all windows in parallel, as three bit planes holding the binary digits of k.
template <int length, class Bits>
int window_score(const Bits& own, const Bits& open, int step, const std::array<int, length + 1>& weights) noexcept {
  static_assert(length <= 7, "three bit planes count to seven");
  Bits shifted_own = own, shifted_open = open, live = open;
  Bits ones = own, twos{}, fours{};
  for (int i = 1; i < length; ++i) {
    shifted_own = shifted_own >> step;
    shifted_open = shifted_open >> step;
    live = live & shifted_open;
    const Bits carry = ones & shifted_own;
    ones = ones ^ shifted_own;
    fours = fours ^ (twos & carry);
    twos = twos ^ carry;
  }
  int score = 0;
  for (int k = 1; k <= length; ++k) {
    const Bits with_k = live & ((k & 1) ? ones : ~ones) & ((k & 2) ? twos : ~twos) & ((k & 4) ? fours : ~fours);
    score += weights[static_cast<std::size_t>(k)] * bit_count(with_k);
  }
  return score;
}

}  // namespace tengen::games

#pragma once
// What a window is worth to a player of the ladder: a number and perhaps a random number, by what it holds.

#include <array>
#include <cmath>

#include "core/rng.hpp"
#include "engines/gomoku/windows.hpp"

namespace tengen::gomoku {

// value + rand(low, high), where rand is a uniform integer with both ends included; rand(0, 0) is no chance.
struct WindowScore {
  double value = 0;
  int low = 0;
  int high = 0;

  double mean() const noexcept { return 0.5 * (static_cast<double>(low) + high); }
  double variance() const noexcept {
    const double n = static_cast<double>(high) - low + 1;
    return (n * n - 1) / 12;
  }
  double draw(Rng& rng) const noexcept { return low + static_cast<double>(rng.below(spread())); }

 private:
  std::uint32_t spread() const noexcept { return static_cast<std::uint32_t>(high - low) + 1; }
};

// The scores of all codes, seen from one side.
using WindowRule = std::array<WindowScore, window_codes>;

// Fills the rule from `score(mine, theirs, content)`, where mine and theirs are numbers of stones.
template <class Score>
WindowRule make_window_rule(Side me, Score&& score) {
  WindowRule rule;
  for (std::size_t code = 0; code < window_codes; ++code) {
    const WindowContent& content = window_contents[code];
    rule[code] = score(int{content.stones[static_cast<std::size_t>(me)]},
                       int{content.stones[static_cast<std::size_t>(other(me))]}, content);
  }
  return rule;
}

// base^exponent, exact as long as it fits a double's 53 bits.
constexpr double power(double base, int exponent) noexcept {
  double result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

}  // namespace tengen::gomoku

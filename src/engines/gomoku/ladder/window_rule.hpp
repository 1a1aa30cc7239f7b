#pragma once
// What a window is worth to a player of the ladder: a number and perhaps a random number, by what it holds.

#include <array>

#include "core/rng.hpp"
#include "engines/gomoku/windows.hpp"

namespace tengen::engines::gomoku {

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

// --- The windows of AI7, AI8 and AI13: six numbers, and stones that stand together count for more ---
//
// With k stones of one colour in a window and t the sum of the squared lengths of its runs of stones:
//
//     X X . X .   k = 3, runs 2 and 1, t = 4 + 1 = 5           . X X X .   k = 3, one run, t = 9
//
//     mine            t · Num1 · Num2^(k−1)                    mixed   rand(1, Num5)
//     theirs, k ≤ 2  −t · Num1 · Num3 · Num2^(k−1)             empty   rand(1, Num6)
//     theirs, k ≥ 3  −t · Num1 · Num4 · Num2^(k−1)

using Nums = std::array<double, 6>;  // Num1 … Num6 at 0 … 5
inline constexpr Nums ai7_nums = {30, 900, 40, 90, 799, 10};

// The paper's table 3: what 40 and 120 rounds of evolution made of them, for Black and for White.
inline constexpr std::array<Nums, 2> ai8_nums_40 = {{
    {29.153065, 900.865529, 34.812081, 118.971993, 689.591161, 10.554894},
    {30.168348, 897.030364, 29.570714, 86.135963, 1336.091075, 11.988389},
}};
inline constexpr std::array<Nums, 2> ai8_nums_120 = {{
    {30.945376, 903.967744, 28.987532, 38.239987, 324.778935, 13.718610},
    {27.753161, 889.600012, 5.938275, 207.790961, 994.864699, 5.680720},
}};

// t: the sum of the squared lengths of the runs of equal stones in a window.
int squared_runs(const WindowContent& content) noexcept;

// An upper end of rand that is no whole number is cut down to one.
WindowRule run_rule(Side me, const Nums& nums);

// --- Chance in sums of windows ---

// A cheap draw from the bell curve (the normal distribution with mean 0 and variance 1), which a sum of hundreds of
// windows' draws is as good as. The curve is cut into 1024 slices of equal probability; a draw picks one of them and a
// point in it, with one random number and no logarithm. The outermost slices end where the variance comes out as exactly
// 1, near ±3.6.
class BellCurve {
 public:
  // Built at the first call; shared and never changed.
  static const BellCurve& shared();

  double draw(Rng& rng) const noexcept {
    const std::uint64_t bits = rng();
    const std::size_t slice = bits >> 54;
    const double within = static_cast<double>((bits << 10) >> 12) * 0x1.0p-52;
    return edges_[slice] + within * (edges_[slice + 1] - edges_[slice]);
  }
  double edge(std::size_t i) const noexcept { return edges_[i]; }

  static constexpr std::size_t slices = 1024;

 private:
  BellCurve();
  std::array<double, slices + 1> edges_{};
};

}  // namespace tengen::engines::gomoku

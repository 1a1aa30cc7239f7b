#pragma once
// The windows of AI7, AI8 and AI13: six numbers, and stones that stand together count for more.
//
// With k stones of one colour in a window and t the sum of the squared lengths of its runs of stones:
//
//     X X . X .   k = 3, runs 2 and 1, t = 4 + 1 = 5           . X X X .   k = 3, one run, t = 9
//
//     mine            t · Num1 · Num2^(k−1)                    mixed   rand(1, Num5)
//     theirs, k ≤ 2  −t · Num1 · Num3 · Num2^(k−1)             empty   rand(1, Num6)
//     theirs, k ≥ 3  −t · Num1 · Num4 · Num2^(k−1)

#include <array>

#include "engines/gomoku/ladder/window_rule.hpp"

namespace tengen::gomoku {

// Num1 … Num6 at 0 … 5.
using Nums = std::array<double, 6>;

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

// The sum of the squared lengths of the runs of equal stones in a window.
int squared_runs(const WindowContent& content) noexcept;

// An upper end of rand that is no whole number is cut down to one.
WindowRule run_rule(Side me, const Nums& nums);

}  // namespace tengen::gomoku

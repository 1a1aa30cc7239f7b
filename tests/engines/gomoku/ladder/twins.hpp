#pragma once
// The ladder's formulas written down once more, straight from the papers' page, on plain grids: slow, obvious, and
// without a line of the players' code. Chance is left out.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "games/gomoku/position.hpp"

namespace tengen::engines::gomoku::twin {

// 0 empty, +1 mine, −1 theirs; grid[row][column].
using Grid = std::vector<std::vector<int>>;
using Five = std::array<int, 5>;

template <class P>
Grid grid_of(const P& position) {
  const int n = position.size();
  Grid grid(static_cast<std::size_t>(n), std::vector<int>(static_cast<std::size_t>(n)));
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      const int cell = position.cell_of({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
      int& here = grid[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      if (position.stones(position.side_to_move()).test(cell)) here = 1;
      if (position.stones(other(position.side_to_move())).test(cell)) here = -1;
    }
  return grid;
}

struct At {
  int row, column;
  bool operator==(const At&) const = default;
};

// Calls visit(stones, points) for every window.
inline void for_each_window(const Grid& grid, const std::function<void(const Five&, const std::array<At, 5>&)>& visit) {
  const int n = static_cast<int>(grid.size());
  constexpr int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  for (const auto& [down, right] : steps)
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) {
        const int last_row = row + 4 * down, last_column = column + 4 * right;
        if (last_row >= n || last_column >= n || last_column < 0) continue;
        Five stones{};
        std::array<At, 5> points{};
        for (int i = 0; i < 5; ++i) {
          points[static_cast<std::size_t>(i)] = {row + i * down, column + i * right};
          stones[static_cast<std::size_t>(i)] =
              grid[static_cast<std::size_t>(row + i * down)][static_cast<std::size_t>(column + i * right)];
        }
        visit(stones, points);
      }
}

// The paper's n(s): my stones, or minus their stones; 0 when there are none or both.
inline int n_of(const Five& s) {
  const auto mine = std::ranges::count(s, 1), theirs = std::ranges::count(s, -1);
  if (mine > 0 && theirs > 0) return 0;
  return static_cast<int>(mine - theirs);
}

template <class Number>
Number to_the(Number base, int exponent) {
  return exponent == 0 ? Number{1} : base * to_the(base, exponent - 1);
}

// g(s) of each player.
inline long long ai2(const Five& s) {
  const int n = n_of(s);
  return n > 0 ? to_the(50LL, 2 * n - 1) : n < 0 ? -to_the(50LL, -2 * n) : 0;
}
inline long long ai4_paper(const Five& s) {
  const int n = n_of(s);
  if (n >= 3) return to_the(2500LL, n - 1);
  if (n > 0) return 10 * to_the(2500LL, n - 1);
  return n < 0 ? -100 * to_the(2500LL, -n - 1) : 0;
}
inline long long ai4_program(const Five& s) {
  const int n = n_of(s);
  if (n > 0) return to_the(50LL, 2 * n - 1);
  if (n < 0) return (n >= -2 ? -100 : -200) * to_the(50LL, -2 * n - 1);
  return 0;
}
inline long long ai5(const Five& s) {
  const int n = n_of(s);
  if (n > 0) return to_the(50LL, 2 * n + 1) - to_the(50LL, 2 * n - 1);
  if (n < 0) return to_the(50LL, -2 * n);
  return std::ranges::count(s, 0) == 5 ? 1 : 0;
}
inline int t_of(const Five& s) {
  int sum = 0;
  for (std::size_t start = 0; start < 5;) {
    std::size_t end = start;
    while (end < 5 && s[end] == s[start]) ++end;
    if (s[start] != 0) sum += static_cast<int>((end - start) * (end - start));
    start = end;
  }
  return sum;
}
template <class Number>
Number ai7(const Five& s, const std::array<Number, 6>& num) {
  const int n = n_of(s);
  if (n > 0) return t_of(s) * num[0] * to_the(num[1], n - 1);
  if (n < 0) return -t_of(s) * num[0] * (n >= -2 ? num[2] : num[3]) * to_the(num[1], -n - 1);
  return 0;
}

// AI6's window: its points matter.
inline long long ai6(const Five& s, const std::array<At, 5>& points, int size, bool program) {
  const int n = n_of(s);
  if (n == 0) return 0;
  long long product = 1;
  for (std::size_t i = 0; i < 5; ++i)
    if (s[i] != 0)
      product *= 50 + std::min(points[i].row, size - points[i].row - 1) +
                 std::min(points[i].column, size - points[i].column - 1);
  if (program) return (n > 0 ? 1 : -1) * (n >= 4 || n <= -4 ? 20 : 1) * product;
  return n > 0 ? product : -20 * product;
}

template <class Number>
Number board_value(const Grid& grid, const std::function<Number(const Five&)>& g) {
  Number sum = 0;
  for_each_window(grid, [&](const Five& s, const auto&) { sum += g(s); });
  return sum;
}

// AI5's forced play, by putting stones down and looking. Rows of five or more win.
class Ai5Rules {
 public:
  explicit Ai5Rules(Grid grid) : grid_(std::move(grid)) {}

  // The first rule, 1 to 5, that speaks for the point, or 6. Precondition: the point is empty.
  int rule(At p) {
    if (with(p, 1, [&] { return makes_five(p, 1); })) return 1;
    if (with(p, -1, [&] { return makes_five(p, -1); })) return 2;
    if (with(p, 1, [&] { return makes_open_four(p, 1); })) return 3;
    if (with(p, -1, [&] { return makes_open_four(p, -1); })) return 4;
    return with(p, 1, [&] { return open_threes(p); }) >= 2 ? 5 : 6;
  }

 private:
  static constexpr int off_board = 7;
  static constexpr int steps_[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

  template <class Look>
  int with(At p, int stone, Look&& look) {
    int& here = grid_[static_cast<std::size_t>(p.row)][static_cast<std::size_t>(p.column)];
    here = stone;
    const int seen = look();
    here = 0;
    return seen;
  }
  int get(At p, const int (&step)[2], int distance) const {
    const int row = p.row + step[0] * distance, column = p.column + step[1] * distance;
    const int n = static_cast<int>(grid_.size());
    if (row < 0 || row >= n || column < 0 || column >= n) return off_board;
    return grid_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  bool makes_five(At p, int colour) const {
    for (const auto& step : steps_)
      for (int start = -4; start <= 0; ++start) {
        int run = 0;
        while (run < 5 && get(p, step, start + run) == colour) ++run;
        if (run == 5) return true;
      }
    return false;
  }
  // Whether p is part of .XXXX. along a line.
  bool open_four_along(At p, const int (&step)[2], int colour) const {
    for (int end = -4; end <= -1; ++end) {
      bool open = get(p, step, end) == 0 && get(p, step, end + 5) == 0;
      for (int i = 1; i <= 4; ++i) open = open && get(p, step, end + i) == colour;
      if (open) return true;
    }
    return false;
  }
  bool makes_open_four(At p, int colour) const {
    return std::ranges::any_of(steps_, [&](const auto& step) { return open_four_along(p, step, colour); });
  }
  // The lines through p on which one more stone of mine makes an open four that p is part of.
  int open_threes(At p) {
    int lines = 0;
    for (const auto& step : steps_) {
      bool found = false;
      for (int distance = -3; distance <= 3; ++distance) {
        if (get(p, step, distance) != 0) continue;
        const At q{p.row + step[0] * distance, p.column + step[1] * distance};
        found = found || with(q, 1, [&] { return open_four_along(p, step, 1); });
      }
      lines += found;
    }
    return lines;
  }

  Grid grid_;
};

}  // namespace tengen::engines::gomoku::twin

#pragma once
// What AI13 thinks with: AI8's windows as scores of points, line by line, its values, and the shape of its tree.
//
// The score g of a window is added to each of its five points. What to look at and what a board is worth are two
// functions of the same windows:
//
//   order of an empty point    Σ |g| over the windows through it
//   value of a board           Σ over empty points of Σ g = Σ over windows of g · (empty points in the window)
//
// Scores are rounded to whole numbers, so that a sum is the same to the bit in whatever order it was added up. The
// chance in g (mixed and empty windows) is kept apart as counts: it is drawn as one number with the mean and variance
// of the sum of all draws.

#include <array>
#include <cstdint>

#include "engines/gomoku/ladder/point_model.hpp"
#include "engines/gomoku/ladder/window_rule.hpp"
#include "engines/gomoku/lines.hpp"

namespace tengen::engines::gomoku {

// How many draws a sum holds. A mixed window with e empty points enters a board's value e times, so its draw is
// multiplied by e.
struct Ai13Draws {
  int mixed = 0;          // rand(1, Num5): the sum of the factors
  int mixed_squares = 0;  // and of their squares
  int empty = 0;          // rand(1, Num6), alike
  int empty_squares = 0;

  Ai13Draws& operator+=(const Ai13Draws& o) noexcept { return each(o, 1); }
  Ai13Draws& operator-=(const Ai13Draws& o) noexcept { return each(o, -1); }
  bool operator==(const Ai13Draws&) const = default;

 private:
  Ai13Draws& each(const Ai13Draws& o, int sign) noexcept {
    mixed += sign * o.mixed;
    mixed_squares += sign * o.mixed_squares;
    empty += sign * o.empty;
    empty_squares += sign * o.empty_squares;
    return *this;
  }
};

struct Ai13Lines {
  struct Totals : LineTotals {  // values: without chance
    Ai13Draws draws;

    Totals& operator+=(const Totals& o) noexcept {
      LineTotals::operator+=(o);
      draws += o.draws;
      return *this;
    }
    Totals& operator-=(const Totals& o) noexcept {
      LineTotals::operator-=(o);
      draws -= o.draws;
      return *this;
    }
    bool operator==(const Totals&) const = default;
  };
  struct Info {
    Totals total;
    std::array<std::array<std::int64_t, largest_size>, 2> orders;  // of empty points, by side that sees them
    std::array<std::uint8_t, largest_size> mixed, empty;           // windows with chance through the point
  };

  std::array<std::array<std::int64_t, window_codes>, 2> scores{};  // without chance, by side and window code
  Rule rule = Rule::freestyle;

  Ai13Lines() = default;
  Ai13Lines(const std::array<Nums, 2>& nums, Rule rule);

  void operator()(const LineFace& face, Info& out) const noexcept;
};

// A value and, where the game has ended, after how many plies.
struct Ai13Value {
  double value = 0;
  int depth = 0;

  static constexpr double infinity = 1e100;
  Ai13Value operator-() const noexcept { return {-value, depth}; }
  // Of two wins the one that comes sooner is better, of two losses the one that comes later: a lost position is still
  // played out as long as it can be.
  friend bool operator<(const Ai13Value& a, const Ai13Value& b) noexcept {
    if (a.value != b.value) return a.value < b.value;
    if (a.value == infinity) return a.depth > b.depth;
    return a.value == -infinity && a.depth < b.depth;
  }
};

inline constexpr TreeShape ai13_shape{{7, 5, 5, 5, 4, 3, 3, 3}};

}  // namespace tengen::engines::gomoku

#pragma once
// The board's shape as the solver sees it: masks over the layout of games/connect4/position.hpp.
//
// The kernel is a template over the shape. ClassicShape turns every mask and shift of 7×6 into a constant; AnyShape
// holds them for the other boards. Both offer one member, `masks`.

#include <cassert>
#include <cstdint>

#include "engines/connect4/solver.hpp"

namespace tengen::engines::connect4 {

using Cells = std::uint64_t;  // a set of cells, one bit each

// The lowest bit of every four in a row along one direction.
constexpr Cells fours_along(Cells discs, int step) noexcept {
  const Cells pairs = discs & (discs >> step);
  return pairs & (pairs >> (2 * step));
}

struct ShapeMasks {
  int rows = 0;
  int columns = 0;
  int stride = 0;  // bits from a cell to its right-hand neighbour
  int cells = 0;   // cells that can hold a disc
  int key_bits = 0;
  bool symmetric = false;   // the mirror image is the same shape
  Cells bottom = 0;         // the lowest bit of every column
  Cells board = 0;          // all cells that can hold a disc
  int steps[4] = {};        // bits from a cell to its neighbours: above, right, right below, right above
  Cells windows[4] = {};    // for each of these directions the lowest bits of all windows of four
  Cells low = 0;            // the cells with three rows or more above them
  Cells blocked = 0;        // the blocked cell, if there is one
  Cells above_blocked = 0;  // the cell above it, where that cell has one below it to play first
  // The cells that the second of two players gets who answers every move in its own column, on top of it: counted in
  // the order of play, the last one of every column, the third last and so on.
  //
  //      row 6   F F F F         With a blocked cell (#) the count skips it:   F
  //      row 5   . . . .                                                       .
  //      row 4   F F F F                                                       #
  //      row 3   . . . .                                                       F
  //      row 2   F F F F                                                       .
  //      row 1   . . . .                                                       F
  Cells follower = 0;

  constexpr ShapeMasks() = default;
  constexpr explicit ShapeMasks(const Geometry& g)
      : rows(g.rows),
        columns(g.columns),
        stride(g.rows + 1),
        cells(cells_of(g)),
        key_bits(stride * g.columns),
        symmetric(g.blocked_column < 0 || 2 * g.blocked_column == g.columns - 1),
        steps{1, stride, stride - 1, stride + 1} {
    for (int column = 0; column < columns; ++column) {
      const int base = column * stride;
      bottom |= Cells{1} << base;
      low |= ((Cells{1} << (rows - 3)) - 1) << base;
      bool followers = true;
      for (int row = rows - 1; row >= 0; --row) {
        const Cells cell = Cells{1} << (base + row);
        if (column == g.blocked_column && row == g.blocked_row) {
          blocked = cell;
          if (row > 0 && row < rows - 1) above_blocked = cell << 1;
          continue;
        }
        board |= cell;
        if (followers) follower |= cell;
        followers = !followers;
      }
    }
    for (int i = 0; i < 4; ++i) windows[i] = fours_along(board, steps[i]);
  }
};

struct ClassicShape {
  static constexpr ShapeMasks masks{Geometry{}};
};

struct AnyShape {
  ShapeMasks masks;
};

// --- Lines -----------------------------------------------------------------------------------------------------

template <class Shape>
constexpr bool has_four(const Shape& shape, Cells discs) noexcept {
  const int stride = shape.masks.stride;
  return (fours_along(discs, 1) | fours_along(discs, stride) | fours_along(discs, stride - 1) |
          fours_along(discs, stride + 1)) != 0;
}

// The cells, taken or not, that would complete a four of these discs along one direction.
constexpr Cells completions_along(Cells discs, int step) noexcept {
  const Cells pairs = discs & (discs << step);  // a pair ends here
  const Cells beyond = pairs << step;           // the cell after it …
  const Cells ahead = pairs >> (2 * step);      // … and the cell before it
  return (beyond & ((discs << (3 * step)) | (discs >> step))) | (ahead & ((discs << step) | (discs >> (3 * step))));
}

// The cells that would complete a four: a superset of the threats, to be cut down to free cells.
template <class Shape>
constexpr Cells completions(const Shape& shape, Cells discs) noexcept {
  const int stride = shape.masks.stride;
  return (discs << 1 & discs << 2 & discs << 3) | completions_along(discs, stride) |
         completions_along(discs, stride - 1) | completions_along(discs, stride + 1);
}

// The cells that come right before these ones in their columns, over the blocked cell as if it were not there.
template <class Shape>
constexpr Cells before(const Shape& shape, Cells cells) noexcept {
  const Cells over = shape.masks.above_blocked;
  return ((cells & ~over) >> 1) | ((cells & over) >> 2);
}

template <class Shape>
constexpr Cells mirrored(const Shape& shape, Cells cells) noexcept {
  const int stride = shape.masks.stride;
  const Cells column = (Cells{1} << stride) - 1;
  Cells result = 0;
  for (int i = 0; i < shape.masks.columns; ++i) {
    result = (result << stride) | (cells & column);
    cells >>= stride;
  }
  return result;
}

}  // namespace tengen::engines::connect4

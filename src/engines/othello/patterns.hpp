#pragma once
// The patterns of the evaluation: which cells they look at, and how a board becomes numbers.
//
// A pattern is a list of cells. Its number is written in base three, one digit for each cell: 0 empty, 1 a disc of the
// side to move, 2 a disc of the other. Twelve shapes, each in all its places on the board, give 46 patterns:
//
//     corner        angle         edge              block             lines 2, 3, 4    diagonals of 8, 7, 6, 5, 4
//     0 1 2 . .     4 6 7 8 9     1 2 3 4 5 6 7 8   0 . 1 2 7 8 . 9   . . . . . .      0 . . .      . 0 . .
//     3 4 5 . .     3 5 . . .     0 . . . . . . 9   . . 3 4 5 6 . .   0 1 2 3 4 5      . 1 . .      . . 1 .
//     6 7 8 . .     2 . . . .     (X cells)         . . . . . . . .   . . . . . .      . . 2 .      . . . 2
//
// Places that turn or mirror into each other share their weights, and so do a place and its own mirror image.

#include <array>
#include <cstddef>
#include <cstdint>

namespace tengen::engines::othello {

inline constexpr std::size_t pattern_shapes = 12;
inline constexpr std::size_t pattern_places = 46;
inline constexpr std::size_t most_cells = 10;

namespace detail {

struct Shape {
  std::size_t size = 0;
  std::array<int, most_cells> cells{};
};

inline constexpr std::array<Shape, pattern_shapes> shapes = {{
    {9, {0, 1, 2, 8, 9, 10, 16, 17, 18}},
    {10, {32, 24, 16, 8, 0, 9, 1, 2, 3, 4}},
    {10, {9, 0, 1, 2, 3, 4, 5, 6, 7, 14}},
    {10, {0, 2, 3, 10, 11, 12, 13, 4, 5, 7}},
    {8, {8, 9, 10, 11, 12, 13, 14, 15}},
    {8, {16, 17, 18, 19, 20, 21, 22, 23}},
    {8, {24, 25, 26, 27, 28, 29, 30, 31}},
    {8, {0, 9, 18, 27, 36, 45, 54, 63}},
    {7, {1, 10, 19, 28, 37, 46, 55}},
    {6, {2, 11, 20, 29, 38, 47}},
    {5, {3, 12, 21, 30, 39}},
    {4, {4, 13, 22, 31}},
}};

// As Position::transformed: bit 4 mirrors along the main diagonal, then 1 left-right and 2 top-bottom.
constexpr int turned(int cell, int symmetry) {
  int row = cell / 8, column = cell % 8;
  if ((symmetry & 4) != 0) {
    const int old = row;
    row = column;
    column = old;
  }
  if ((symmetry & 1) != 0) column = 7 - column;
  if ((symmetry & 2) != 0) row = 7 - row;
  return 8 * row + column;
}

constexpr std::size_t power_of_three(std::size_t exponent) {
  std::size_t power = 1;
  while (exponent-- > 0) power *= 3;
  return power;
}

}  // namespace detail

// Where the weights of each shape begin, and how many there are in all.
struct PatternLayout {
  std::array<std::size_t, pattern_shapes> begin{}, size{};
  std::size_t total = 0;
};
constexpr PatternLayout make_pattern_layout() {
  PatternLayout layout;
  for (std::size_t s = 0; s < pattern_shapes; ++s) {
    layout.begin[s] = layout.total;
    layout.size[s] = detail::power_of_three(detail::shapes[s].size);
    layout.total += layout.size[s];
  }
  return layout;
}
inline constexpr PatternLayout pattern_layout = make_pattern_layout();

// All places: the shape of each, and what a disc on a cell adds to its number.
struct PatternPlaces {
  static constexpr std::size_t width = 48;  // a place more than needed, twice: three vectors of sixteen numbers
  std::array<std::size_t, pattern_places> shape{};
  alignas(64) std::array<std::array<std::uint16_t, width>, 64> digit{};
  // mirrors[shape][i]: the cell of the list that cell i becomes when the pattern is mirrored into itself.
  std::array<std::array<std::size_t, most_cells>, pattern_shapes> mirrors{};
};
constexpr PatternPlaces make_pattern_places() {
  PatternPlaces places;
  std::size_t count = 0;
  for (std::size_t s = 0; s < pattern_shapes; ++s) {
    const detail::Shape& shape = detail::shapes[s];
    std::array<std::uint64_t, 8> seen{};
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < shape.size; ++i) places.mirrors[s][i] = i;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      std::uint64_t cells = 0;
      for (std::size_t i = 0; i < shape.size; ++i)
        cells |= std::uint64_t{1} << detail::turned(shape.cells[i], symmetry);
      bool known = false;
      for (std::size_t d = 0; d < distinct; ++d) known = known || seen[d] == cells;
      if (known) {
        // The first place again, the other way round? A diagonal also comes back as it was.
        bool same_order = true;
        for (std::size_t i = 0; i < shape.size; ++i)
          same_order = same_order && detail::turned(shape.cells[i], symmetry) == shape.cells[i];
        if (cells == seen[0] && !same_order)
          for (std::size_t i = 0; i < shape.size; ++i)
            for (std::size_t j = 0; j < shape.size; ++j)
              if (detail::turned(shape.cells[i], symmetry) == shape.cells[j]) places.mirrors[s][i] = j;
        continue;
      }
      seen[distinct++] = cells;
      places.shape[count] = s;
      for (std::size_t i = 0; i < shape.size; ++i)
        places.digit[static_cast<std::size_t>(detail::turned(shape.cells[i], symmetry))][count] =
            static_cast<std::uint16_t>(detail::power_of_three(i));
      ++count;
    }
  }
  return places;
}
inline constexpr PatternPlaces pattern_places_table = make_pattern_places();

}  // namespace tengen::engines::othello

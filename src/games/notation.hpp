#pragma once
// How positions are written, alike in all games:
//
//   [key=value …] DIAGRAM SIDE     rows from the top, joined by '/'; x and o are stones of the first and the second
//                                  player, a number is a run of empty cells, '#' is a blocked cell
//   [key=value …] MOVES            moves from the start, with or without separators
//
//   rule=renju 5/5/2x2/5/5 o       rows=6 columns=7 blocked=d1 4453       f5d6c3

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "core/settings.hpp"
#include "core/side.hpp"

namespace tengen::games {

enum class Cell : char { empty = '.', first = 'x', second = 'o', blocked = '#' };

// A board as drawn: row 0 is the top.
struct Diagram {
  int rows = 0;
  int columns = 0;
  std::vector<Cell> cells;
  Side to_move = Side::first;
  bool numbers_from_top = false;  // where row 1 is; at the bottom in most games
  bool column_numbers = false;    // columns are moves and have numbers, beside their letters

  Cell at(int cell) const { return cells[static_cast<std::size_t>(cell)]; }
  Cell at(int row, int column) const { return at(row * columns + column); }
  int number_of(int row) const { return numbers_from_top ? row + 1 : rows - row; }
  std::string name_of(int cell) const;  // "h8"
};

struct PositionText {
  Values options;
  std::vector<std::string> given;  // names of the options that stood in the text
  std::optional<Diagram> diagram;
  std::string moves;  // what is left, in lower case

  bool has(std::string_view option) const;
};

// Splits a position text; `defaults` hold the options where the text is silent.
Expected<PositionText> parse_position_text(std::string_view text, const std::vector<Setting>& settings,
                                           const Values& defaults, std::string_view game);

// The diagram form of a board: "5/5/2x2/5/5 o".
std::string to_text(const Diagram& diagram);

// "x", "o", also "black", "b", "white", "w", in any case.
std::optional<Side> parse_side(std::string_view text);

// A cell written as a column letter and a 1-based row number, in lower case: "h8".
struct CellName {
  int column = 0;
  int number = 0;
  std::size_t length = 0;  // characters read
};
std::optional<CellName> parse_cell_name(std::string_view text);
std::string cell_name(int column, int number);

// Skips what may stand between moves: white space, commas, semicolons.
std::string_view skip_separators(std::string_view text);

// Plays moves from the start, each so many names of cells: "h8 i9", "h8i9"; with two cells a move "a2a3 b7b6".
template <class P>
Expected<P> play_cells(P position, std::string_view moves, int cells_of_move = 1) {
  int number = 0;
  for (auto rest = skip_separators(moves); !rest.empty();) {
    ++number;
    std::size_t length = 0;
    for (int i = 0; i < cells_of_move; ++i) {
      const auto name = parse_cell_name(rest.substr(length));
      length += name ? name->length : std::min<std::size_t>(rest.size() - length, 3);
    }
    const auto move = position.parse_move(rest.substr(0, length));
    if (!move) return fail("position: move {}: {}", number, move.error().message);
    position.play(*move);
    rest = skip_separators(rest.substr(length));
  }
  return position;
}

// The picture of a board, with row numbers at the left and letters below.
std::string draw(const Diagram& diagram);

}  // namespace tengen::games

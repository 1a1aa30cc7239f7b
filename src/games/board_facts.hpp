#pragma once
// What can be said about a board beyond its stones, for whoever draws it. Cells are counted row by row from the top of
// the diagram.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/notation.hpp"

namespace tengen::games {

using CellIndex = int;

// How a board is drawn.
enum class BoardLook : std::uint8_t {
  squares,  // chequered, with pieces on the squares
  points,   // stones on the crossings of lines
  frame,    // discs fall behind the holes of a frame: a click anywhere in a column means its move
  felt,     // discs on green felt, with dots where one can be played
  paper,    // crosses and noughts in pencil
};
std::string_view name_of(BoardLook look);

// What a move does to the board.
struct BoardChange {
  std::optional<CellIndex> to;    // where its stone comes to rest; nothing for a pass
  std::optional<CellIndex> from;  // the cell it leaves; nothing where it comes from the hand
  // All cells that look different afterwards, and how: `to` first, then `from`, then stones that were turned or taken.
  std::vector<std::pair<CellIndex, Cell>> cells;

  bool operator==(const BoardChange&) const = default;
};

// Read off the boards before and after a move of before.to_move.
BoardChange change_between(const Diagram& before, const Diagram& after);

// Options of a game with their values, as one would type them, in the order of their declaration.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

// An empty cell that the rules keep the side to move off, and why, in a word that the page translates.
struct ForbiddenCell {
  CellIndex cell = 0;
  std::string_view reason;
};

// What the side that is not to move would do next: a hint for eyes, not a proof.
struct Threats {
  std::string_view kind;  // in a word that the page translates
  std::vector<CellIndex> cells;
};

// The first straight row of `least` to `most` stones of the side that has won, in order; empty where none has.
std::vector<CellIndex> winning_row(const Diagram& board, Outcome outcome, int least, int most);

}  // namespace tengen::games

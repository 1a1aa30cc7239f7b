#pragma once
// A position as the page draws it: cells, what can be played where, what the last move did. The page knows no rules; all
// of them speak through here.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "roster/registry.hpp"
#include "server/fields.hpp"

namespace tengen {

// A cell is its place in the diagram, row by row from the top.
using CellIndex = int;

// Where a move's stone comes to rest; nothing for a pass.
std::optional<CellIndex> cell_of(const Game& game, AnyMove move);

// A move and where it goes: {"move": "h8", "cell": 112}.
Json move_json(const Game& game, AnyMove move);
// A line of moves from here, with the side that plays each.
Json line_json(const Game& game, const std::vector<AnyMove>& line);

// The board as one text, a character for each cell.
std::string cells_text(const Diagram& diagram);

// The values of the game's options in this position.
Json options_json(const GameKind& kind, const Game& game);

// The cells of a row that won, in order; empty where nothing did, and in games without rows.
std::vector<CellIndex> winning_line(const GameKind& kind, const Game& game);

// The game as a Position of docs/api.md.
Json position_json(const GameKind& kind, const Game& game);

// The board after every move, for replay.
Json frames_json(const GameKind& kind, const Game& game);

// The start that a game began from, as text.
std::string start_text(const Game& game);

}  // namespace tengen

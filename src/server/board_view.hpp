#pragma once
// A position as the page draws it: cells, what can be played where, what the last move did. The page knows no rules; all
// of them speak through here.

#include <optional>
#include <string>
#include <vector>

#include "roster/registry.hpp"
#include "server/fields.hpp"

namespace tengen {

// Where a move's stone comes to rest; nothing for a pass.
std::optional<CellIndex> cell_of(const Game& game, AnyMove move);

// A move and where it goes: {"move": "h8", "cell": 112}; with "from" where it leaves a cell.
Json move_json(const Game& game, AnyMove move);
// A line of moves from here, with the side that plays each.
Json line_json(const Game& game, const std::vector<AnyMove>& line);

// The game as a Position of docs/api.md.
Json position_json(const GameKind& kind, const Game& game);

// The board after every move, for replay.
Json frames_json(const GameKind& kind, const Game& game);

// The start that a game began from, as text.
std::string start_text(const Game& game);

}  // namespace tengen

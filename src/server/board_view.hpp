#pragma once
// A position as the page draws it: cells, what can be played where, what the last move did. The page knows no rules; all
// of them speak through here.

#include <optional>
#include <string>
#include <vector>

#include "roster/registry.hpp"
#include "server/fields.hpp"

namespace tengen::server {

// Where a move's stone comes to rest; nothing for a pass.
std::optional<games::CellIndex> cell_of(const roster::Game& game, roster::AnyMove move);

// A move and where it goes: {"move": "h8", "cell": 112}; with "from" where it leaves a cell.
Json move_json(const roster::Game& game, roster::AnyMove move);
// A line of moves from here, with the side that plays each.
Json line_json(const roster::Game& game, const std::vector<roster::AnyMove>& line);

// The game as a Position of docs/api.md.
Json position_json(const roster::GameKind& kind, const roster::Game& game);

// The board after every move, for replay.
Json frames_json(const roster::GameKind& kind, const roster::Game& game);

// The start that a game began from, as text.
std::string start_text(const roster::Game& game);

}  // namespace tengen::server

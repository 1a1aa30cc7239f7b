#pragma once
// The board behind a game, as file formats need it: its cells, and the rule where there are several.

#include <string>

#include "games/notation.hpp"
#include "roster/game.hpp"

namespace tengen {

struct Board {
  Diagram diagram;
  std::string rule;  // Gomoku's "standard" or "renju"; empty for the usual rule
};

// What the game's position text shows.
Board board_of(const Game& game);

}  // namespace tengen

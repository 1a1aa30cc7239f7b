#pragma once
// The board behind a game, as file formats need it: its cells, and what else its position text says.

#include <string>

#include "games/notation.hpp"
#include "roster/game.hpp"

namespace tengen::records {

struct Board {
  games::Diagram diagram;
  std::string options;  // what stands before the diagram: "rule=renju", "k=4"
  std::string rule;     // Gomoku's "standard" or "renju"; empty for the usual rule
};

Board board_of(const roster::Game& game);

}  // namespace tengen::records

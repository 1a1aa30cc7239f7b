#pragma once
// A board with what a player thinks of each point written on it.

#include <string>

#include "roster/player.hpp"

namespace tengen::app {

// Short enough for a cell: 7, -250, 12.5k, 3e30.
std::string short_number(double value);

// The picture of the game with the candidates' values on their points; "*" marks the chosen one, "<" a
// value that is only known to be no higher. For games whose moves are columns the values stand in a row below.
std::string value_map(const roster::Game& game, const roster::Choice& choice);

}  // namespace tengen::app

#pragma once
// The games and the players that play all of them. Their searches are templates over every kind of board, the dearest
// part of the program to compile, and so have a file of their own.

#include "roster/registry.hpp"

namespace tengen::app {

void add_games_and_generic_players(roster::Registry& registry);

}  // namespace tengen::app

#include "app/generic_players.hpp"

#include "app/builtin_games.hpp"
#include "engines/generic/fixed_depth.hpp"
#include "engines/generic/full_width.hpp"
#include "engines/generic/greedy.hpp"
#include "engines/generic/random.hpp"
#include "engines/generic/table_player.hpp"
#include "engines/generic/uct.hpp"
#include "engines/gomoku/full_width.hpp"
#include "roster/kinds.hpp"

namespace tengen::app {

// One line for each player of all games.
using GenericPlayers = roster::TypeList<  //
    engines::RandomPlayer,                //
    engines::QPlayer,                     //
    engines::SarsaPlayer,                 //
    engines::FullWidthPlayer,             //
    engines::GreedyPlayer,                //
    engines::UctPlayer,                   //
    engines::MinimaxPlayer,               //
    engines::AlphaBetaPlayer              //
    >;

void add_games_and_generic_players(roster::Registry& registry) {
  roster::add_games(registry, Games{});
  roster::add_players(registry, GenericPlayers{}, Games{});
}

}  // namespace tengen::app

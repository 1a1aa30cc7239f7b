#include "app/generic_players.hpp"

#include "app/builtin_games.hpp"
#include "players/generic/fixed_depth.hpp"
#include "players/generic/full_width.hpp"
#include "players/generic/greedy.hpp"
#include "players/generic/random.hpp"
#include "players/generic/table_player.hpp"
#include "players/generic/uct.hpp"
#include "players/gomoku/full_width.hpp"
#include "roster/kinds.hpp"

namespace tengen {

// One line for each player, from the weakest to the strongest.
using GenericPlayers = TypeList<  //
    RandomPlayer,                 //
    QPlayer,                      //
    SarsaPlayer,                  //
    FullWidthPlayer,              //
    GreedyPlayer,                 //
    UctPlayer,                    //
    MinimaxPlayer,                //
    AlphaBetaPlayer               //
    >;

void add_games_and_generic_players(Registry& registry) {
  add_games(registry, Games{});
  add_players(registry, GenericPlayers{}, Games{});
}

}  // namespace tengen

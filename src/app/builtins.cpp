#include "app/builtins.hpp"

#include "app/builtin_games.hpp"
#include "champions/connect4/champion_player.hpp"
#include "champions/connect4/solver_player.hpp"
#include "players/connect4/uct.hpp"
#include "players/generic/fixed_depth.hpp"
#include "players/generic/greedy.hpp"
#include "players/generic/random.hpp"
#include "players/generic/uct.hpp"
#include "players/gomoku/classic/player.hpp"
#include "players/gomoku/ladder/ai1.hpp"
#include "players/gomoku/ladder/ai10.hpp"
#include "players/gomoku/ladder/ai11.hpp"
#include "players/gomoku/ladder/ai12.hpp"
#include "players/gomoku/ladder/ai13.hpp"
#include "players/gomoku/ladder/ai2.hpp"
#include "players/gomoku/ladder/ai4.hpp"
#include "players/gomoku/ladder/ai5.hpp"
#include "players/gomoku/ladder/ai6.hpp"
#include "players/gomoku/ladder/ai7.hpp"
#include "players/gomoku/pattern/players.hpp"
#include "players/gomoku/threat/db_player.hpp"
#include "players/gomoku/threat/solvers.hpp"
#include "protocol/players.hpp"

namespace tengen {

// One line for each player: it joins every game whose positions its `make` accepts.
using Players = TypeList<            //
    RandomPlayer,                    //
    GreedyPlayer,                    //
    MinimaxPlayer,                   //
    AlphaBetaPlayer,                 //
    UctPlayer,                       //
    gomoku::Ai1,                     //
    gomoku::Ai2,                     //
    gomoku::Ai4,                     //
    gomoku::Ai5,                     //
    gomoku::Ai6,                     //
    gomoku::Ai7,                     //
    gomoku::Ai8,                     //
    gomoku::Ai10,                    //
    gomoku::Ai11,                    //
    gomoku::Ai12,                    //
    gomoku::Ai13,                    //
    gomoku::PatternMinimaxPlayer,    //
    gomoku::PatternAlphaBetaPlayer,  //
    gomoku::DbSearchPlayer,          //
    gomoku::ClassicPlayer,           //
    connect4::SolverPlayer,          //
    connect4::UctPlayer,             //
    connect4::ChampionPlayer         //
    >;

// One line for each exact method; the first one of a game is its default.
using Solvers = TypeList<    //
    gomoku::VcfSolver,       //
    gomoku::VctSolver,       //
    gomoku::DbSearchSolver,  //
    gomoku::DfpnSolver,      //
    connect4::PerfectSolver  //
    >;

std::string_view strongest_player(std::string_view game) {
  if (game == gomoku::Game::name) return "threat/alphabeta";
  if (game == connect4::Game::name) return "connect4/champion";
  return "alphabeta";
}

const Registry& builtins() {
  static const Registry registry = [] {
    Registry r = make_registry(Games{}, Players{}, Solvers{});
    for (PlayerKind& kind : external_players()) r.add_player(std::move(kind));
    return r;
  }();
  return registry;
}

}  // namespace tengen

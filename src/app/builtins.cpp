#include "app/builtins.hpp"

#include "app/builtin_games.hpp"
#include "app/generic_players.hpp"
#include "engines/connect4/champion_player.hpp"
#include "engines/connect4/solver_player.hpp"
#include "engines/connect4/uct.hpp"
#include "engines/gomoku/champion/champion_player.hpp"
#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/pattern/players.hpp"
#include "engines/gomoku/threat/alphabeta/player.hpp"
#include "engines/gomoku/threat/db_player.hpp"
#include "engines/gomoku/threat/solvers.hpp"
#include "engines/othello/champion_player.hpp"
#include "engines/othello/paper_players.hpp"
#include "engines/othello/solver_player.hpp"
#include "protocol/players.hpp"
#include "roster/kinds.hpp"

namespace tengen {

// One line for each player: it joins every game whose positions its `make` accepts. Players of all games are in
// generic_players.cpp.
using Players = TypeList<            //
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
    gomoku::ThreatAlphaBetaPlayer,   //
    gomoku::ChampionPlayer,          //
    connect4::SolverPlayer,          //
    connect4::UctPlayer,             //
    connect4::ChampionPlayer,        //
    othello::GreedyPlayer,           //
    othello::MinimaxPlayer,          //
    othello::AlphaBetaPlayer,        //
    othello::SolverPlayer,           //
    othello::ChampionPlayer          //
    >;

// One line for each exact method; the first one of a game is its default.
using Solvers = TypeList<     //
    gomoku::VcfSolver,        //
    gomoku::VctSolver,        //
    gomoku::DbSearchSolver,   //
    gomoku::DfpnSolver,       //
    connect4::PerfectSolver,  //
    othello::PerfectSolver    //
    >;

const Registry& builtins() {
  static const Registry registry = [] {
    Registry r;
    add_games_and_generic_players(r);
    add_players(r, Players{}, Games{});
    add_solvers(r, Solvers{}, Games{});
    for (PlayerKind& kind : external_players()) r.add_player(std::move(kind));
    return r;
  }();
  return registry;
}

}  // namespace tengen

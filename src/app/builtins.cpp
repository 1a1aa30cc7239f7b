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

namespace tengen::app {

// One line for each player: it joins every game whose positions its `make` accepts. Players of all games are in
// generic_players.cpp.
using Players = roster::TypeList<             //
    engines::gomoku::Ai1,                     //
    engines::gomoku::Ai2,                     //
    engines::gomoku::Ai4,                     //
    engines::gomoku::Ai5,                     //
    engines::gomoku::Ai6,                     //
    engines::gomoku::Ai7,                     //
    engines::gomoku::Ai8,                     //
    engines::gomoku::Ai10,                    //
    engines::gomoku::Ai11,                    //
    engines::gomoku::Ai12,                    //
    engines::gomoku::Ai13,                    //
    engines::gomoku::PatternMinimaxPlayer,    //
    engines::gomoku::PatternAlphaBetaPlayer,  //
    engines::gomoku::DbSearchPlayer,          //
    engines::gomoku::ThreatAlphaBetaPlayer,   //
    engines::gomoku::ChampionPlayer,          //
    engines::connect4::SolverPlayer,          //
    engines::connect4::UctPlayer,             //
    engines::connect4::ChampionPlayer,        //
    engines::othello::GreedyPlayer,           //
    engines::othello::MinimaxPlayer,          //
    engines::othello::AlphaBetaPlayer,        //
    engines::othello::SolverPlayer,           //
    engines::othello::ChampionPlayer          //
    >;

// One line for each exact method; the first one of a game is its default.
using Solvers = roster::TypeList<      //
    engines::gomoku::VcfSolver,        //
    engines::gomoku::VctSolver,        //
    engines::gomoku::DbSearchSolver,   //
    engines::gomoku::DfpnSolver,       //
    engines::connect4::PerfectSolver,  //
    engines::othello::PerfectSolver    //
    >;

const roster::Registry& builtins() {
  static const roster::Registry registry = [] {
    roster::Registry r;
    add_games_and_generic_players(r);
    roster::add_players(r, Players{}, Games{});
    roster::add_solvers(r, Solvers{}, Games{});
    for (roster::PlayerKind& kind : protocol::external_players()) r.add_player(std::move(kind));
    return r;
  }();
  return registry;
}

}  // namespace tengen::app

#pragma once
// The one list of built-in games. A game is one line here (and its include): everything else follows from its folder.

#include "games/breakthrough/game.hpp"
#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/mnk/game.hpp"
#include "games/othello/game.hpp"
#include "roster/type_list.hpp"

namespace tengen::app {

using Games = roster::TypeList<  //
    games::gomoku::Game,         //
    games::connect4::Game,       //
    games::othello::Game,        //
    games::breakthrough::Game,   //
    games::mnk::Game             //
    >;

}  // namespace tengen::app

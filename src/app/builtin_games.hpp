#pragma once
// The one list of built-in games. A game is one line here (and its include): everything else follows from its folder.

#include "games/breakthrough/game.hpp"
#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/mnk/game.hpp"
#include "games/othello/game.hpp"
#include "roster/type_list.hpp"

namespace tengen {

using Games = TypeList<  //
    gomoku::Game,        //
    connect4::Game,      //
    othello::Game,       //
    breakthrough::Game,  //
    mnk::Game            //
    >;

}  // namespace tengen

#pragma once
// The games without their players, which a parser does not need.

#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "roster/registry.hpp"

namespace tengen::fuzz {

inline const Registry& games() {
  static const Registry registry =
      make_registry(TypeList<gomoku::Game, connect4::Game, othello::Game>{}, TypeList<>{}, TypeList<>{});
  return registry;
}

}  // namespace tengen::fuzz

#pragma once
// The solver as a method of `tengen solve` and as a player.

#include <concepts>
#include <memory>

#include "engines/info.hpp"
#include "engines/rules.hpp"
#include "games/othello/position.hpp"
#include "search/engine.hpp"
#include "search/solver.hpp"

namespace tengen::engines::othello {

// The exact score of the position, on request that of every move, and a best line.
struct PerfectSolver {
  static search::SolverInfo info();
  template <std::same_as<Position> P>
  static search::Solution<P> solve(const P& position, const Values& settings, const Limits& limits, StopToken stop);
};

// Plays a move with the best score once few enough cells are empty, however deep it may look ahead. Before that, and
// where time or nodes do not let it find one, it looks ahead with the six factors.
struct SolverPlayer {
  static PlayerInfo info();
  template <std::same_as<Position> P>
  static std::unique_ptr<search::Engine<P>> make(const Values& settings);
};

}  // namespace tengen::engines::othello

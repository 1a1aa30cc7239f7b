#pragma once
// The solver as a method of `tengen solve` and as a player.

#include <concepts>
#include <memory>

#include "engines/info.hpp"
#include "engines/rules.hpp"
#include "games/connect4/position.hpp"
#include "search/engine.hpp"
#include "search/solver.hpp"

namespace tengen::engines::connect4 {

// Exact scores of the position and of every column, and a best line.
struct PerfectSolver {
  static search::SolverInfo info();
  template <std::same_as<SmallPosition> P>
  static search::Solution<P> solve(const P& position, const Values& settings, const Limits& limits, StopToken stop);
};

// Plays a move with the best score. Where the limits do not let it find one, it avoids what loses soonest.
struct SolverPlayer {
  static PlayerInfo info();
  template <std::same_as<SmallPosition> P>
  static std::unique_ptr<search::Engine<P>> make(const Values& settings);
};

}  // namespace tengen::engines::connect4

#pragma once
// The games of a tuning run, on the arena's workers.

#include <functional>
#include <span>
#include <string>

#include "arena/tournament.hpp"
#include "learn/tune/setup.hpp"

namespace tengen::learn::tune {

struct PlannedGame {
  std::string player;  // specs
  std::string opponent;
  Side side = Side::first;    // the player's
  std::uint64_t opening = 0;  // its number
  std::uint64_t seed = 0;     // decides all chance
};

// What a run needs of a game.
struct FinishedGame {
  Outcome outcome = Outcome::draw;
  int empty = 0;            // points left at the end
  std::uint64_t print = 0;  // equal for equal games

  // What it counts for the player on that side.
  double fitness(Side side, Fitness kind) const;
};

// The player, its opponents and those that it has not met, in the same conditions.
Expected<arena::Tournament> tournament_of(const TuneSetup& setup, const roster::Registry& registry);

// Plays each plan and calls done(number, game), in the order in which games end and one at a time. False when it was
// stopped before the end. A player that crashes, cheats or cannot be made is an error: its games would teach nothing.
using GameDone = std::function<void(std::size_t, const FinishedGame&)>;
Expected<bool> play_games(const arena::Tournament& tournament, const roster::Registry& registry,
                          std::span<const PlannedGame> plans, const GameDone& done, const StopToken& stop);

// The most that one game can count.
double game_worth(const TuneSetup& setup);

}  // namespace tengen::learn::tune

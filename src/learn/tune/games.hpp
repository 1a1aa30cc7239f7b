#pragma once
// The games of a tuning run, on any number of threads. A game is decided by its plan alone.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/limits.hpp"
#include "learn/tune/setup.hpp"

namespace tengen::tune {

struct GamePlan {
  std::string player;  // specs
  std::string opponent;
  Side side = Side::first;    // the player's
  std::uint64_t opening = 0;  // its number
  std::uint64_t seed = 0;     // decides all chance
};

struct FinishedGame {
  Outcome outcome = Outcome::draw;
  int empty = 0;            // points left at the end
  std::uint64_t print = 0;  // equal for equal games

  // What it counts for the player on that side.
  double fitness(Side side, Fitness kind) const;
};

class GamePool {
 public:
  // Both must outlive the pool.
  GamePool(const TuneSetup& setup, const Registry& registry, int threads);
  ~GamePool();

  // Calls done(number, game) for each plan, in the order in which games end and one at a time. False when it was stopped
  // before the end. A player that crashes, cheats or cannot be made is an error: its games would teach nothing.
  using Done = std::function<void(std::size_t, const FinishedGame&)>;
  Expected<bool> play(std::span<const GamePlan> plans, const Done& done, const StopToken& stop);

 private:
  class Worker;

  const TuneSetup& setup_;
  const Registry& registry_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

// The most that one game can count.
double game_worth(const TuneSetup& setup);

}  // namespace tengen::tune

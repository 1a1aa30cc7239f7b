#pragma once
// The games of a tuning run, on the arena's workers.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "arena/workers.hpp"
#include "learn/tune/setup.hpp"

namespace tengen::tune {

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
Expected<Tournament> tournament_of(const TuneSetup& setup, const Registry& registry);

class GamePool final : public GameSource {
 public:
  // Both must outlive the pool.
  GamePool(const Tournament& tournament, const Registry& registry);
  ~GamePool() override;

  // Calls done(number, game) for each plan, in the order in which games end and one at a time. False when it was stopped
  // before the end; then it plays no more. A player that crashes, cheats or cannot be made is an error: its games would
  // teach nothing.
  using Done = std::function<void(std::size_t, const FinishedGame&)>;
  Expected<bool> play(std::span<const PlannedGame> plans, const Done& done, const StopToken& stop);

  std::optional<GamePlan> next() override;
  void finished(const GamePlan& plan, std::optional<Record> game, const Game& board) override;
  StopToken stop_token() const override { return enough_.get_token(); }

 private:
  const Tournament& tournament_;
  std::mutex mutex_;  // guards what follows, and the calls of done
  std::condition_variable_any more_, settled_;
  std::span<const PlannedGame> plans_;
  std::vector<std::array<Entrant, 2>> players_;  // of each plan, by side
  const Done* done_ = nullptr;
  std::size_t next_ = 0, under_way_ = 0, finished_ = 0;
  bool closed_ = false;
  std::optional<Error> error_;
  std::stop_source enough_;
  Expected<std::vector<std::jthread>> workers_;
};

// The most that one game can count.
double game_worth(const TuneSetup& setup);

}  // namespace tengen::tune

#pragma once
// Threads that play games, each with its own players and board. A game is decided by its plan alone, so it does not matter
// which thread plays it, or how many there are. Tournaments and tuning play all their games here.

#include <thread>
#include <vector>

#include "arena/play_game.hpp"
#include "arena/tournament.hpp"

namespace tengen::arena {

struct GamePlan {
  std::uint64_t number = 0;                 // games 2k and 2k + 1 are pair k
  std::array<int, 2> ids{};                 // who has the first side, who the second: two ids are two players
  std::array<const Entrant*, 2> players{};  // and what they are; must outlive the game
  std::uint64_t opening = 0;                // its number
  std::uint64_t seed = 0;                   // decides all chance in this game
};

// Where workers take games from, and where they bring them. Called from all of their threads at once.
class GameSource {
 public:
  virtual ~GameSource() = default;
  // The next game, for which this may wait; nothing ends the worker.
  virtual std::optional<GamePlan> next() = 0;
  // What became of it, and the board at its end; nothing where it was stopped.
  virtual void finished(const GamePlan& plan, std::optional<records::Record> game, const roster::Game& board) = 0;
  // What went wrong outside of a game.
  virtual void failed(int /*player*/, const roster::Failure& /*failure*/) {}
  // Stops games under way.
  virtual StopToken stop_token() const = 0;
};

// As many as it plays games at once; or fewer, which play the same games only later. They end, and can be joined, when
// the source has no more games. All but `watch` must outlive them.
Expected<std::vector<std::jthread>> start_workers(const Tournament& tournament, const roster::Registry& registry,
                                                  GameSource& source, const GameWatch& watch = {});

}  // namespace tengen::arena

#pragma once
// A match: two players, pairs of games with colours swapped, played on any number of threads with the same result.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/game_store.hpp"
#include "arena/played_game.hpp"
#include "core/limits.hpp"
#include "roster/registry.hpp"
#include "stats/score.hpp"

namespace tengen {

struct MatchSetup {
  std::string game;
  std::unique_ptr<Game> start;
  std::array<std::string, 2> players;  // specs of A and B
  std::uint64_t games = 2;
  int opening_plies = 0;  // random moves before each pair, the same for both of its games
  Limits limits;
  std::uint64_t seed = 1;
  int threads = 1;

  // Everything that decides which games are played; the number of threads and of games does not.
  std::map<std::string, std::string> identity() const;
};

// The tally of a match, from the rows alone.
struct MatchTally {
  std::uint64_t games = 0;
  std::array<std::uint64_t, 2> wins{};          // of A, of B
  std::array<std::uint64_t, 2> wins_by_turn{};  // of the side called first, second
  std::uint64_t draws = 0;
  std::uint64_t distinct_games = 0;
  std::map<std::string, std::uint64_t> terminations;
  stats::MatchCounts counts;
};

struct MatchReport {
  MatchTally tally;
  double seconds = 0;            // of this run
  std::uint64_t played_now = 0;  // games of this run, without those read from the store
  bool interrupted = false;
};

// Called from time to time, never more than ten times a second, and from one thread at a time.
using MatchProgress = std::function<void(const MatchTally&, std::uint64_t played_now, double seconds)>;

// Plays the games that the store does not hold yet; `store` may be null. Blocks until done or stopped; games that were
// under way when stopped are not counted.
Expected<MatchReport> play_match(const MatchSetup& setup, const Registry& registry, GameStore* store, StopToken stop,
                                 const MatchProgress& progress);

}  // namespace tengen

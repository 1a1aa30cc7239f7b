#pragma once
// The run of a tournament, on any number of threads with the same games.

#include <functional>
#include <string>
#include <vector>

#include "arena/game_store.hpp"
#include "arena/play_game.hpp"
#include "arena/tournament.hpp"

namespace tengen::arena {

// Watches for players that fail again and again, in the order in which games finish.
class FailureStreaks {
 public:
  FailureStreaks(std::size_t players, int limit) : in_a_row_(players), limit_(limit) {}
  // The player that has now failed for the limit's time in a row, if any.
  std::optional<int> add(const GameSummary& game);
  void forget(int player) { in_a_row_[static_cast<std::size_t>(player)] = 0; }

 private:
  std::vector<int> in_a_row_;
  int limit_;  // 0: none
};

// A withdrawal and its end are events, kept as incidents of these kinds.
inline constexpr std::string_view withdrawn_kind = "withdrawn";
inline constexpr std::string_view readmitted_kind = "readmitted";
// A player whose files were not the same at the end of a run as at its beginning.
inline constexpr std::string_view changed_kind = "changed";
std::vector<bool> withdrawn(std::size_t players, const std::vector<Incident>& incidents);

struct RunProgress {
  std::uint64_t games = 0;            // in all
  std::uint64_t played_now = 0;       // in this run
  double seconds = 0;                 // of this run
  const std::vector<double>& points;  // by player
};

struct RunOptions {
  GameStore* store = nullptr;  // may be null
  bool readmit = false;        // forget earlier withdrawals
  // Called never more than ten times a second, and from one thread at a time.
  std::function<void(const RunProgress&)> progress = {};
  GameWatch watch = {};  // hears of all games while they are played, from the threads that play them
};

struct RunResult {
  std::vector<GameSummary> games;  // all that count, by number, those of earlier runs included
  std::vector<Incident> incidents;
  std::vector<records::Record>
      failures;  // of this run: the first game that each player lost in each way that needs a word
  std::uint64_t played_now = 0;
  double seconds = 0;  // of this run
  bool interrupted = false;
  std::optional<Error> store_error;  // the store failed, which ended the run; the games up to there are here
};

// Plays the games that the store does not hold yet. Blocks until done or stopped; games that were under way when
// stopped are not counted.
Expected<RunResult> run_tournament(const Tournament& tournament, const roster::Registry& registry,
                                   const RunOptions& options, const StopToken& stop);

}  // namespace tengen::arena

#pragma once
// A tournament: who plays whom under which limits; and the run, on any number of threads with the same games.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/game_store.hpp"
#include "arena/openings.hpp"
#include "arena/played_game.hpp"
#include "arena/schedule.hpp"
#include "core/limits.hpp"
#include "roster/registry.hpp"
#include "stats/sprt.hpp"

namespace tengen {

struct Entrant {
  std::string name;  // different from all others
  std::string spec;
  Limits limits;
  std::vector<Ingredient> ingredients = {};
};

// Players of the same name get a number behind it.
void make_names_differ(std::vector<Entrant>& players);

struct Tournament {
  std::string title;
  TournamentKind kind = TournamentKind::match;
  std::string game;
  std::unique_ptr<Game> start;
  std::vector<Entrant> players;
  std::uint64_t games_per_pair = 2;
  std::string openings_spec = "none";
  Openings openings;
  std::uint64_t seed = 1;
  int threads = 1;
  std::chrono::nanoseconds grace = std::chrono::milliseconds(100);  // how much later than its time a move may come
  int withdraw_after = 3;                                           // failures in a row; 0: never
  std::optional<stats::SprtTest> sprt;                              // of a match: ends it as soon as the test does
  bool repeatable = true;                                           // no player depends on time; see examine_players
};

// The setup that a store keeps. Threads decide nothing; nor does the number of games, except in a knockout.
StoreSetup store_setup(const Tournament& tournament);
// And back, all but the openings: those are needed only to play on, and their file may be gone.
Expected<Tournament> tournament_from(const StoreSetup& setup, const Registry& registry);

// Finds out what its players are made of, and whether the same seed gives the same games: no limit is in time, nor do
// players keep time by themselves. Says what is wrong with a spec. Comes before store_setup, so that a store knows exactly
// who played.
Expected<void> examine_players(Tournament& tournament, const Registry& registry);

// Starts the programs outside once: one that refuses the board or the rule is told before anything is played. What crashes
// or hangs instead may do better next time, and is for the games to show.
Expected<void> try_players(const Tournament& tournament, const Registry& registry, const StopToken& stop);

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

// The games that count: all; with a sequential test those up to its decision, in the order of their numbers.
std::vector<GameSummary> counted(const Tournament& tournament, std::vector<GameSummary> games);

struct RunProgress {
  std::uint64_t games = 0;            // in all
  std::uint64_t played_now = 0;       // in this run
  double seconds = 0;                 // of this run
  const std::vector<double>& points;  // by player
};
// Called never more than ten times a second, and from one thread at a time.
using ProgressSink = std::function<void(const RunProgress&)>;

struct RunResult {
  std::vector<GameSummary> games;  // all that count, by number, those of earlier runs included
  std::vector<Incident> incidents;
  std::vector<FailureDetail> failures;  // of this run: one for each player and kind
  std::uint64_t played_now = 0;
  double seconds = 0;  // of this run
  bool interrupted = false;
  std::optional<Error> store_error;  // the store failed, which ended the run; the games up to there are here
};

struct RunOptions {
  GameStore* store = nullptr;  // may be null
  bool readmit = false;        // forget earlier withdrawals
  ProgressSink progress;
};

// Plays the games that the store does not hold yet. Blocks until done or stopped; games that were under way when
// stopped are not counted.
Expected<RunResult> run_tournament(const Tournament& tournament, const Registry& registry, const RunOptions& options,
                                   const StopToken& stop);

}  // namespace tengen

#pragma once
// Finished games in an SQLite file: one row each, written once, counted anew whenever somebody asks.
//
//   setup        json                       the tournament as one text (tournament_setup.hpp)
//   games        number, pair, first, second, outcome, termination, opening, seed, finished, start, moves, detail, and
//                cpu_first, cpu_second: microseconds of CPU time that each side spent
//   thoughts     number, micros, scores, depths, nodes      a list each, one entry for every chosen move
//   incidents    player, kind, detail, at                   what went wrong outside of a game
//   tally        name, count, sum                           how many rows were written, and the sum of their checksums
//   readable     a view of all games with names, for people with an SQLite shell
//
// Thoughts lie apart so that a report over a million games need not read them. The setup, every game, its thoughts and
// every incident carry a checksum over all their values, and games are played by the rules before anybody sees or counts
// them: what is damaged is named, never passed on.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/tournament_setup.hpp"
#include "core/expected.hpp"
#include "core/file_lock.hpp"
#include "records/record.hpp"

namespace SQLite {
class Database;
}

namespace tengen::arena {

struct Incident {
  int player = 0;
  std::string kind;
  std::string detail;
  std::int64_t at = 0;  // milliseconds since 1970, UTC
};

class GameStore {
 public:
  // Creates the file, or goes on with one whose games belong to the same tournament. Any other is refused and left as it is;
  // the error shows the difference. So is a damaged one. Only one process at a time may write.
  static Expected<GameStore> open(const std::string& path, const TournamentSetup& setup);
  // For writing games from elsewhere: a new file, or one that holds such games already.
  static Expected<GameStore> open_for_import(const std::string& path, std::string_view game);
  // For reading only, also while a run goes on.
  static Expected<GameStore> read_only(const std::string& path);

  GameStore(GameStore&&) noexcept;
  GameStore& operator=(GameStore&&) noexcept;
  ~GameStore();

  const TournamentSetup& setup() const { return setup_; }
  Expected<std::vector<GameSummary>> summaries(const roster::Registry& registry) const;  // by number
  Expected<std::vector<Incident>> incidents() const;
  // The first game that each player lost in each way that needs a word.
  Expected<std::vector<records::Record>> failures() const;
  // Every sound game by number; the error names the damaged ones. Ends early, without an error, when the visitor says false.
  Expected<void> each_game(const roster::Registry& registry,
                           const std::function<bool(const records::Record&)>& visit) const;
  // Nothing where it is not there.
  Expected<std::optional<records::Record>> game(const roster::Registry& registry, std::uint64_t number) const;

  // Everything sound that the file still gives away, into an empty store with the same setup; how many games.
  Expected<std::size_t> copy_sound_rows(const roster::Registry& registry, GameStore& into) const;

  // Each adds all or, on an error, none. Games have their number and the ids of their players.
  Expected<void> add(const std::vector<records::Record>& games);
  Expected<void> add(const Incident& incident);
  // Games from elsewhere, under fresh numbers where they have none or theirs is taken; players are found by name, or
  // added. Games that are here already are left out. How many were new. Precondition: the store's setup says that it
  // holds imported games.
  Expected<std::size_t> import(const std::vector<records::Record>& records);

 private:
  GameStore(std::unique_ptr<SQLite::Database> database, std::unique_ptr<FileLock> lock, TournamentSetup setup);
  // A new file gets this setup; of one that is there, `agreed` says with which setup it goes on.
  using Agreed = std::function<Expected<TournamentSetup>(TournamentSetup stored)>;
  static Expected<GameStore> open_with(const std::string& path, const TournamentSetup& setup, const Agreed& agreed);

  template <class Result, class Read>
  Expected<Result> sound(const Read& read) const;

  std::unique_ptr<FileLock> lock_;  // outlives the database, as it must
  std::unique_ptr<SQLite::Database> database_;
  TournamentSetup setup_;
};

// Takes what is damaged out of a store: the sound games and incidents go into a new file in its place, and the old one
// is kept with .damaged behind its name. How many games there are now.
Expected<std::size_t> repair_store(const std::string& path, const roster::Registry& registry);

}  // namespace tengen::arena

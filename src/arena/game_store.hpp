#pragma once
// Finished games in an SQLite file: one row each, written once, counted anew whenever somebody asks.
//
//   setup        key, value                 everything that decides which games are played; the name of the event
//   players      id, name, spec, limits
//   ingredients  player, what, path, digest what decides a player's moves besides its spec (roster/ingredients.hpp)
//   games        number, pair, first, second, outcome, termination, opening, seed, finished, start, moves, detail, and
//                cpu_first, cpu_second: microseconds of CPU time that each side spent
//   thoughts     number, micros, scores, depths, nodes      a list each, one entry for every chosen move
//   incidents    player, kind, detail, at                   what went wrong outside of a game
//   tally        name, count, sum                           how many rows were written, and the sum of their checksums
//   readable     a view of all games with names, for people with an SQLite shell
//
// Thoughts lie apart so that a report over a million games need not read them. Every game, its thoughts and every incident
// carry a checksum over all their values, and games are played by the rules before anybody sees or counts them: what is
// damaged is named, never passed on.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena/played_game.hpp"
#include "core/expected.hpp"
#include "roster/ingredients.hpp"

namespace SQLite {
class Database;
}

namespace tengen {

class FileLock;

struct StoredPlayer {
  std::string name;
  std::string spec;
  std::string limits;
  std::vector<Ingredient> ingredients = {};
  bool operator==(const StoredPlayer&) const = default;
};

struct Incident {
  int player = 0;
  std::string kind;
  std::string detail;
  std::int64_t at = 0;  // milliseconds since 1970, UTC
};

// What a store was made for. `decides` must be equal for a run to go on; `notes` are kept beside it.
struct StoreSetup {
  std::map<std::string, std::string> decides;
  std::map<std::string, std::string> notes;
  std::vector<StoredPlayer> players;
};

class GameStore {
 public:
  // Creates the file, or goes on with one that was made by the same setup. A file made by another setup is refused and
  // left as it is; the error shows the difference. So is a damaged one. Only one process at a time may write.
  static Expected<GameStore> open(const std::string& path, const StoreSetup& setup);
  // For writing games from elsewhere: a new file, or one that holds such games already.
  static Expected<GameStore> open_for_import(const std::string& path, std::string_view game);
  // For reading only, also while a run goes on.
  static Expected<GameStore> read_only(const std::string& path);

  GameStore(GameStore&&) noexcept;
  GameStore& operator=(GameStore&&) noexcept;
  ~GameStore();

  const StoreSetup& setup() const { return setup_; }
  Expected<std::vector<GameSummary>> summaries(const Registry& registry) const;  // by number
  Expected<std::vector<Incident>> incidents() const;
  Expected<std::vector<FailureDetail>> failures() const;  // one for each player and kind
  // Every sound game by number, as data for other programs, and its players' places in the setup; the error names the
  // damaged ones. Ends early, without an error, when the visitor says false.
  Expected<void> each_record(const Registry& registry,
                             const std::function<bool(const Record&, const std::array<int, 2>&)>& visit) const;

  // Everything sound that the file still gives away, into an empty store with the same setup; how many games.
  Expected<std::size_t> copy_sound_rows(const Registry& registry, GameStore& into) const;

  // Each adds all or, on an error, none.
  Expected<void> add(const std::vector<PlayedGame>& games);
  Expected<void> add(const Incident& incident);
  // Games from elsewhere, under fresh numbers where they have none or theirs is taken; players are found by name, or
  // added. Games that are here already are left out. How many were new. Precondition: the store's setup says that it
  // holds imported games.
  Expected<std::size_t> import(const std::vector<Record>& records);

 private:
  GameStore(std::unique_ptr<SQLite::Database> database, std::unique_ptr<FileLock> lock, StoreSetup setup);
  // A new file gets this setup; one that is there must be agreed with, and takes over the notes.
  static Expected<GameStore> open_with(const std::string& path, const StoreSetup& setup,
                                       const std::function<Expected<void>(const StoreSetup& stored)>& agree);

  template <class Result, class Read>
  Expected<Result> sound(const Read& read) const;

  std::unique_ptr<FileLock> lock_;  // outlives the database, as it must
  std::unique_ptr<SQLite::Database> database_;
  StoreSetup setup_;
};

// The value of a key; empty where there is none.
std::string value_of(const std::map<std::string, std::string>& pairs, const std::string& key);

// What differs between two setups, "key is theirs there and ours here"; empty when games of both belong together.
std::string difference(const StoreSetup& stored, const StoreSetup& wanted);

// Takes what is damaged out of a store: the sound games and incidents go into a new file in its place, and the old one
// is kept with .damaged behind its name. How many games there are now.
Expected<std::size_t> repair_store(const std::string& path, const Registry& registry);

// The setup of a store for games that were played elsewhere.
StoreSetup imported_setup(std::string_view game);
bool is_imported(const StoreSetup& setup);

}  // namespace tengen

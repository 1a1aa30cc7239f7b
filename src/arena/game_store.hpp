#pragma once
// Finished games in an SQLite file: one row each, written once, counted anew whenever somebody asks.
//
//   setup      key, value                 everything that decides which games are played; the name of the event
//   players    id, name, spec, limits
//   games      number, pair, first, second, outcome, termination, opening, seed, finished, start, moves, detail
//   thoughts   number, micros, scores, depths, nodes      a list each, one entry for every chosen move
//   cpu        number, first, second                      microseconds of CPU time that each side spent
//   incidents  player, kind, detail, at                   what went wrong outside of a game
//   readable   a view of all games with names, for people with an SQLite shell
//
// Thoughts lie apart so that a report over a million games need not read them.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena/played_game.hpp"
#include "core/expected.hpp"

namespace SQLite {
class Database;
}

namespace tengen {

class FileLock;

struct StoredPlayer {
  std::string name;
  std::string spec;
  std::string limits;
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
  // left as it is; the error shows the difference. Only one process at a time may write.
  static Expected<GameStore> open(const std::string& path, const StoreSetup& setup);
  // For writing, an existing file as it is.
  static Expected<GameStore> open_existing(const std::string& path);
  // For reading only, also while a run goes on.
  static Expected<GameStore> read_only(const std::string& path);

  GameStore(GameStore&&) noexcept;
  GameStore& operator=(GameStore&&) noexcept;
  ~GameStore();

  const StoreSetup& setup() const { return setup_; }
  Expected<std::vector<GameSummary>> summaries() const;  // by number
  Expected<std::vector<Incident>> incidents() const;
  Expected<std::vector<FailureDetail>> failures() const;  // one for each player and kind
  // Every game by number, as data for other programs, and its players' places in the setup; ends early, without an
  // error, when the visitor says false.
  Expected<void> each_record(const std::function<bool(const Record&, const std::array<int, 2>&)>& visit) const;

  // Each adds all or, on an error, none.
  Expected<void> add(const std::vector<PlayedGame>& games);
  Expected<void> add(const Incident& incident);
  // Games from elsewhere, under fresh numbers where they have none or theirs is taken; players are found by name, or
  // added. Games that are here already are left out. How many were new. Precondition: the store's setup says that it
  // holds imported games.
  Expected<std::size_t> import(const std::vector<Record>& records);

 private:
  GameStore(std::unique_ptr<SQLite::Database> database, std::unique_ptr<FileLock> lock, StoreSetup setup);

  std::unique_ptr<FileLock> lock_;  // outlives the database, as it must
  std::unique_ptr<SQLite::Database> database_;
  StoreSetup setup_;
};

// The value of a key; empty where there is none.
std::string value_of(const std::map<std::string, std::string>& pairs, const std::string& key);

// What differs between two setups, "key is theirs there and ours here"; empty when games of both belong together.
std::string difference(const StoreSetup& stored, const StoreSetup& wanted);

// The setup of a store for games that were played elsewhere.
StoreSetup imported_setup(std::string_view game);
bool is_imported(const StoreSetup& setup);

}  // namespace tengen

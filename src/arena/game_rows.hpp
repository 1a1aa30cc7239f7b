#pragma once
// The tables of games and thoughts. All of them throw SQLite's exceptions.

#include <functional>
#include <vector>

#include "arena/damage.hpp"
#include "arena/game_store.hpp"
#include "arena/summed_row.hpp"
#include "records/replay.hpp"

namespace tengen::rows {

// A game as its rows have it.
struct StoredGame {
  Record record;
  std::array<int, 2> players{};  // places in the setup
  CpuMicros cpu = no_cpu;
};

class GameWriter {
 public:
  // `setup` says what a game's row leaves out: the start and the event that most have in common.
  GameWriter(SQLite::Database& db, const StoreSetup& setup);
  void write(const PlayedGame& game);
  void write(const StoredGame& game);  // precondition: it has a number
  // Makes the table's tally that of all games; the last thing to do in the transaction.
  void finish();

 private:
  struct Row;
  void write(const Row& row, const std::vector<MoveNote>& notes);
  std::uint64_t write_thoughts(std::uint64_t number, const std::vector<MoveNote>& notes);

  SQLite::Database& db_;
  std::string start_, event_;
  SQLite::Statement games_;
  SQLite::Statement thoughts_;
  Tally tally_;
};

struct ReadPlan {
  bool thoughts = true;      // what the players thought is read, and checked, too
  Replay* replay = nullptr;  // plays every game by the rules
  bool backwards = false;    // by falling number
};
// Visits every sound game by its number; what is wrong with the others goes into `damage`. Ends early when the visitor
// says false.
void each_game(SQLite::Database& db, const StoreSetup& setup, const ReadPlan& plan, Damage& damage,
               const std::function<bool(StoredGame)>& visit);

std::vector<GameSummary> read_summaries(SQLite::Database& db, const StoreSetup& setup, Replay& replay, Damage& damage);
std::vector<FailureDetail> read_failures(SQLite::Database& db, const StoreSetup& setup, Damage& damage);

// Adds unknown players to the setup and to the table; how many games were new.
Expected<std::size_t> import(SQLite::Database& db, StoreSetup& setup, const std::vector<Record>& records);

}  // namespace tengen::rows

#pragma once
// The tables of games and thoughts. All of them throw SQLite's exceptions.

#include <functional>
#include <vector>

#include "arena/store_rows.hpp"
#include "records/replay.hpp"

namespace tengen::arena::rows {

class GameWriter {
 public:
  // `setup` says what a game's row leaves out: the start and the event that most have in common.
  GameWriter(SQLite::Database& db, const TournamentSetup& setup);
  void write(const records::Record& game);
  // Makes the table's tally that of all games; the last thing to do in the transaction.
  void finish() { write_tally(db_, "games", tally_); }

 private:
  std::uint64_t write_thoughts(std::uint64_t number, const std::vector<records::MoveNote>& notes);

  SQLite::Database& db_;
  std::string start_, event_;
  SQLite::Statement games_;
  SQLite::Statement thoughts_;
  Tally tally_;
};

struct ReadPlan {
  bool thoughts = true;                      // what the players thought is read, and checked, too
  records::Replay* replay = nullptr;         // plays every game by the rules
  bool backwards = false;                    // by falling number
  std::optional<std::uint64_t> number = {};  // that game alone
};
// Visits every sound game by its number; what is wrong with the others goes into `damage`. Ends early when the visitor
// says false.
void each_game(SQLite::Database& db, const TournamentSetup& setup, const ReadPlan& plan, Damage& damage,
               const std::function<bool(records::Record)>& visit);

std::vector<GameSummary> read_summaries(SQLite::Database& db, const TournamentSetup& setup, records::Replay& replay,
                                        Damage& damage);
std::vector<records::Record> read_failures(SQLite::Database& db, const TournamentSetup& setup, Damage& damage);

// Adds unknown players to the setup and to the file; how many games were new.
Expected<std::size_t> import(SQLite::Database& db, TournamentSetup& setup, const std::vector<records::Record>& records);

}  // namespace tengen::arena::rows

#pragma once
// The tables of a game store, and the way of each value into its row and back. All of them throw SQLite's exceptions.

#include <functional>
#include <vector>

#include "arena/game_store.hpp"

namespace tengen::rows {

void create_tables(SQLite::Database& db);
// Files of before this was measured do not have it.
void add_cpu_table(SQLite::Database& db);
void write_setup(SQLite::Database& db, const StoreSetup& setup);
void write_notes(SQLite::Database& db, const StoreSetup& setup);  // in place of those there
StoreSetup read_setup(SQLite::Database& db);

void write_games(SQLite::Database& db, const std::vector<PlayedGame>& games);
void write_incident(SQLite::Database& db, const Incident& incident);
Expected<std::vector<GameSummary>> read_summaries(SQLite::Database& db);
std::vector<Incident> read_incidents(SQLite::Database& db);
std::vector<FailureDetail> read_failures(SQLite::Database& db);

Expected<void> each_record(SQLite::Database& db, const StoreSetup& setup,
                           const std::function<bool(const Record&, const std::array<int, 2>&)>& visit);
// Adds unknown players to the setup and to the table; how many games were new.
Expected<std::size_t> import(SQLite::Database& db, StoreSetup& setup, const std::vector<Record>& records);

}  // namespace tengen::rows

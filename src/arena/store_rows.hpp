#pragma once
// The tables of a game store but for the games, and the way of each value into its row and back. All of them throw
// SQLite's exceptions.

#include <vector>

#include "arena/damage.hpp"
#include "arena/game_store.hpp"
#include "arena/summed_row.hpp"

namespace tengen::rows {

void create_tables(SQLite::Database& db);

void write_setup(SQLite::Database& db, const StoreSetup& setup);
// The notes in place of those there; the rest is as it was.
void write_notes(SQLite::Database& db, const StoreSetup& setup);
// Further players of a store that holds imported games, from this one on.
void write_players(SQLite::Database& db, const StoreSetup& setup, std::size_t from);
// An error where it is not what was written.
Expected<StoreSetup> read_setup(SQLite::Database& db);

void write_incident(SQLite::Database& db, const Incident& incident);
std::vector<Incident> read_incidents(SQLite::Database& db, const StoreSetup& setup, Damage& damage);

// Whether the rows that were found in a table are all that were written.
void check_tally(SQLite::Database& db, const std::string& table, const Tally& found, Damage& damage);

}  // namespace tengen::rows

#pragma once
// The tables of a game store but for the games. Rows have a checksum over all their values, and tables a tally over all
// their rows: a changed row gives itself away, and so does a table that lacks one. All of them throw SQLite's exceptions.

#include <SQLiteCpp/SQLiteCpp.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game_store.hpp"
#include "core/checksum.hpp"

namespace tengen::arena::rows {

// --- Rows ---

// Binds the values of a row, in order.
class RowBinder {
 public:
  explicit RowBinder(SQLite::Statement& statement) : statement_(statement) {}

  template <std::integral Number>
  void put(Number value) {
    put_integer(static_cast<std::int64_t>(value));
  }
  void put(const std::string& value);  // which stays as it is until the row is written
  void put(std::string_view value);
  template <class Value>
  void put(const std::optional<Value>& value) {
    value ? put(*value) : put_null();
  }
  void put_or_null(const std::string* value) { value ? put(*value) : put_null(); }
  // Writes the row with its checksum as the last value, and gives the checksum back.
  std::uint64_t write();

 private:
  void put_integer(std::int64_t value);
  void put_null();

  SQLite::Statement& statement_;
  int place_ = 0;
  Checksum sum_;
};

// The checksum that belongs to so many columns of a row that was read.
std::uint64_t sum_of_columns(const SQLite::Statement& row, int first, int count);

// SQLite knows signed numbers alone.
inline std::int64_t as_signed(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }
inline std::uint64_t as_unsigned(std::int64_t bits) { return static_cast<std::uint64_t>(bits); }

// Text with whatever is in it, zero bytes too.
std::string_view text_of(const SQLite::Statement& row, int column);

// --- Tables ---

void create_tables(SQLite::Database& db);

// How many rows a table has, and the sum of their checksums.
struct Tally {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  void add(std::uint64_t row) {
    ++count;
    sum += row;
  }
};
Tally read_tally(SQLite::Database& db, const std::string& table);  // of nothing where there is none
void write_tally(SQLite::Database& db, const std::string& table, const Tally& tally);

// What is wrong with the rows of a store.
class Damage {
 public:
  void add(std::string what) { found_.push_back(std::move(what)); }
  bool any() const { return !found_.empty(); }
  // The first few and how many more, in one line; and what to do.
  Error error() const;

 private:
  std::vector<std::string> found_;
};
// The same for what SQLite itself found.
Error damaged(const std::string& what);

// Whether the rows that were found in a table are all that were written.
void check_tally(SQLite::Database& db, const std::string& table, const Tally& found, Damage& damage);

void write_setup(SQLite::Database& db, const TournamentSetup& setup);
// An error where it is not what was written.
Expected<TournamentSetup> read_setup(SQLite::Database& db);

void write_incident(SQLite::Database& db, const Incident& incident);
std::vector<Incident> read_incidents(SQLite::Database& db, const TournamentSetup& setup, Damage& damage);

}  // namespace tengen::arena::rows

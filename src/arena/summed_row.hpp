#pragma once
// Rows with a checksum over all their values, and a tally over all rows of a table: a changed row gives itself away, and
// so does a table that lacks one.

#include <SQLiteCpp/SQLiteCpp.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/checksum.hpp"

namespace tengen::rows {

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

// How many rows a table has, and the sum of their checksums.
struct Tally {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  void add(std::uint64_t row) {
    ++count;
    sum += row;
  }
  bool operator==(const Tally&) const = default;
};
void create_tally(SQLite::Database& db);
Tally read_tally(SQLite::Database& db, const std::string& name);  // of nothing where there is none
void write_tally(SQLite::Database& db, const std::string& name, const Tally& tally);

// SQLite knows signed numbers alone.
inline std::int64_t as_signed(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }
inline std::uint64_t as_unsigned(std::int64_t bits) { return static_cast<std::uint64_t>(bits); }

// Text with whatever is in it, zero bytes too.
std::string_view text_of(const SQLite::Statement& row, int column);

}  // namespace tengen::rows

#include "arena/summed_row.hpp"

#include <SQLiteCpp/VariadicBind.h>

namespace tengen::rows {

namespace {

// Goes in front of each value: 1 and "1" are not the same.
enum class Type : std::uint64_t { null, integer, text, other };

void add(Checksum& sum, Type type) { sum.add(static_cast<std::uint64_t>(type)); }

}  // namespace

void RowBinder::put_null() {
  statement_.bind(++place_);
  add(sum_, Type::null);
}

void RowBinder::put_integer(std::int64_t value) {
  statement_.bind(++place_, value);
  add(sum_, Type::integer);
  sum_.add(as_unsigned(value));
}

void RowBinder::put(const std::string& value) {
  statement_.bindNoCopy(++place_, value);
  add(sum_, Type::text);
  sum_.add(std::string_view(value));
}

void RowBinder::put(std::string_view value) {
  statement_.bind(++place_, std::string(value));
  add(sum_, Type::text);
  sum_.add(value);
}

std::uint64_t RowBinder::write() {
  statement_.bind(++place_, as_signed(sum_.value()));
  statement_.exec();
  statement_.reset();
  return sum_.value();
}

std::string_view text_of(const SQLite::Statement& row, int column) {
  const SQLite::Column value = row.getColumn(column);
  const char* text = value.getText();
  return {text, static_cast<std::size_t>(value.getBytes())};
}

std::uint64_t sum_of_columns(const SQLite::Statement& row, int first, int count) {
  Checksum sum;
  for (int i = first; i < first + count; ++i) {
    const SQLite::Column value = row.getColumn(i);
    if (value.isNull()) {
      add(sum, Type::null);
    } else if (value.isInteger()) {
      add(sum, Type::integer);
      sum.add(as_unsigned(value.getInt64()));
    } else {
      add(sum, value.isText() ? Type::text : Type::other);
      sum.add(text_of(row, i));
    }
  }
  return sum.value();
}

void create_tally(SQLite::Database& db) {
  db.exec("CREATE TABLE tally (name TEXT PRIMARY KEY, count INTEGER NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID");
}

Tally read_tally(SQLite::Database& db, const std::string& name) {
  SQLite::Statement query(db, "SELECT count, sum FROM tally WHERE name = ?");
  query.bind(1, name);
  if (!query.executeStep()) return {};
  return {as_unsigned(query.getColumn(0).getInt64()), as_unsigned(query.getColumn(1).getInt64())};
}

void write_tally(SQLite::Database& db, const std::string& name, const Tally& tally) {
  SQLite::Statement statement(db, "INSERT OR REPLACE INTO tally VALUES (?, ?, ?)");
  SQLite::bind(statement, name, as_signed(tally.count), as_signed(tally.sum));
  statement.exec();
}

}  // namespace tengen::rows

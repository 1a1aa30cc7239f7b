#include "arena/store_rows.hpp"

#include <SQLiteCpp/VariadicBind.h>

#include <algorithm>

#include "core/text.hpp"

namespace tengen::arena::rows {

namespace {

// Goes in front of each value: 1 and "1" are not the same.
enum class Type : std::uint64_t { null, integer, text, other };

void add(Checksum& sum, Type type) { sum.add(static_cast<std::uint64_t>(type)); }

}  // namespace

// --- Rows ---

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

// --- Tables ---

void create_tables(SQLite::Database& db) {
  db.exec("CREATE TABLE setup (id INTEGER PRIMARY KEY, json TEXT NOT NULL, sum INTEGER NOT NULL)");
  db.exec(
      "CREATE TABLE games (number INTEGER PRIMARY KEY, pair INTEGER, first INTEGER NOT NULL,"
      " second INTEGER NOT NULL, outcome TEXT NOT NULL, termination TEXT NOT NULL, opening INTEGER NOT NULL,"
      " seed INTEGER, finished INTEGER, moves TEXT NOT NULL, detail TEXT NOT NULL, start TEXT, event TEXT,"
      " cpu_first INTEGER, cpu_second INTEGER, thoughts INTEGER, sum INTEGER NOT NULL)");
  db.exec(
      "CREATE TABLE thoughts (number INTEGER PRIMARY KEY, micros TEXT, scores TEXT, depths TEXT, nodes TEXT,"
      " sum INTEGER NOT NULL)");
  db.exec(
      "CREATE TABLE incidents (player INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL,"
      " at INTEGER NOT NULL, sum INTEGER NOT NULL)");
  db.exec("CREATE TABLE tally (name TEXT PRIMARY KEY, count INTEGER NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID");
  const auto name_of = [](std::string_view id) {
    return fmt::format("(SELECT json_extract(json, '$.players[' || g.{0} || '].name') FROM setup) AS {0}", id);
  };
  db.exec(
      fmt::format("CREATE VIEW readable AS SELECT g.number, g.pair, {}, {}, g.outcome, g.termination, g.opening,"
                  " g.moves, g.detail, t.micros, t.scores, t.depths, t.nodes,"
                  " datetime(g.finished / 1000, 'unixepoch') AS finished"
                  " FROM games g LEFT JOIN thoughts t ON t.number = g.number",
                  name_of("first"), name_of("second")));
}

Tally read_tally(SQLite::Database& db, const std::string& table) {
  SQLite::Statement query(db, "SELECT count, sum FROM tally WHERE name = ?");
  query.bind(1, table);
  if (!query.executeStep()) return {};
  return {as_unsigned(query.getColumn(0).getInt64()), as_unsigned(query.getColumn(1).getInt64())};
}

void write_tally(SQLite::Database& db, const std::string& table, const Tally& tally) {
  SQLite::Statement statement(db, "INSERT OR REPLACE INTO tally VALUES (?, ?, ?)");
  SQLite::bind(statement, table, as_signed(tally.count), as_signed(tally.sum));
  statement.exec();
}

Error damaged(const std::string& what) {
  return fail(
      "the database is damaged: {}; `tengen tournament repair FILE` keeps what is sound, and resume plays "
      "the rest anew",
      what);
}

Error Damage::error() const {
  constexpr std::size_t most = 5;
  const std::size_t shown = std::min(most, found_.size());
  std::string list = joined({found_.data(), shown}, "; ");
  if (found_.size() > shown) list += fmt::format("; and {} more", found_.size() - shown);
  return damaged(list);
}

void check_tally(SQLite::Database& db, const std::string& table, const Tally& found, Damage& damage) {
  const Tally written = read_tally(db, table);
  if (found.count < written.count)
    damage.add(fmt::format("{} {} are missing", written.count - found.count, table));
  else if (found.count > written.count)
    damage.add(fmt::format("there are {} {} too many", found.count - written.count, table));
  else if (found.sum != written.sum && !damage.any())
    damage.add(fmt::format("these are not the {} that were written", table));
}

void write_setup(SQLite::Database& db, const TournamentSetup& setup) {
  const std::string json = to_json_text(setup);
  SQLite::Statement insert(db, "INSERT OR REPLACE INTO setup VALUES (?, ?, ?)");
  RowBinder row(insert);
  row.put(0);
  row.put(json);
  row.write();
}

Expected<TournamentSetup> read_setup(SQLite::Database& db) {
  SQLite::Statement row(db, "SELECT id, json, sum FROM setup");
  if (!row.executeStep() || sum_of_columns(row, 0, 2) != as_unsigned(row.getColumn(2).getInt64()))
    return fail("its setup is damaged, and nothing else says what its games are; go on from a copy of the file");
  return setup_from_json(text_of(row, 1));
}

void write_incident(SQLite::Database& db, const Incident& incident) {
  SQLite::Transaction transaction(db);
  SQLite::Statement insert(db, "INSERT INTO incidents VALUES (?, ?, ?, ?, ?)");
  RowBinder row(insert);
  row.put(incident.player);
  row.put(incident.kind);
  row.put(incident.detail);
  row.put(incident.at);
  Tally tally = read_tally(db, "incidents");
  tally.add(row.write());
  write_tally(db, "incidents", tally);
  transaction.commit();
}

std::vector<Incident> read_incidents(SQLite::Database& db, const TournamentSetup& setup, Damage& damage) {
  std::vector<Incident> incidents;
  Tally tally;
  SQLite::Statement query(db, "SELECT player, kind, detail, at, sum FROM incidents ORDER BY rowid");
  while (query.executeStep()) {
    const std::uint64_t sum = sum_of_columns(query, 0, 4);
    tally.add(sum);
    const std::int64_t player = query.getColumn(0).getInt64();
    const bool known = player >= 0 && player < std::ssize(setup.players);
    if (sum != as_unsigned(query.getColumn(4).getInt64()))
      damage.add(fmt::format("incident {} has a wrong checksum", tally.count));
    else if (!known)
      damage.add(fmt::format("incident {} has no player {}", tally.count, player));
    else
      incidents.push_back({static_cast<int>(player), query.getColumn(1).getString(), query.getColumn(2).getString(),
                           query.getColumn(3).getInt64()});
  }
  check_tally(db, "incidents", tally, damage);
  return incidents;
}

}  // namespace tengen::arena::rows

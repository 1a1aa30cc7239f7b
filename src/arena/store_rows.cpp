#include "arena/store_rows.hpp"

#include <fmt/format.h>

#include "arena/summed_row.hpp"

namespace tengen::rows {

namespace {

Tally tally_of(const StoreSetup& setup) {
  Checksum sum;
  for (const auto* pairs : {&setup.decides, &setup.notes}) {
    sum.add(pairs->size());
    for (const auto& [key, value] : *pairs) {
      sum.add(std::string_view(key));
      sum.add(std::string_view(value));
    }
  }
  for (const StoredPlayer& player : setup.players) {
    for (const std::string_view text : {player.name, player.spec, player.limits}) sum.add(text);
    sum.add(player.ingredients.size());
    for (const Ingredient& ingredient : player.ingredients)
      for (const std::string_view text : {ingredient.what, ingredient.path, ingredient.digest}) sum.add(text);
  }
  return {setup.players.size(), sum.value()};
}

void write_pairs(SQLite::Database& db, const std::map<std::string, std::string>& pairs, bool decides) {
  SQLite::Statement insert(db, "INSERT OR REPLACE INTO setup VALUES (?, ?, ?)");
  for (const auto& [key, value] : pairs) {
    insert.bind(1, key);
    insert.bind(2, value);
    insert.bind(3, decides ? 1 : 0);
    insert.exec();
    insert.reset();
  }
}

}  // namespace

void create_tables(SQLite::Database& db) {
  db.exec(
      "CREATE TABLE setup (key TEXT NOT NULL, value TEXT NOT NULL, decides INTEGER NOT NULL,"
      " PRIMARY KEY (key, decides))");
  db.exec(
      "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL,"
      " limits TEXT NOT NULL)");
  db.exec(
      "CREATE TABLE ingredients (player INTEGER NOT NULL, what TEXT NOT NULL, path TEXT NOT NULL,"
      " digest TEXT NOT NULL)");
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
  create_tally(db);
  db.exec(
      "CREATE VIEW readable AS SELECT g.number, g.pair, a.name AS first, b.name AS second, g.outcome,"
      " g.termination, g.opening, g.moves, g.detail, t.micros, t.scores, t.depths, t.nodes,"
      " datetime(g.finished / 1000, 'unixepoch') AS finished"
      " FROM games g JOIN players a ON a.id = g.first JOIN players b ON b.id = g.second"
      " LEFT JOIN thoughts t ON t.number = g.number");
}

void write_players(SQLite::Database& db, const StoreSetup& setup, std::size_t from) {
  SQLite::Statement player(db, "INSERT INTO players VALUES (?, ?, ?, ?)");
  SQLite::Statement ingredient(db, "INSERT INTO ingredients VALUES (?, ?, ?, ?)");
  for (std::size_t i = from; i < setup.players.size(); ++i) {
    const StoredPlayer& stored = setup.players[i];
    player.bind(1, static_cast<std::int64_t>(i));
    player.bind(2, stored.name);
    player.bind(3, stored.spec);
    player.bind(4, stored.limits);
    player.exec();
    player.reset();
    for (const Ingredient& part : stored.ingredients) {
      ingredient.bind(1, static_cast<std::int64_t>(i));
      ingredient.bind(2, part.what);
      ingredient.bind(3, part.path);
      ingredient.bind(4, part.digest);
      ingredient.exec();
      ingredient.reset();
    }
  }
  write_tally(db, "setup", tally_of(setup));
}

void write_setup(SQLite::Database& db, const StoreSetup& setup) {
  write_pairs(db, setup.decides, true);
  write_pairs(db, setup.notes, false);
  write_players(db, setup, 0);
}

void write_notes(SQLite::Database& db, const StoreSetup& setup) {
  SQLite::Transaction transaction(db);
  db.exec("DELETE FROM setup WHERE decides = 0");
  write_pairs(db, setup.notes, false);
  write_tally(db, "setup", tally_of(setup));
  transaction.commit();
}

Expected<StoreSetup> read_setup(SQLite::Database& db) {
  StoreSetup setup;
  SQLite::Statement pairs(db, "SELECT key, value, decides FROM setup");
  while (pairs.executeStep())
    (pairs.getColumn(2).getInt() == 1 ? setup.decides : setup.notes)
        .emplace(pairs.getColumn(0).getString(), pairs.getColumn(1).getString());
  SQLite::Statement players(db, "SELECT name, spec, limits FROM players ORDER BY id");
  while (players.executeStep())
    setup.players.push_back(
        {players.getColumn(0).getString(), players.getColumn(1).getString(), players.getColumn(2).getString(), {}});
  bool whole = true;
  SQLite::Statement parts(db, "SELECT player, what, path, digest FROM ingredients ORDER BY rowid");
  while (parts.executeStep()) {
    const std::int64_t player = parts.getColumn(0).getInt64();
    if (player >= 0 && player < std::ssize(setup.players))
      setup.players[static_cast<std::size_t>(player)].ingredients.push_back(
          {parts.getColumn(1).getString(), parts.getColumn(2).getString(), parts.getColumn(3).getString()});
    else
      whole = false;
  }
  if (!whole || tally_of(setup) != read_tally(db, "setup"))
    return fail("its setup is damaged, and nothing else says what its games are; go on from a copy of the file");
  return setup;
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

std::vector<Incident> read_incidents(SQLite::Database& db, const StoreSetup& setup, Damage& damage) {
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

void check_tally(SQLite::Database& db, const std::string& table, const Tally& found, Damage& damage) {
  const Tally written = read_tally(db, table);
  if (found.count < written.count)
    damage.add(fmt::format("{} {} are missing", written.count - found.count, table));
  else if (found.count > written.count)
    damage.add(fmt::format("there are {} {} too many", found.count - written.count, table));
  else if (found.sum != written.sum && !damage.any())
    damage.add(fmt::format("these are not the {} that were written", table));
}

}  // namespace tengen::rows

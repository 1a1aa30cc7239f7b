#include "arena/store_rows.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <ranges>
#include <unordered_map>
#include <unordered_set>

#include "core/hash.hpp"
#include "core/text.hpp"

namespace tengen::rows {

namespace {

std::int64_t as_signed(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }
std::uint64_t as_unsigned(std::int64_t bits) { return static_cast<std::uint64_t>(bits); }

// Columns of notes as lists of words; a column that says nothing is NULL.
template <class Column>
std::string column_text(const std::vector<MoveNote>& notes, Column column) {
  fmt::memory_buffer out;
  for (const MoveNote& note : notes) {
    if (out.size() > 0) out.push_back(' ');
    column(note, std::back_inserter(out));
  }
  return {out.data(), out.size()};
}

void write_thoughts(SQLite::Statement& insert, std::uint64_t number, const std::vector<MoveNote>& notes) {
  insert.bind(1, as_signed(number));
  insert.bind(2, column_text(notes, [](const MoveNote& n, auto out) { fmt::format_to(out, "{}", n.micros); }));
  const auto bind = [&](int index, bool says_something, auto column) {
    if (says_something)
      insert.bind(index, column_text(notes, column));
    else
      insert.bind(index);
  };
  using N = const MoveNote&;
  bind(3, std::ranges::any_of(notes, [](N n) { return n.score.has_value(); }),
       [](N n, auto out) { n.score ? fmt::format_to(out, "{}", *n.score) : fmt::format_to(out, "-"); });
  bind(4, std::ranges::any_of(notes, [](N n) { return n.depth != 0; }),
       [](N n, auto out) { fmt::format_to(out, "{}", n.depth); });
  bind(5, std::ranges::any_of(notes, [](N n) { return n.nodes != 0; }),
       [](N n, auto out) { fmt::format_to(out, "{}", n.nodes); });
  insert.exec();
  insert.reset();
}

// The other way; false where a list has a word that is no number, or another length than the rest.
bool read_thoughts(const SQLite::Statement& row, int first_column, std::vector<MoveNote>& notes) {
  const auto micros = words(row.getColumn(first_column).getText());
  notes.resize(micros.size());
  const auto read = [&](int index, auto set) {
    const auto column = row.getColumn(index);
    if (column.isNull()) return true;
    const std::string text = column.getString();
    const auto list = words(text);
    if (list.size() != notes.size()) return false;
    return std::ranges::all_of(std::views::iota(std::size_t{0}, list.size()),
                               [&](std::size_t i) { return set(notes[i], list[i]); });
  };
  const auto number = [](std::string_view word, auto& into) {
    const auto value = to_number<std::remove_cvref_t<decltype(into)>>(word);
    if (value) into = *value;
    return value.has_value();
  };
  return read(first_column, [&](MoveNote& n, std::string_view w) { return number(w, n.micros); }) &&
         read(first_column + 1,
              [&](MoveNote& n, std::string_view w) { return w == "-" || number(w, n.score.emplace()); }) &&
         read(first_column + 2, [&](MoveNote& n, std::string_view w) { return number(w, n.depth); }) &&
         read(first_column + 3, [&](MoveNote& n, std::string_view w) { return number(w, n.nodes); });
}

// A row of the table of games; what is absent is NULL.
struct GameRow {
  std::uint64_t number = 0;
  std::optional<std::uint64_t> pair;
  std::array<int, 2> players{};
  Outcome outcome = Outcome::ongoing;
  std::optional<Termination> termination;
  int opening = 0;
  std::optional<std::uint64_t> seed;
  std::optional<std::int64_t> finished;
  const std::string& moves;
  const std::string& detail;
  const std::string* start = nullptr;  // where it is not the setup's
  const std::string* event = nullptr;
};

class GameWriter {
 public:
  explicit GameWriter(SQLite::Database& db)
      : insert_(db,
                "INSERT INTO games (number, pair, first, second, outcome, termination, opening, seed, finished, moves,"
                " detail, start, event) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        thoughts_(db, "INSERT INTO thoughts VALUES (?, ?, ?, ?, ?)") {}

  void write(const GameRow& row, const std::vector<MoveNote>& notes) {
    insert_.bind(1, as_signed(row.number));
    row.pair ? insert_.bind(2, as_signed(*row.pair)) : insert_.bind(2);
    insert_.bind(3, row.players[0]);
    insert_.bind(4, row.players[1]);
    insert_.bind(5, std::string(name_of(row.outcome)));
    insert_.bind(6, row.termination ? std::string(name_of(*row.termination)) : std::string());
    insert_.bind(7, row.opening);
    row.seed ? insert_.bind(8, as_signed(*row.seed)) : insert_.bind(8);
    row.finished ? insert_.bind(9, *row.finished) : insert_.bind(9);
    insert_.bindNoCopy(10, row.moves);
    insert_.bindNoCopy(11, row.detail);
    row.start ? insert_.bindNoCopy(12, *row.start) : insert_.bind(12);
    row.event ? insert_.bindNoCopy(13, *row.event) : insert_.bind(13);
    insert_.exec();
    insert_.reset();
    if (!notes.empty()) write_thoughts(thoughts_, row.number, notes);
  }

 private:
  SQLite::Statement insert_;
  SQLite::Statement thoughts_;
};

}  // namespace

void create_tables(SQLite::Database& db) {
  db.exec(
      "CREATE TABLE setup (key TEXT NOT NULL, value TEXT NOT NULL, decides INTEGER NOT NULL,"
      " PRIMARY KEY (key, decides))");
  db.exec(
      "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL,"
      " limits TEXT NOT NULL)");
  db.exec(
      "CREATE TABLE games (number INTEGER PRIMARY KEY, pair INTEGER, first INTEGER NOT NULL,"
      " second INTEGER NOT NULL, outcome TEXT NOT NULL, termination TEXT NOT NULL, opening INTEGER NOT NULL,"
      " seed INTEGER, finished INTEGER, moves TEXT NOT NULL, detail TEXT NOT NULL, start TEXT, event TEXT)");
  db.exec("CREATE TABLE thoughts (number INTEGER PRIMARY KEY, micros TEXT, scores TEXT, depths TEXT, nodes TEXT)");
  db.exec(
      "CREATE TABLE incidents (player INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL,"
      " at INTEGER NOT NULL)");
  db.exec(
      "CREATE VIEW readable AS SELECT g.number, g.pair, a.name AS first, b.name AS second, g.outcome,"
      " g.termination, g.opening, g.moves, g.detail, t.micros, t.scores, t.depths, t.nodes,"
      " datetime(g.finished / 1000, 'unixepoch') AS finished"
      " FROM games g JOIN players a ON a.id = g.first JOIN players b ON b.id = g.second"
      " LEFT JOIN thoughts t ON t.number = g.number");
}

void add_cpu_table(SQLite::Database& db) {
  db.exec(
      "CREATE TABLE IF NOT EXISTS cpu (number INTEGER PRIMARY KEY, first INTEGER NOT NULL, second INTEGER NOT NULL)");
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

void write_players(SQLite::Database& db, const std::vector<StoredPlayer>& players, std::size_t from) {
  SQLite::Statement insert(db, "INSERT INTO players VALUES (?, ?, ?, ?)");
  for (std::size_t i = from; i < players.size(); ++i) {
    insert.bind(1, static_cast<std::int64_t>(i));
    insert.bind(2, players[i].name);
    insert.bind(3, players[i].spec);
    insert.bind(4, players[i].limits);
    insert.exec();
    insert.reset();
  }
}

void write_setup(SQLite::Database& db, const StoreSetup& setup) {
  write_pairs(db, setup.decides, true);
  write_pairs(db, setup.notes, false);
  write_players(db, setup.players, 0);
}

void write_notes(SQLite::Database& db, const StoreSetup& setup) {
  SQLite::Transaction transaction(db);
  write_pairs(db, setup.notes, false);
  transaction.commit();
}

StoreSetup read_setup(SQLite::Database& db) {
  StoreSetup setup;
  SQLite::Statement pairs(db, "SELECT key, value, decides FROM setup");
  while (pairs.executeStep())
    (pairs.getColumn(2).getInt() == 1 ? setup.decides : setup.notes)
        .emplace(pairs.getColumn(0).getString(), pairs.getColumn(1).getString());
  SQLite::Statement players(db, "SELECT name, spec, limits FROM players ORDER BY id");
  while (players.executeStep())
    setup.players.push_back(
        {players.getColumn(0).getString(), players.getColumn(1).getString(), players.getColumn(2).getString()});
  return setup;
}

void write_games(SQLite::Database& db, const std::vector<PlayedGame>& games) {
  GameWriter writer(db);
  SQLite::Statement cpu(db, "INSERT INTO cpu VALUES (?, ?, ?)");
  for (const PlayedGame& game : games) {
    writer.write({game.number, game.number / 2, game.players, game.outcome, game.termination, game.opening, game.seed,
                  game.finished, game.moves, game.detail},
                 game.notes);
    if (game.cpu == no_cpu) continue;
    SQLite::bind(cpu, as_signed(game.number), game.cpu[0], game.cpu[1]);
    cpu.exec();
    cpu.reset();
  }
}

void write_incident(SQLite::Database& db, const Incident& incident) {
  SQLite::Statement insert(db, "INSERT INTO incidents VALUES (?, ?, ?, ?)");
  SQLite::bind(insert, incident.player, incident.kind, incident.detail, incident.at);
  insert.exec();
}

Expected<std::vector<GameSummary>> read_summaries(SQLite::Database& db) {
  std::vector<GameSummary> games;
  games.reserve(static_cast<std::size_t>(db.execAndGet("SELECT COUNT(*) FROM games").getInt64()));
  const int players = db.execAndGet("SELECT COUNT(*) FROM players").getInt();
  const std::string cpu = db.tableExists("cpu") ? "c.first, c.second FROM games g LEFT JOIN cpu c USING (number)"
                                                : "NULL, NULL FROM games g";
  SQLite::Statement query(
      db, "SELECT number, pair, g.first, g.second, outcome, termination, finished, moves, " + cpu + " ORDER BY number");
  while (query.executeStep()) {
    const auto outcome = outcome_from(query.getColumn(4).getText());
    if (outcome == Outcome::ongoing) continue;  // an imported game without an end counts for nothing
    // Games from elsewhere may not say how they ended.
    const std::string_view ending = query.getColumn(5).getText();
    const auto termination =
        ending.empty() ? (outcome == Outcome::draw ? Termination::draw : Termination::win) : termination_from(ending);
    GameSummary& game = games.emplace_back();
    game.number = as_unsigned(query.getColumn(0).getInt64());
    game.players = {query.getColumn(2).getInt(), query.getColumn(3).getInt()};
    const auto known = [players](int player) { return player >= 0 && player < players; };
    if (!outcome || !termination || !known(game.players[0]) || !known(game.players[1]))
      return fail("the database is damaged: game {} of players {} and {} has outcome {} by {}", game.number,
                  game.players[0], game.players[1], in_quotes(query.getColumn(4).getText()),
                  in_quotes(query.getColumn(5).getText()));
    // A game that belongs to no pair is one of its own.
    constexpr std::uint64_t alone = std::uint64_t{1} << 63;
    const auto pair = query.getColumn(1);
    game.pair = pair.isNull() ? alone + game.number : as_unsigned(pair.getInt64());
    game.outcome = *outcome;
    game.termination = *termination;
    game.finished = query.getColumn(6).getInt64();
    if (!query.getColumn(8).isNull()) game.cpu = {query.getColumn(8).getInt64(), query.getColumn(9).getInt64()};
    game.print = fingerprint(query.getColumn(7).getText(), *outcome, *termination);
  }
  return games;
}

std::vector<Incident> read_incidents(SQLite::Database& db) {
  std::vector<Incident> incidents;
  SQLite::Statement query(db, "SELECT player, kind, detail, at FROM incidents ORDER BY rowid");
  while (query.executeStep())
    incidents.push_back({query.getColumn(0).getInt(), query.getColumn(1).getString(), query.getColumn(2).getString(),
                         query.getColumn(3).getInt64()});
  return incidents;
}

std::vector<FailureDetail> read_failures(SQLite::Database& db) {
  std::vector<FailureDetail> failures;
  SQLite::Statement query(db,
                          "SELECT CASE outcome WHEN 'first' THEN second ELSE first END AS loser, termination, detail,"
                          " MIN(number) FROM games WHERE detail <> '' AND termination NOT IN ('win', 'draw', '')"
                          " GROUP BY loser, termination");
  while (query.executeStep())
    if (const auto termination = termination_from(query.getColumn(1).getText()))
      failures.push_back({query.getColumn(0).getInt(), *termination, query.getColumn(2).getString()});
  return failures;
}

Expected<void> each_record(SQLite::Database& db, const StoreSetup& setup,
                           const std::function<bool(const Record&, const std::array<int, 2>&)>& visit) {
  const std::string game = value_of(setup.decides, "game"), start = value_of(setup.decides, "start"),
                    event = value_of(setup.notes, "event");
  SQLite::Statement row(db,
                        "SELECT g.number, g.pair, g.first, g.second, g.outcome, g.termination, g.opening, g.seed,"
                        " g.finished, g.moves, g.detail, g.start, g.event, t.micros, t.scores, t.depths, t.nodes"
                        " FROM games g LEFT JOIN thoughts t ON t.number = g.number ORDER BY g.number");
  while (row.executeStep()) {
    Record record;
    record.game = game;
    record.number = as_unsigned(row.getColumn(0).getInt64());
    if (!row.getColumn(1).isNull()) record.pair = as_unsigned(row.getColumn(1).getInt64());
    const std::array<int, 2> ids = {row.getColumn(2).getInt(), row.getColumn(3).getInt()};
    for (std::size_t side = 0; side < 2; ++side) {
      const auto id = static_cast<std::size_t>(ids[side]);
      if (id >= setup.players.size())
        return fail("the database is damaged: game {} has no player {}", *record.number, ids[side]);
      record.players[side] = setup.players[id].name;
    }
    const auto outcome = outcome_from(row.getColumn(4).getText());
    if (!outcome)
      return fail("the database is damaged: game {} has outcome {}", *record.number, row.getColumn(4).getString());
    record.outcome = *outcome;
    if (const auto set = set_termination(record, row.getColumn(5).getText()); !set)
      return fail("the database is damaged: game {}: {}", *record.number, set.error().message);
    record.opening = row.getColumn(6).getInt();
    if (!row.getColumn(7).isNull()) record.seed = as_unsigned(row.getColumn(7).getInt64());
    if (!row.getColumn(8).isNull()) record.finished = row.getColumn(8).getInt64();
    for (const std::string_view move : words(row.getColumn(9).getText())) record.moves.emplace_back(move);
    record.detail = row.getColumn(10).getString();
    record.start = row.getColumn(11).isNull() ? start : row.getColumn(11).getString();
    record.event = row.getColumn(12).isNull() ? event : row.getColumn(12).getString();
    if (!row.getColumn(13).isNull() && !read_thoughts(row, 13, record.notes))
      return fail("the database is damaged: the thoughts of game {} cannot be read", *record.number);
    if (!visit(record, ids)) return {};
  }
  return {};
}

namespace {

// The same for a game wherever it stands: all but its number and its pair, which change when games join others.
std::uint64_t identity(const Record& record, std::string_view moves) {
  const auto text = [](std::string_view s) { return std::hash<std::string_view>()(s); };
  return hash_words(text(record.start), text(moves), text(record.players[0]), text(record.players[1]), record.outcome,
                    text(termination_text(record)), text(record.event), record.seed.value_or(0),
                    record.finished.value_or(0));
}

// How often each game is there.
Expected<std::unordered_map<std::uint64_t, int>> known_games(SQLite::Database& db, const StoreSetup& setup) {
  std::unordered_map<std::uint64_t, int> known;
  const auto read = each_record(db, setup, [&known](const Record& record, const std::array<int, 2>&) {
    ++known[identity(record, joined(record.moves, " "))];
    return true;
  });
  if (!read) return tl::unexpected(read.error());
  return known;
}

}  // namespace

Expected<std::size_t> import(SQLite::Database& db, StoreSetup& setup, const std::vector<Record>& records) {
  auto known = known_games(db, setup);
  if (!known) return tl::unexpected(known.error());
  const std::size_t known_players = setup.players.size();
  std::unordered_map<std::string, int> ids;
  for (std::size_t i = 0; i < known_players; ++i) ids.emplace(setup.players[i].name, static_cast<int>(i));
  const auto id_of = [&](const std::string& name) {
    const auto [found, is_new] = ids.try_emplace(name, static_cast<int>(setup.players.size()));
    if (is_new) setup.players.push_back({name, "", ""});
    return found->second;
  };
  std::uint64_t next = as_unsigned(db.execAndGet("SELECT COALESCE(MAX(number), -1) + 1 FROM games").getInt64());
  // Numbers and pairs are kept while the store is empty; games that join others get fresh ones.
  const std::uint64_t shift = next + next % 2;
  // Beyond any sensible number, where sums would overflow, a number counts as absent.
  constexpr std::uint64_t most = std::uint64_t{1} << 60;
  const auto sensible = [](const std::optional<std::uint64_t>& n) { return n && *n < most; };
  for (const Record& record : records)
    if (sensible(record.number)) next = std::max(next, shift + *record.number + 1);
  GameWriter writer(db);
  std::unordered_set<std::uint64_t> taken;
  std::size_t added = 0;
  for (const Record& record : records) {
    if (record.game != setup.decides["game"])
      return fail("a game of {} does not belong into a file of {}", in_quotes(record.game), setup.decides["game"]);
    const std::string moves = joined(record.moves, " ");
    // Each game that is there answers for one of these; further copies were played again.
    if (const auto same = known->find(identity(record, moves)); same != known->end() && same->second-- > 0) continue;
    std::uint64_t number = sensible(record.number) ? shift + *record.number : next++;
    if (!taken.insert(number).second) number = next++;
    std::optional<std::uint64_t> pair;
    if (sensible(record.pair)) pair = shift / 2 + *record.pair;
    writer.write({number,
                  pair,
                  {id_of(record.players[0]), id_of(record.players[1])},
                  record.outcome,
                  record.termination,
                  record.opening,
                  record.seed,
                  record.finished,
                  moves,
                  record.detail,
                  &record.start,
                  &record.event},
                 record.notes);
    ++added;
  }
  write_players(db, setup.players, known_players);
  return added;
}

}  // namespace tengen::rows

#include "arena/game_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/text.hpp"

namespace tengen {

namespace {

constexpr std::array<std::string_view, 4> termination_names = {"win", "draw", "illegal move", "player error"};

// What differs between two setups, one "key: theirs, here ours" after the other.
std::string difference(const std::map<std::string, std::string>& stored,
                       const std::map<std::string, std::string>& wanted) {
  std::vector<std::string> lines;
  for (const auto& [key, value] : wanted) {
    const auto found = stored.find(key);
    const std::string there = found == stored.end() ? "not set" : found->second;
    if (there != value)
      lines.push_back(fmt::format("{} is {} there and {} here", key, in_quotes(there), in_quotes(value)));
  }
  return joined(lines, "; ");
}

void create_tables(SQLite::Database& db, const std::map<std::string, std::string>& identity) {
  SQLite::Transaction transaction(db);
  db.exec("CREATE TABLE match (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  db.exec(
      "CREATE TABLE games (number INTEGER PRIMARY KEY, first TEXT NOT NULL CHECK (first IN ('a', 'b')),"
      " outcome INTEGER NOT NULL, termination TEXT NOT NULL, moves TEXT NOT NULL, detail TEXT NOT NULL)");
  SQLite::Statement insert(db, "INSERT INTO match VALUES (?, ?)");
  for (const auto& [key, value] : identity) {
    insert.bind(1, key);
    insert.bind(2, value);
    insert.exec();
    insert.reset();
  }
  transaction.commit();
}

std::map<std::string, std::string> stored_identity(SQLite::Database& db) {
  std::map<std::string, std::string> identity;
  SQLite::Statement query(db, "SELECT key, value FROM match");
  while (query.executeStep()) identity.emplace(query.getColumn(0).getString(), query.getColumn(1).getString());
  return identity;
}

}  // namespace

std::string_view name_of(Termination termination) { return termination_names[static_cast<std::size_t>(termination)]; }

GameStore::GameStore(std::unique_ptr<SQLite::Database> database) : database_(std::move(database)) {}
GameStore::GameStore(GameStore&&) noexcept = default;
GameStore::~GameStore() = default;

Expected<GameStore> GameStore::open(const std::string& path, const std::map<std::string, std::string>& identity) {
  try {
    if (std::filesystem::is_directory(path)) return fail("cannot use {} as a database: it is a folder", path);
    auto db = std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 5000);
    const bool is_new = db->execAndGet("SELECT COUNT(*) FROM sqlite_master").getInt() == 0;
    if (!is_new && !db->tableExists("match"))
      return fail("{} is a database, but not of a match; it is left as it is", path);
    if (!is_new)
      if (const std::string differs = difference(stored_identity(*db), identity); !differs.empty())
        return fail("{} holds another match and is left as it is: {}", path, differs);
    // A write-ahead log survives a kill at any moment, and needs no disk flush for every batch of games.
    db->exec("PRAGMA journal_mode = WAL");
    db->exec("PRAGMA synchronous = NORMAL");
    if (is_new) create_tables(*db, identity);
    return GameStore(std::move(db));
  } catch (const std::exception& e) {
    return fail("cannot use {} as a database: {}", path, e.what());
  }
}

Expected<std::vector<PlayedGame>> GameStore::load() const {
  try {
    std::vector<PlayedGame> games;
    SQLite::Statement query(*database_,
                            "SELECT number, first, outcome, termination, moves, detail FROM games ORDER BY number");
    while (query.executeStep()) {
      const std::string termination = query.getColumn(3).getString();
      const auto found = std::ranges::find(termination_names, termination);
      const int outcome = query.getColumn(2).getInt();
      if (found == termination_names.end() || outcome < 1 || outcome > 3)
        return fail("the database is damaged: game {} has outcome {} by {}", query.getColumn(0).getInt64(), outcome,
                    in_quotes(termination));
      PlayedGame& game = games.emplace_back();
      game.number = static_cast<std::uint64_t>(query.getColumn(0).getInt64());
      game.a_is_first = query.getColumn(1).getString() == "a";
      game.outcome = static_cast<Outcome>(outcome);
      game.termination = static_cast<Termination>(found - termination_names.begin());
      game.moves = query.getColumn(4).getString();
      game.detail = query.getColumn(5).getString();
    }
    return games;
  } catch (const std::exception& e) {
    return fail("cannot read the database: {}", e.what());
  }
}

Expected<void> GameStore::add(const std::vector<PlayedGame>& games) {
  try {
    SQLite::Transaction transaction(*database_);
    SQLite::Statement insert(*database_, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)");
    for (const PlayedGame& game : games) {
      insert.bind(1, static_cast<std::int64_t>(game.number));
      insert.bind(2, game.a_is_first ? "a" : "b");
      insert.bind(3, static_cast<int>(game.outcome));
      insert.bind(4, std::string(name_of(game.termination)));
      insert.bindNoCopy(5, game.moves);
      insert.bindNoCopy(6, game.detail);
      insert.exec();
      insert.reset();
    }
    transaction.commit();
    return {};
  } catch (const std::exception& e) {
    return fail("cannot write to the database: {}", e.what());
  }
}

}  // namespace tengen

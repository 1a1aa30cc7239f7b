#include "server/session_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include "core/database_kind.hpp"

namespace tengen {

namespace {

constexpr DatabaseKind kind = {0x54656e50, 1, "tengen play"};  // "TenP"

// Runs what may throw SQLite's exceptions.
template <class Action>
auto guarded(const Action& action) -> Expected<decltype(action())> {
  try {
    if constexpr (std::is_void_v<decltype(action())>) {
      action();
      return {};
    } else {
      return action();
    }
  } catch (const SQLite::Exception& e) {
    return fail("the database of games: {}", e.what());
  }
}

void prepare(SQLite::Database& db) {
  db.setBusyTimeout(5000);
  if (is_empty(db))
    mark_as(db, kind);
  else if (const auto right = check_kind(db, kind); !right)
    throw SQLite::Exception(right.error().message + "; give --db another name");
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = NORMAL");
  db.exec(
      "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, over INTEGER NOT NULL, game TEXT NOT NULL,"
      " title TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, outcome TEXT NOT NULL,"
      " plies INTEGER NOT NULL, updated INTEGER NOT NULL, json TEXT NOT NULL) WITHOUT ROWID");
  db.exec("CREATE INDEX IF NOT EXISTS finished ON sessions (over, updated)");
  db.exec("CREATE TABLE IF NOT EXISTS tournaments (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID");
}

}  // namespace

SessionStore::SessionStore(std::unique_ptr<SQLite::Database> database) : database_(std::move(database)) {}
SessionStore::~SessionStore() = default;

Expected<std::unique_ptr<SessionStore>> SessionStore::open(const std::string& path) {
  try {
    auto database = std::make_unique<SQLite::Database>(path.empty() ? ":memory:" : path,
                                                       SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    prepare(*database);
    return std::unique_ptr<SessionStore>(new SessionStore(std::move(database)));
  } catch (const SQLite::Exception& e) {
    return fail("cannot keep games in {}: {}", path, e.what());
  }
}

Expected<void> SessionStore::save(const std::vector<Row>& rows) {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    SQLite::Transaction transaction(*database_);
    SQLite::Statement insert(*database_, "INSERT OR REPLACE INTO sessions VALUES (?,?,?,?,?,?,?,?,?,?)");
    for (const Row& row : rows) {
      const FinishedSession& s = row.summary;
      SQLite::bind(insert, row.id, row.over ? 1 : 0, s.game, s.title, s.players[0], s.players[1], s.outcome, s.plies,
                   s.finished, row.json);
      insert.exec();
      insert.reset();
    }
    transaction.commit();
  });
}

Expected<std::optional<std::string>> SessionStore::load(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return guarded([&]() -> std::optional<std::string> {
    SQLite::Statement query(*database_, "SELECT json FROM sessions WHERE id = ?");
    query.bind(1, id);
    if (!query.executeStep()) return std::nullopt;
    return query.getColumn(0).getString();
  });
}

Expected<void> SessionStore::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    SQLite::Statement statement(*database_, "DELETE FROM sessions WHERE id = ?");
    statement.bind(1, id);
    statement.exec();
  });
}

Expected<std::vector<FinishedSession>> SessionStore::finished(const std::string& game, std::size_t count) const {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    SQLite::Statement query(*database_,
                            "SELECT id, title, game, first, second, outcome, plies, updated FROM sessions"
                            " WHERE over = 1 AND (?1 = '' OR game = ?1) ORDER BY updated DESC, id LIMIT ?2");
    query.bind(1, game);
    query.bind(2, static_cast<std::int64_t>(count));
    std::vector<FinishedSession> rows;
    while (query.executeStep())
      rows.push_back({query.getColumn(0).getString(),
                      query.getColumn(1).getString(),
                      query.getColumn(2).getString(),
                      {query.getColumn(3).getString(), query.getColumn(4).getString()},
                      query.getColumn(5).getString(),
                      query.getColumn(6).getInt(),
                      query.getColumn(7).getInt64()});
    return rows;
  });
}

Expected<std::size_t> SessionStore::finished_count(const std::string& game) const {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    SQLite::Statement query(*database_, "SELECT count(*) FROM sessions WHERE over = 1 AND (?1 = '' OR game = ?1)");
    query.bind(1, game);
    query.executeStep();
    return static_cast<std::size_t>(query.getColumn(0).getInt64());
  });
}

Expected<void> SessionStore::save_tournament(const std::string& id, const std::string& json) {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    SQLite::Statement statement(*database_, "INSERT OR REPLACE INTO tournaments VALUES (?, ?)");
    SQLite::bind(statement, id, json);
    statement.exec();
  });
}

Expected<void> SessionStore::remove_tournament(const std::string& id) {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    SQLite::Statement statement(*database_, "DELETE FROM tournaments WHERE id = ?");
    statement.bind(1, id);
    statement.exec();
  });
}

Expected<std::vector<std::string>> SessionStore::tournaments() const {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    SQLite::Statement query(*database_, "SELECT json FROM tournaments");
    std::vector<std::string> rows;
    while (query.executeStep()) rows.push_back(query.getColumn(0).getString());
    return rows;
  });
}

}  // namespace tengen

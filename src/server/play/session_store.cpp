#include "server/play/session_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <algorithm>
#include <filesystem>

#include "core/database_kind.hpp"
#include "core/file_lock.hpp"

namespace tengen::server {

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
  db.exec(
      "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, over INTEGER NOT NULL, game TEXT NOT NULL,"
      " title TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, outcome TEXT NOT NULL,"
      " plies INTEGER NOT NULL, updated INTEGER NOT NULL, json TEXT NOT NULL) WITHOUT ROWID");
  db.exec("CREATE INDEX IF NOT EXISTS finished ON sessions (over, updated)");
  db.exec("CREATE TABLE IF NOT EXISTS tournaments (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID");
  db.exec("CREATE TABLE IF NOT EXISTS holder (address TEXT NOT NULL, instance TEXT NOT NULL)");
  db.exec("DELETE FROM holder");  // an earlier one that could not say goodbye
}

StoredSummary read_summary(const SQLite::Statement& query) {
  return {query.getColumn("id").getString(),
          query.getColumn("title").getString(),
          query.getColumn("game").getString(),
          {query.getColumn("first").getString(), query.getColumn("second").getString()},
          query.getColumn("outcome").getString(),
          query.getColumn("plies").getInt(),
          query.getColumn("updated").getInt64()};
}

}  // namespace

SessionStore::SessionStore(std::unique_ptr<FileLock> lock, std::unique_ptr<SQLite::Database> database)
    : lock_(std::move(lock)), database_(std::move(database)) {
  writer_ = std::jthread([this](const StopToken& end) { keep_writing(end); });
}
SessionStore::~SessionStore() = default;

Expected<std::unique_ptr<SessionStore>> SessionStore::open(const std::string& path) {
  try {
    auto database = std::make_unique<SQLite::Database>(path.empty() ? ":memory:" : path,
                                                       SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    std::unique_ptr<FileLock> lock;
    if (!path.empty()) {
      lock = std::make_unique<FileLock>(path);
      if (!lock->take())
        return fail("another tengen play keeps its games in {}; end that one, or name another file with --db", path);
    }
    prepare(*database);
    return std::unique_ptr<SessionStore>(new SessionStore(std::move(lock), std::move(database)));
  } catch (const SQLite::Exception& e) {
    return fail("cannot keep games in {}: {}", path, e.what());
  }
}

Expected<void> SessionStore::write(Outlives what, std::function<void(SQLite::Database&)> action) {
  std::future<Expected<void>> done;
  {
    const std::lock_guard lock(waiting_mutex_);
    waiting_.push_back({std::move(action), what, {}});
    done = waiting_.back().done.get_future();
  }
  news_.notify_one();
  return done.get();
}

void SessionStore::keep_writing(const StopToken& end) {
  while (true) {
    std::vector<Write> writes;
    {
      std::unique_lock lock(waiting_mutex_);
      if (!news_.wait(lock, end, [this] { return !waiting_.empty(); })) return;
      writes = std::move(waiting_);
      waiting_.clear();
    }
    const auto all = commit(writes);
    for (Write& each : writes)  // what one of them did wrong is not the others' fault
      each.done.set_value(all || writes.size() == 1 ? all : commit({&each, 1}));
  }
}

Expected<void> SessionStore::commit(std::span<Write> writes) {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    // With a write-ahead log, NORMAL hands every transaction to the system and FULL waits for the disk, too. Neither
    // can leave half a transaction behind.
    const bool to_disk = std::ranges::any_of(writes, [](const Write& w) { return w.what == Outlives::power_cut; });
    database_->exec(to_disk ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    SQLite::Transaction transaction(*database_);
    for (const Write& each : writes) each.action(*database_);
    transaction.commit();
  });
}

Expected<void> SessionStore::announce(const Holder& holder) {
  return write(Outlives::kill, [&](SQLite::Database& db) {
    SQLite::Statement insert(db, "INSERT INTO holder VALUES (?, ?)");
    SQLite::bind(insert, holder.address, holder.instance);
    insert.exec();
  });
}

bool SessionStore::is_held(const std::string& path) {
  return std::filesystem::is_regular_file(path) && !FileLock(path).take();
}

std::optional<SessionStore::Holder> SessionStore::holder_of(const std::string& path) {
  try {
    const SQLite::Database database(path, SQLite::OPEN_READONLY, 1000);
    SQLite::Statement query(database, "SELECT address, instance FROM holder");
    if (!query.executeStep()) return std::nullopt;
    return Holder{query.getColumn(0).getString(), query.getColumn(1).getString()};
  } catch (const SQLite::Exception&) {
    return std::nullopt;  // no file, or not one of ours
  }
}

Expected<void> SessionStore::save(const Row& row, Outlives what) {
  return write(what, [&](SQLite::Database& db) {
    SQLite::Statement insert(db, "INSERT OR REPLACE INTO sessions VALUES (?,?,?,?,?,?,?,?,?,?)");
    const StoredSummary& s = row.summary;
    SQLite::bind(insert, s.id, row.over ? 1 : 0, s.game, s.title, s.players[0], s.players[1], s.outcome, s.plies,
                 s.updated, row.json);
    insert.exec();
  });
}

Expected<std::optional<SessionStore::Row>> SessionStore::load(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return guarded([&]() -> std::optional<Row> {
    SQLite::Statement query(*database_, "SELECT * FROM sessions WHERE id = ?");
    query.bind(1, id);
    if (!query.executeStep()) return std::nullopt;
    return Row{read_summary(query), query.getColumn("over").getInt() != 0, query.getColumn("json").getString()};
  });
}

Expected<void> SessionStore::remove(const std::string& id) {
  return write(Outlives::power_cut, [&](SQLite::Database& db) {
    SQLite::Statement statement(db, "DELETE FROM sessions WHERE id = ?");
    statement.bind(1, id);
    statement.exec();
  });
}

Expected<std::vector<StoredSummary>> SessionStore::finished(const std::string& game, std::size_t count) const {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    SQLite::Statement query(*database_,
                            "SELECT id, title, game, first, second, outcome, plies, updated FROM sessions"
                            " WHERE over = 1 AND (?1 = '' OR game = ?1) ORDER BY updated DESC, id LIMIT ?2");
    query.bind(1, game);
    query.bind(2, static_cast<std::int64_t>(count));
    std::vector<StoredSummary> rows;
    while (query.executeStep()) rows.push_back(read_summary(query));
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
  return write(Outlives::power_cut, [&](SQLite::Database& db) {
    SQLite::Statement statement(db, "INSERT OR REPLACE INTO tournaments VALUES (?, ?)");
    SQLite::bind(statement, id, json);
    statement.exec();
  });
}

Expected<void> SessionStore::remove_tournament(const std::string& id) {
  return write(Outlives::power_cut, [&](SQLite::Database& db) {
    SQLite::Statement statement(db, "DELETE FROM tournaments WHERE id = ?");
    statement.bind(1, id);
    statement.exec();
  });
}

Expected<std::vector<std::pair<std::string, std::string>>> SessionStore::tournaments() const {
  const std::lock_guard lock(mutex_);
  return guarded([&] {
    SQLite::Statement query(*database_, "SELECT id, json FROM tournaments");
    std::vector<std::pair<std::string, std::string>> rows;
    while (query.executeStep()) rows.emplace_back(query.getColumn(0).getString(), query.getColumn(1).getString());
    return rows;
  });
}

}  // namespace tengen::server

#include "arena/game_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <filesystem>

#include "arena/store_rows.hpp"
#include "core/file_lock.hpp"
#include "core/text.hpp"

namespace tengen {

namespace {

// A new file is created whole or not at all.
void create(SQLite::Database& db, const StoreSetup& setup) {
  SQLite::Transaction transaction(db);
  rows::create_tables(db);
  rows::write_setup(db, setup);
  transaction.commit();
}

bool is_store(SQLite::Database& db) { return db.tableExists("setup") && db.tableExists("games"); }

// A path inside an SQLite address.
std::string escaped(std::string_view path) {
  std::string address;
  for (const char c : path)
    if (c == '%' || c == '?' || c == '#')
      address += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      address += c;
  return address;
}

Expected<void> check_file(const std::string& path, bool must_exist) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return fail("cannot use {} as a database: it is a folder", path);
  if (must_exist && !std::filesystem::exists(path, error)) return fail("there is no file {}", path);
  return {};
}

}  // namespace

GameStore::GameStore(std::unique_ptr<SQLite::Database> database, std::unique_ptr<FileLock> lock, StoreSetup setup)
    : lock_(std::move(lock)), database_(std::move(database)), setup_(std::move(setup)) {}
GameStore::GameStore(GameStore&&) noexcept = default;
GameStore& GameStore::operator=(GameStore&&) noexcept = default;
GameStore::~GameStore() = default;

Expected<GameStore> GameStore::open(const std::string& path, const StoreSetup& setup) {
  if (const auto right = check_file(path, false); !right) return tl::unexpected(right.error());
  try {
    auto db = std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 5000);
    auto lock = std::make_unique<FileLock>(path);
    if (!lock->take()) return fail("{} is in use: another run is writing to it", path);
    const bool is_new = db->execAndGet("SELECT COUNT(*) FROM sqlite_master").getInt() == 0;
    if (!is_new && !is_store(*db)) return fail("{} is a database, but not of games; it is left as it is", path);
    if (!is_new)
      if (const std::string differs = difference(rows::read_setup(*db), setup); !differs.empty())
        return fail("{} holds other games and is left as it is: {}", path, differs);
    // A write-ahead log survives a kill at any moment, and needs no disk flush for every batch of games.
    db->exec("PRAGMA journal_mode = WAL");
    db->exec("PRAGMA synchronous = NORMAL");
    if (is_new)
      create(*db, setup);
    else
      rows::write_notes(*db, setup);
    rows::add_cpu_table(*db);
    StoreSetup stored = rows::read_setup(*db);
    return GameStore(std::move(db), std::move(lock), std::move(stored));
  } catch (const std::exception& e) {
    return fail("cannot use {} as a database: {}", path, e.what());
  }
}

Expected<GameStore> GameStore::open_existing(const std::string& path) {
  auto stored = read_only(path);
  if (!stored) return tl::unexpected(stored.error());
  return open(path, stored->setup());
}

Expected<GameStore> GameStore::read_only(const std::string& path) {
  if (const auto right = check_file(path, true); !right) return tl::unexpected(right.error());
  const auto read = [&path](const std::string& address, int flags) -> Expected<GameStore> {
    try {
      auto db = std::make_unique<SQLite::Database>(address, flags, 5000);
      if (!is_store(*db)) return fail("{} is a database, but not of games", path);
      StoreSetup stored = rows::read_setup(*db);
      return GameStore(std::move(db), nullptr, std::move(stored));
    } catch (const std::exception& e) {
      return fail("cannot read {} as a database: {}", path, e.what());
    }
  };
  // Nobody is writing where there is no log beside it: then SQLite need not make one, which would leave files behind
  // and fail in a folder that cannot be written to.
  std::error_code error;
  if (!std::filesystem::exists(path + "-wal", error))
    return read("file:" + escaped(std::filesystem::absolute(path, error).string()) + "?immutable=1",
                SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  return read(path, SQLite::OPEN_READONLY);
}

Expected<std::vector<GameSummary>> GameStore::summaries() const {
  try {
    return rows::read_summaries(*database_);
  } catch (const std::exception& e) {
    return fail("cannot read the database: {}", e.what());
  }
}

Expected<std::vector<Incident>> GameStore::incidents() const {
  try {
    return rows::read_incidents(*database_);
  } catch (const std::exception& e) {
    return fail("cannot read the database: {}", e.what());
  }
}

Expected<std::vector<FailureDetail>> GameStore::failures() const {
  try {
    return rows::read_failures(*database_);
  } catch (const std::exception& e) {
    return fail("cannot read the database: {}", e.what());
  }
}

Expected<void> GameStore::each_record(
    const std::function<bool(const Record&, const std::array<int, 2>&)>& visit) const {
  try {
    return rows::each_record(*database_, setup_, visit);
  } catch (const std::exception& e) {
    return fail("cannot read the database: {}", e.what());
  }
}

Expected<void> GameStore::add(const std::vector<PlayedGame>& games) {
  try {
    SQLite::Transaction transaction(*database_);
    rows::write_games(*database_, games);
    transaction.commit();
    return {};
  } catch (const std::exception& e) {
    return fail("cannot write to the database: {}", e.what());
  }
}

Expected<void> GameStore::add(const Incident& incident) {
  try {
    rows::write_incident(*database_, incident);
    return {};
  } catch (const std::exception& e) {
    return fail("cannot write to the database: {}", e.what());
  }
}

Expected<std::size_t> GameStore::import(const std::vector<Record>& records) {
  try {
    SQLite::Transaction transaction(*database_);
    StoreSetup with_players = setup_;
    auto added = rows::import(*database_, with_players, records);
    if (!added) return added;
    transaction.commit();
    setup_ = std::move(with_players);
    return added;
  } catch (const std::exception& e) {
    return fail("cannot write to the database: {}", e.what());
  }
}

std::string value_of(const std::map<std::string, std::string>& pairs, const std::string& key) {
  const auto found = pairs.find(key);
  return found == pairs.end() ? std::string() : found->second;
}

std::string difference(const StoreSetup& stored, const StoreSetup& wanted) {
  std::vector<std::string> lines;
  const auto compare = [&lines](const std::string& key, const std::string& there, const std::string& here) {
    if (there != here)
      lines.push_back(fmt::format("{} is {} there and {} here", key, in_quotes(there), in_quotes(here)));
  };
  std::map<std::string, std::string> keys = stored.decides;
  keys.insert(wanted.decides.begin(), wanted.decides.end());
  for (const auto& [key, unused] : keys) {
    const auto value = [&key = key](const StoreSetup& setup) {
      const auto found = setup.decides.find(key);
      return found == setup.decides.end() ? std::string("not set") : found->second;
    };
    compare(key, value(stored), value(wanted));
  }
  for (std::size_t i = 0; i < std::max(stored.players.size(), wanted.players.size()); ++i) {
    const auto player = [i](const StoreSetup& setup) {
      return i < setup.players.size() ? setup.players[i] : StoredPlayer{"not there", "not there", ""};
    };
    const StoredPlayer there = player(stored), here = player(wanted);
    const std::string who = fmt::format("player {}", i + 1);
    compare(who, there.spec, here.spec);
    compare(who + "'s limits", there.limits, here.limits);
    compare(who + "'s name", there.name, here.name);
  }
  return joined(lines, "; ");
}

StoreSetup imported_setup(std::string_view game) {
  return {{{"kind", "imported"}, {"game", std::string(game)}, {"start", ""}}, {}, {}};
}

bool is_imported(const StoreSetup& setup) { return value_of(setup.decides, "kind") == "imported"; }

}  // namespace tengen

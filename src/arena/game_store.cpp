#include "arena/game_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>

#include "arena/game_rows.hpp"
#include "core/database_kind.hpp"
#include "core/file_lock.hpp"
#include "core/text.hpp"

namespace tengen::arena {

namespace {

constexpr DatabaseKind kind = {0x54656e47, 2, "games"};  // "TenG"

// A new file is created whole or not at all.
void create(SQLite::Database& db, const TournamentSetup& setup) {
  SQLite::Transaction transaction(db);
  mark_as(db, kind);
  rows::create_tables(db);
  rows::write_setup(db, setup);
  transaction.commit();
}

// The setup of a file that is a store.
Expected<TournamentSetup> read_store(SQLite::Database& db) {
  if (db.execAndGet("PRAGMA application_id").getInt() == 0 && db.tableExists("setup") && db.tableExists("games"))
    return fail("it was made by an older version of tengen, whose files this one does not read");
  if (const auto right = check_kind(db, kind); !right) return right.error();
  return rows::read_setup(db);
}

// Tables that are not as they were made, or a trigger among them, would change what is written.
Expected<void> check_tables(SQLite::Database& db) {
  SQLite::Database fresh(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  rows::create_tables(fresh);
  SQLite::Statement made(fresh, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL");
  SQLite::Statement same(db, "SELECT COUNT(*) FROM sqlite_master WHERE name = ? AND sql = ?");
  while (made.executeStep()) {
    same.bind(1, made.getColumn(0).getString());
    same.bind(2, made.getColumn(1).getString());
    same.executeStep();
    if (same.getColumn(0).getInt() != 1)
      return fail("its table {} is not as tengen made it; go on from a copy of the file",
                  made.getColumn(0).getString());
    same.reset();
  }
  if (db.execAndGet("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'").getInt() > 0)
    return fail("it has triggers, which tengen did not make");
  return {};
}

// The whole file, before anything is added to it.
Expected<void> check_whole(SQLite::Database& db, const TournamentSetup& setup) {
  if (const auto tables = check_tables(db); !tables) return tables;
  const std::string found = db.execAndGet("PRAGMA integrity_check(1)").getString();
  if (found != "ok") return rows::damaged(found.substr(found.find_last_of('\n') + 1));
  rows::Damage damage;
  rows::each_game(db, setup, {}, damage, [](const records::Record&) { return true; });
  rows::read_incidents(db, setup, damage);
  if (damage.any()) return damage.error();
  return {};
}

// What SQLite throws, as an error that says what was to be done.
template <class Action>
auto guarded(std::string_view what, const Action& action) -> decltype(action()) {
  try {
    return action();
  } catch (const SQLite::Exception& e) {
    if (e.getErrorCode() == SQLITE_CORRUPT) return rows::damaged(e.what());
    return fail("cannot {} the database: {}", what, e.what());
  } catch (const std::exception& e) {
    return fail("cannot {} the database: {}", what, e.what());
  }
}

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

GameStore::GameStore(std::unique_ptr<SQLite::Database> database, std::unique_ptr<FileLock> lock, TournamentSetup setup)
    : lock_(std::move(lock)), database_(std::move(database)), setup_(std::move(setup)) {}
GameStore::GameStore(GameStore&&) noexcept = default;
GameStore& GameStore::operator=(GameStore&&) noexcept = default;
GameStore::~GameStore() = default;

Expected<GameStore> GameStore::open(const std::string& path, const TournamentSetup& setup) {
  return open_with(path, setup, [&setup](const TournamentSetup& stored) -> Expected<TournamentSetup> {
    if (const std::string differs = difference(stored, setup); !differs.empty())
      return fail("it holds other games: {}; play these into a database of their own (--db FILE)", differs);
    return setup;
  });
}

Expected<GameStore> GameStore::open_for_import(const std::string& path, std::string_view game) {
  return open_with(path, imported_setup(game), [](TournamentSetup stored) -> Expected<TournamentSetup> {
    if (!stored.imported) return fail("it holds games that were played here; choose another file for imported ones");
    return stored;
  });
}

Expected<GameStore> GameStore::open_with(const std::string& path, const TournamentSetup& setup, const Agreed& agreed) {
  if (const auto right = check_file(path, false); !right) return right.error();
  const auto open = [&]() -> Expected<GameStore> {
    auto db = std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 5000);
    auto lock = std::make_unique<FileLock>(path);
    if (!lock->take()) return fail("it is in use: another run is writing to it");
    Expected<TournamentSetup> now = setup;
    const bool is_new = is_empty(*db);
    if (!is_new) {
      auto stored = read_store(*db);
      if (!stored) return stored.error();
      now = agreed(*stored);
      if (!now) return now.error();
      if (const auto whole = check_whole(*db, *stored); !whole) return whole.error();
    }
    // A write-ahead log survives a kill at any moment, and needs no disk flush for every batch of games.
    db->exec("PRAGMA journal_mode = WAL");
    db->exec("PRAGMA synchronous = NORMAL");
    if (is_new)
      create(*db, *now);
    else
      rows::write_setup(*db, *now);
    return GameStore(std::move(db), std::move(lock), *std::move(now));
  };
  return guarded("use", open).map_error([&path](const Error& error) {
    return Error{fmt::format("{} is left as it is: {}", path, error.message)};
  });
}

Expected<GameStore> GameStore::read_only(const std::string& path) {
  if (const auto right = check_file(path, true); !right) return right.error();
  const auto open = [&path](const std::string& address, int flags) {
    return guarded("read",
                   [&]() -> Expected<GameStore> {
                     auto db = std::make_unique<SQLite::Database>(address, flags, 5000);
                     const SQLite::Transaction reading(*db);
                     auto stored = read_store(*db);
                     if (!stored) return stored.error();
                     return GameStore(std::move(db), nullptr, *std::move(stored));
                   })
        .map_error([&path](const Error& error) { return Error{fmt::format("{}: {}", path, error.message)}; });
  };
  // Nobody is writing where there is no log beside it: then SQLite need not make one, which would leave files behind
  // and fail in a folder that cannot be written to.
  std::error_code error;
  if (!std::filesystem::exists(path + "-wal", error))
    return open("file:" + escaped(std::filesystem::absolute(path, error).string()) + "?immutable=1",
                SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  return open(path, SQLite::OPEN_READONLY);
}

// What a table has and its tally are read at one moment, whoever writes meanwhile.
template <class Result, class Read>
Expected<Result> GameStore::sound(const Read& read) const {
  return guarded("read", [&]() -> Expected<Result> {
    const SQLite::Transaction reading(*database_);
    rows::Damage damage;
    Result result = read(damage);
    if (damage.any()) return damage.error();
    return result;
  });
}

Expected<std::vector<GameSummary>> GameStore::summaries(const roster::Registry& registry) const {
  records::Replay replay(registry);
  return sound<std::vector<GameSummary>>(
      [&](rows::Damage& damage) { return rows::read_summaries(*database_, setup_, replay, damage); });
}

Expected<std::vector<Incident>> GameStore::incidents() const {
  return sound<std::vector<Incident>>(
      [&](rows::Damage& damage) { return rows::read_incidents(*database_, setup_, damage); });
}

Expected<std::vector<records::Record>> GameStore::failures() const {
  return sound<std::vector<records::Record>>(
      [&](rows::Damage& damage) { return rows::read_failures(*database_, setup_, damage); });
}

Expected<void> GameStore::each_game(const roster::Registry& registry,
                                    const std::function<bool(const records::Record&)>& visit) const {
  records::Replay replay(registry);
  const auto read = sound<bool>([&](rows::Damage& damage) {
    rows::each_game(*database_, setup_, {.replay = &replay}, damage, visit);
    return true;
  });
  return read.map([](bool) {});
}

Expected<std::optional<records::Record>> GameStore::game(const roster::Registry& registry, std::uint64_t number) const {
  records::Replay replay(registry);
  return sound<std::optional<records::Record>>([&](rows::Damage& damage) {
    std::optional<records::Record> found;
    rows::each_game(*database_, setup_, {.replay = &replay, .number = number}, damage, [&found](records::Record game) {
      found = std::move(game);
      return true;
    });
    return found;
  });
}

Expected<void> GameStore::add(const std::vector<records::Record>& games) {
  return guarded("write to", [&]() -> Expected<void> {
    SQLite::Transaction transaction(*database_);
    rows::GameWriter writer(*database_, setup_);
    for (const records::Record& game : games) writer.write(game);
    writer.finish();
    transaction.commit();
    return {};
  });
}

Expected<void> GameStore::add(const Incident& incident) {
  return guarded("write to", [&]() -> Expected<void> {
    rows::write_incident(*database_, incident);
    return {};
  });
}

Expected<std::size_t> GameStore::import(const std::vector<records::Record>& records) {
  return guarded("write to", [&]() -> Expected<std::size_t> {
    SQLite::Transaction transaction(*database_);
    TournamentSetup with_players = setup_;
    auto added = rows::import(*database_, with_players, records);
    if (!added) return added;
    transaction.commit();
    setup_ = std::move(with_players);
    return added;
  });
}

}  // namespace tengen::arena

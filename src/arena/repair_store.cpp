// What is still sound of a damaged store, in a new one.

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>

#include "arena/game_rows.hpp"
#include "core/file_lock.hpp"
#include "core/text.hpp"

namespace tengen::arena {

namespace fs = std::filesystem;

// Where SQLite cannot follow a table any further, the other end may still be read.
Expected<std::size_t> GameStore::copy_sound_rows(const roster::Registry& registry, GameStore& into) const {
  rows::Damage damage;  // stays behind
  records::Replay replay(registry);
  std::size_t games = 0;
  std::optional<std::uint64_t> last;
  try {
    SQLite::Transaction transaction(*into.database_);
    rows::GameWriter writer(*into.database_, setup_);
    std::optional<Error> cannot_write;
    const auto copy = [&](bool backwards) {
      const std::optional<std::uint64_t> reached = last;
      rows::each_game(*database_, setup_, {.replay = &replay, .backwards = backwards}, damage,
                      [&](const records::Record& game) {
                        const std::uint64_t number = *game.number;
                        if (backwards && reached && number <= *reached) return false;
                        if (last && (backwards ? number >= *last && last != reached : number <= *last))
                          return true;  // seen before
                        try {
                          writer.write(game);
                        } catch (const SQLite::Exception& e) {
                          cannot_write = Error{e.what()};
                          return false;
                        }
                        ++games;
                        last = number;
                        return true;
                      });
    };
    try {
      copy(false);
    } catch (const SQLite::Exception&) {
      try {
        copy(true);
      } catch (const SQLite::Exception&) {  // the other end is where this one is
      }
    }
    if (cannot_write) return fail("cannot write the repaired database: {}", cannot_write->message);
    writer.finish();
    transaction.commit();
  } catch (const SQLite::Exception& e) {
    return fail("cannot write the repaired database: {}", e.what());
  }
  std::vector<Incident> incidents;
  try {
    incidents = rows::read_incidents(*database_, setup_, damage);
  } catch (const SQLite::Exception&) {  // withdrawals follow from the games
  }
  for (const Incident& incident : incidents)
    if (const auto added = into.add(incident); !added) return added.error();
  return games;
}

Expected<std::size_t> repair_store(const std::string& path, const roster::Registry& registry) {
  const std::string fresh = path + ".repaired", kept = path + ".damaged";
  const auto move = [](const std::string& from, const std::string& to) {
    // SQLite's log belongs to the file whose name it bears.
    for (const char* tail : {"", "-wal", "-shm"})
      if (fs::exists(from + tail)) fs::rename(from + tail, to + tail);
  };
  try {
    if (fs::exists(kept)) return fail("{} is there already: move it away first", kept);
    FileLock lock(path);
    if (fs::exists(path) && !lock.take()) return fail("{} is in use: a run is writing to it", path);
    for (const char* tail : {"", "-wal", "-shm"}) fs::remove(fresh + tail);  // of a repair that was interrupted
    std::size_t games = 0;
    {
      const auto damaged = GameStore::read_only(path);
      if (!damaged) return damaged.error();
      auto sound = GameStore::open(fresh, damaged->setup());
      if (!sound) return sound.error();
      const auto copied = damaged->copy_sound_rows(registry, *sound);
      if (!copied) return copied;
      games = *copied;
    }
    move(path, kept);
    move(fresh, path);
    return games;
  } catch (const fs::filesystem_error& e) {
    return fail("cannot repair {}: {}", path, e.what());
  }
}

}  // namespace tengen::arena

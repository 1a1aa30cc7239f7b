#pragma once
// What the arena's tests share: the built-in players, short tournaments, files that go away.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "app/builtins.hpp"
#include "arena/run_tournament.hpp"
#include "support/start_of.hpp"

namespace tengen::arena {

inline Tournament made(TournamentSetup setup, const roster::Registry& registry = app::builtins()) {
  auto t = make_tournament(std::move(setup), registry);
  EXPECT_TRUE(t) << (t ? "" : t.error().message);
  return t ? *std::move(t) : Tournament{};
}

inline Tournament tournament_of(const std::vector<std::string>& specs, std::uint64_t games_per_pair,
                                TournamentKind kind = TournamentKind::match, std::string game = "connect4",
                                std::string position = "", const roster::Registry& registry = app::builtins()) {
  TournamentSetup setup;
  setup.kind = kind;
  setup.game = std::move(game);
  setup.position = std::move(position);
  for (const std::string& spec : specs) setup.players.push_back({spec, spec, {}});
  setup.games_per_pair = games_per_pair;
  return made(std::move(setup), registry);
}

inline void set_openings(Tournament& t, const std::string& spec) {
  t.openings_spec = spec;
  t = made(t);
}

struct TemporaryFile {
  std::string path;
  explicit TemporaryFile(std::string_view name)
      : path((std::filesystem::temp_directory_path() / (std::string(name) + std::to_string(getpid()) + ".db"))
                 .string()) {
    remove();
  }
  ~TemporaryFile() { remove(); }
  void remove() const {
    for (const char* tail : {"", "-wal", "-shm"}) std::filesystem::remove(path + tail);
  }
};

inline RunResult play(const Tournament& t, GameStore* store = nullptr, const StopToken& stop = {}) {
  RunOptions options;
  options.store = store;
  auto result = run_tournament(t, app::builtins(), options, stop);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return std::move(*result);
}

// Plays into a file, and again where it is there already.
inline RunResult play_into(const Tournament& t, const std::string& path, const StopToken& stop = {}) {
  auto store = GameStore::open(path, t);
  EXPECT_TRUE(store) << (store ? "" : store.error().message);
  return play(t, &*store, stop);
}

inline std::vector<records::Record> records_in(const std::string& path) {
  std::vector<records::Record> records;
  const auto store = GameStore::read_only(path);
  EXPECT_TRUE(store) << (store ? "" : store.error().message);
  const auto read = store->each_game(app::builtins(), [&](const records::Record& record) {
    records.push_back(record);
    return true;
  });
  EXPECT_TRUE(read);
  return records;
}

// All that must not depend on threads, kills or the time of day.
inline std::vector<records::Record> without_times(std::vector<records::Record> records) {
  for (records::Record& record : records) {
    record.finished.reset();
    record.cpu = records::no_cpu;
    for (records::MoveNote& note : record.notes) note.micros = 0;
  }
  return records;
}

}  // namespace tengen::arena

#pragma once
// What the protocol tests share: all players, engines to start, and a look at what still runs.

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "app/builtins.hpp"
#include "support/places.hpp"
#include "support/start_of.hpp"

namespace tengen::protocol {

inline std::unique_ptr<roster::Player> make_player(const std::string& spec, const roster::Game& game) {
  auto player = app::builtins().make_player(spec, game);
  EXPECT_TRUE(player) << (player ? "" : player.error().message);
  return player ? std::move(*player) : nullptr;
}

// A word that no other process has on its command line.
inline std::string fresh_token() {
  static std::atomic<int> number = 0;
  return "token-" + std::to_string(getpid()) + "-" + std::to_string(++number);
}

inline std::string bad_engine(const std::string& mode, const std::string& token = "none") {
  return "/usr/bin/python3 '" + source_file("tests/protocol/bad_engine.py") + "' " + mode + " " + token;
}

inline int processes_with(const std::string& token) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline");
    std::string line(4096, '\0');
    file.read(line.data(), 4096);  // unlike a buffer iterator it does not throw when the process ends meanwhile
    line.resize(static_cast<std::size_t>(file.gcount()));
    if (line.find(token) != std::string::npos) ++count;
  }
  return count;
}

// Children of this very process, zombies included.
inline int own_children() {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string line;
    std::getline(file, line);
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos) continue;
    if (std::atoi(line.c_str() + std::min(name_end + 4, line.size())) == getpid()) ++count;
  }
  return count;
}

}  // namespace tengen::protocol

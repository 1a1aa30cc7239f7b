#pragma once
// What every part of the server stands on: the registry, and the bounds of what may be asked.

#include <cstddef>
#include <cstdint>

#include "roster/registry.hpp"
#include "server/allowed_files.hpp"

namespace tengen {

struct ServerBounds {
  std::size_t moves = 1024;           // of one game
  std::size_t tree = 4000;            // nodes of one session
  std::int64_t think_time = 600'000;  // milliseconds
  std::size_t sessions = 2000;        // in memory; the rest lie in the database
  std::size_t streams = 320;
  std::size_t players = 32;      // of one tournament
  std::uint64_t games = 10'000;  // of one tournament
  std::size_t tournaments = 200;
  std::size_t import_games = 1000;
  int table_megabytes = 256;  // of one engine
};

struct ServerContext {
  const Registry& registry;
  ServerBounds bounds;
  bool external_engines = false;
  bool shared = false;  // reachable from other machines
  int threads = 2;      // cores to use
  AllowedFiles files{};
};

}  // namespace tengen

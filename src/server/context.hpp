#pragma once
// What every part of the server stands on: the registry, the bounds of what may be asked, and the
// files that may be named.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "roster/registry.hpp"

namespace tengen::server {

// Which files requests may name: those of one folder, if the command line allows one at all.
class AllowedFiles {
 public:
  AllowedFiles() = default;  // none
  static Expected<AllowedFiles> below(const std::string& folder);

  bool any() const { return !folder_.empty(); }

  // Whether this is a regular file or a folder that lies in the allowed folder after all links. Paths mean what they
  // mean on the command line. Of what lies outside the answer tells nothing: it is the same whether it is there or not.
  bool has(const std::string& path) const;

 private:
  std::filesystem::path as_written_;  // absolute, its links as they are
  std::filesystem::path folder_;      // without links
};

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
  int table_megabytes = 256;      // of one engine
  std::size_t kept_players = 16;  // of sessions, between their moves
  std::chrono::minutes players_kept_for{5};
};

struct ServerContext {
  const roster::Registry& registry;
  ServerBounds bounds;
  bool external_engines = false;
  bool shared = false;  // reachable from other machines
  int threads = 2;      // cores to use
  AllowedFiles files{};
};

}  // namespace tengen::server

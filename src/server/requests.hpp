#pragma once
// Reading what requests say: games, limits, players, seats. Everything from outside is checked here, once, against the
// bounds of what may be asked and the files that may be named.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "roster/registry.hpp"
#include "server/api.hpp"

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

// What every part of the server stands on.
struct ServerContext {
  const roster::Registry& registry;
  ServerBounds bounds;
  bool external_engines = false;
  bool shared = false;  // reachable from other machines
  int threads = 2;      // cores to use
  AllowedFiles files{};
};

struct AskedGame {
  const roster::GameKind* kind = nullptr;
  std::unique_ptr<roster::Game> game;  // after the moves
};

// `game`, `start` or `options`, `moves` of a body.
Answer<AskedGame> read_game(Fields& fields, const ServerContext& context, bool with_moves = true);
// The same of a query string.
Answer<AskedGame> read_game(const std::map<std::string, std::string>& query, const ServerContext& context);

// `time`, `nodes`, `depth`.
Limits read_limits(Fields& fields, const ServerContext& context);
Answer<Limits> read_limits(const std::map<std::string, std::string>& query, const ServerContext& context);
Json to_json(const Limits& limits);

// Whether a setting of this player names a file or a folder.
bool names_file(const roster::PlayerKind& kind, const Setting& setting);

// Whether this player may be used here: it exists, plays this game, starts no program and names no file unless that was
// switched on, and asks for no more memory or threads than it may have. Makes it once to be sure.
std::optional<ApiError> check_player(const std::string& spec, const roster::Game& game, const ServerContext& context,
                                     const std::string& field);

// Whether this player, which was checked, goes on thinking while the others do.
bool ponders(const std::string& spec, const roster::Registry& registry);

// What is wrong with the files that openings name, before any is opened.
std::optional<ApiError> check_openings(const std::string& spec, const ServerContext& context, const std::string& field);

struct SeatChoice {
  enum class Kind : std::uint8_t { person, level, player };
  Kind kind = Kind::person;
  std::string level{};
  std::string player{};  // the spec, also of a level
  Limits limits{};

  bool is_person() const { return kind == Kind::person; }
  // The player without its settings; "person" for a person.
  std::string name() const;
};
using SeatChoices = std::array<SeatChoice, 2>;

Answer<SeatChoice> read_seat(const Json& json, const std::string& where, const std::string& game_name,
                             const roster::Game& game, const ServerContext& context);
Answer<SeatChoices> read_seats(const Json& list, const std::string& game_name, const roster::Game& game,
                               const ServerContext& context);
Json to_json(const SeatChoice& seat);

}  // namespace tengen::server

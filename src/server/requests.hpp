#pragma once
// Reading what requests say: games, limits, players, seats. Everything from outside is checked here, once.

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "server/context.hpp"
#include "server/fields.hpp"

namespace tengen::server {

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

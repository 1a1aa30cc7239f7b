#pragma once
// Positions, games and thoughts as the page draws them. It knows no rules; all of them speak through here.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "records/record.hpp"
#include "roster/player.hpp"
#include "roster/registry.hpp"
#include "server/api.hpp"

namespace tengen::server {

// Where a move's stone comes to rest; nothing for a pass.
std::optional<games::CellIndex> cell_of(const roster::Game& game, roster::AnyMove move);

// A move and where it goes: {"move": "h8", "cell": 112}; with "from" where it leaves a cell.
Json move_json(const roster::Game& game, roster::AnyMove move);
// The last move and what it changed; null at the start.
Json last_json(const roster::Game& game);
// A line of moves from here, with the side that plays each.
Json line_json(const roster::Game& game, const std::vector<roster::AnyMove>& line);

// The game as a Position of docs/api.md.
Json position_json(const roster::GameKind& kind, const roster::Game& game);

// The board after every move, for replay.
Json frames_json(const roster::GameKind& kind, const roster::Game& game);

std::string_view name_of(search::ScoreUnit unit);

struct Thinker {
  std::string player;  // the spec
  search::ScoreMeaning meaning;
};

// A Thought of docs/api.md.
Json thought_json(const roster::Game& game, const roster::Choice& choice, const Thinker& thinker,
                  std::chrono::nanoseconds time);

// What a solver with scores found, as the event `exact`; a threat search's, as `threat`.
Json exact_json(const roster::Game& game, const roster::AnySolution& solution, const search::SolverInfo& method,
                std::chrono::nanoseconds time);
Json threat_json(const roster::Game& game, const roster::AnySolution& solution, std::string_view method,
                 std::chrono::nanoseconds time);

// A record as an object.
Json record_json(const records::Record& record);
// {"format", "name", "text"}: the record in one of the file formats.
Answer<Json> exported(const records::Record& record, const std::string& format, const roster::Registry& registry);

}  // namespace tengen::server

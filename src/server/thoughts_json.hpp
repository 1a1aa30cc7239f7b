#pragma once
// What a player thinks, as the page shows it: scores with their unit, the chance to win, lines with their cells.

#include <optional>
#include <string>

#include "roster/player.hpp"
#include "roster/registry.hpp"
#include "server/fields.hpp"

namespace tengen::server {

std::string_view name_of(search::ScoreUnit unit);

// The chance of the side to move to win, draws half; nothing where the scale has no known meaning.
std::optional<double> win_chance(const search::ScoreMeaning& meaning, double score, std::optional<int> end_in);

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

}  // namespace tengen::server

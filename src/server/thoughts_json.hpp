#pragma once
// What a player thinks, as the page shows it: scores with their unit, the chance to win, lines with their cells.

#include <optional>
#include <string>

#include "roster/player.hpp"
#include "roster/registry.hpp"
#include "server/fields.hpp"

namespace tengen {

std::string_view name_of(ScoreUnit unit);

struct Thinker {
  std::string player;  // the spec
  ScoreMeaning meaning;
};

// A Thought of docs/api.md.
Json thought_json(const Game& game, const Choice& choice, const Thinker& thinker, std::chrono::nanoseconds time);

// What a solver with scores found, as the event `exact`; a threat search's, as `threat`.
Json exact_json(const Game& game, const AnySolution& solution, const SolverInfo& method, std::chrono::nanoseconds time);
Json threat_json(const Game& game, const AnySolution& solution, std::string_view method, std::chrono::nanoseconds time);

}  // namespace tengen

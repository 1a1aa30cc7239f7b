#pragma once
// What people want to know about players before they know their names: who is a fair opponent, who is the strongest, and
// what a player's score means. All of it is said by the players themselves (engines/info.hpp).

#include <string>
#include <string_view>
#include <vector>

#include "roster/registry.hpp"

namespace tengen::roster {

// A plain choice of strength, such as "beginner": a player and how much it may think.
struct StrengthLevel {
  std::string_view id;
  std::string player;  // a spec
  Limits limits;
};

// Weakest first.
std::vector<StrengthLevel> strength_levels(const Registry& registry, std::string_view game);

// Precondition: there is such a game.
const engines::PlayerInfo& strongest_player(const Registry& registry, std::string_view game);

// How the scores of this player (a spec) are read; points for one that nobody knows.
search::ScoreMeaning score_meaning(const Registry& registry, std::string_view spec);

}  // namespace tengen::roster

#pragma once
// Moves of any game as people see them: lines as text, forced passes, and what a choice says.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "roster/player.hpp"

namespace tengen::roster {

// A line of legal moves from here, each in the game's notation.
std::vector<std::string> names_of(const Game& game, std::span<const AnyMove> line);

// The pass, where passing is all that the side to move can do.
std::optional<AnyMove> forced_pass(const Game& game);

// Plays one move as it is written. Transcripts leave forced passes out; they are put in.
Expected<void> play_written(Game& game, std::string_view move);

// A search that was stopped before it found out anything leaves a score of 0, which is no draw.
bool has_score(const Choice& choice);

}  // namespace tengen::roster

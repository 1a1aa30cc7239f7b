#pragma once
// Plays one game between two players to its end.

#include <array>
#include <optional>

#include "arena/played_game.hpp"
#include "core/limits.hpp"
#include "roster/player.hpp"

namespace tengen {

// Players in order of turn; `game` is at the position to begin from and is left at the end. The result has outcome,
// termination, moves and detail; nothing when stopped before the end. A player that errs or cheats loses.
std::optional<PlayedGame> play_game(Game& game, const std::array<Player*, 2>& by_turn, const Limits& limits,
                                    const StopToken& stop);

}  // namespace tengen

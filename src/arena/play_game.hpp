#pragma once
// Plays one game between two players to its end.

#include <array>
#include <chrono>
#include <optional>

#include "arena/played_game.hpp"
#include "core/limits.hpp"
#include "roster/player.hpp"

namespace tengen {

// Whoever sits at one side of the board, and how long it may think.
struct Seat {
  Player* player = nullptr;
  Limits limits;
  std::uint64_t seed = 0;  // for its chances in this game
};

// Seats in order of turn; `game` is at the position to begin from and is left at the end. The result has outcome,
// termination, opening, moves, notes, detail and CPU time; nothing when stopped before the end. A player that errs, cheats or
// takes longer than it has, by more than the grace, loses.
std::optional<PlayedGame> play_game(Game& game, const std::array<Seat, 2>& by_turn, std::chrono::nanoseconds grace,
                                    const StopToken& stop);

}  // namespace tengen

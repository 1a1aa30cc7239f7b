#pragma once
// How attacking a Gomoku move is.

#include <optional>

#include "games/gomoku/position.hpp"

namespace tengen::experiments {

// Nobody has a four, and the opponent no three in a window that could become five: nothing forces the move.
bool free_choice(const games::gomoku::SmallPosition& position);

// How much of a move's worth is attack: what it adds to own windows of five against what it takes from the opponent's,
// each window worth eight times one with a stone fewer. Nothing where the move touches no stone at all.
std::optional<double> attack_share(const games::gomoku::SmallPosition& position, games::gomoku::Move move);

}  // namespace tengen::experiments

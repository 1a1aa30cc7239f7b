#pragma once
// Games of the champion against itself, for the evaluation to learn from.

#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "engines/othello/pattern_weights.hpp"
#include "engines/othello/training/samples.hpp"

namespace tengen::engines::othello {

struct GamePlan {
  int depth = 6;         // plies that a move looks ahead
  int exact = 14;        // from so few empty cells on, play is perfect
  int most_random = 40;  // random moves at the beginning, at most
  std::uint64_t seed = 1;
};

// The games with these numbers, each a function of the plan, the weights and its number alone. Random moves begin a game,
// so that the evaluation also learns of positions that only a search meets; positions before the last of them have no
// say, since such a move changes how the game ends. Fewer games when stopped.
std::vector<Sample> play_games(const PatternWeights& weights, const GamePlan& plan, std::uint32_t first,
                               std::uint32_t count, int threads, const StopToken& stop);

}  // namespace tengen::engines::othello

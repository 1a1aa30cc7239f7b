#pragma once
// What a score counts. Everyone who gives scores says it in its description; pages and reports read it there.

#include <cstdint>

namespace tengen::search {

enum class ScoreUnit : std::uint8_t {
  result,  // the expected result: -1 lost, 0 drawn, 1 won
  discs,   // the final difference in Othello
  plies,   // Connect Four's exact score: how early the win comes
  points,  // the player's own
};

// How a player's scores are to be read.
struct ScoreMeaning {
  ScoreUnit unit = ScoreUnit::points;
  double scale = 0;    // of discs and points: so many make the odds e to 1; 0 where nobody has measured it
  bool exact = false;  // the sign is proven
};

}  // namespace tengen::search

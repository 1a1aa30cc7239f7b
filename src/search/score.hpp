#pragma once
// What a score counts. Everyone who gives scores says it in its description; pages and reports read it there.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

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
  double scale = 0;      // of discs and points: so many make the odds e to 1; 0 where nobody has measured it
  bool exact = false;    // the sign is proven
  double sharpness = 1;  // of results: the odds that the score speaks of, to this power, are those that games had
};

// The chance of the side to move to win, draws half; nothing where the scale has no known meaning.
inline std::optional<double> win_chance(const ScoreMeaning& meaning, double score, std::optional<int> end_in) {
  if (end_in && *end_in != 0) return *end_in > 0 ? 1.0 : 0.0;
  if (std::isnan(score)) return std::nullopt;
  if (meaning.unit == ScoreUnit::result) {
    const double wins = std::pow(std::clamp(1 + score, 0.0, 2.0), meaning.sharpness);
    const double losses = std::pow(std::clamp(1 - score, 0.0, 2.0), meaning.sharpness);
    return wins / (wins + losses);
  }
  if (meaning.exact) return score > 0 ? 1.0 : score < 0 ? 0.0 : 0.5;
  if (meaning.scale > 0) return 1 / (1 + std::exp(-score / meaning.scale));
  return std::nullopt;
}

}  // namespace tengen::search

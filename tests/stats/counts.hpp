#pragma once
// Matches for the tests of statistics: written down, or drawn by chance.

#include "core/rng.hpp"
#include "stats/score.hpp"

namespace tengen::stats {

// Distinct pairs, by half points.
inline MatchCounts pairs(std::array<std::uint64_t, 5> counts) {
  MatchCounts c{counts, {}, 0};
  c.distinct_units = c.pair_count();
  return c;
}

// Distinct games without partners.
inline MatchCounts singles(std::uint64_t wins, std::uint64_t losses, std::uint64_t draws) {
  return {{}, {losses, draws, wins}, wins + losses + draws};
}

// Adds a distinct pair whose half points have these chances.
inline void play_pair(MatchCounts& counts, const std::array<double, 5>& chances, Rng& rng) {
  double r = rng.real();
  std::size_t points = 0;
  while (points < 4 && r >= chances[points]) r -= chances[points++];
  ++counts.pairs[points];
  ++counts.distinct_units;
}

}  // namespace tengen::stats

#pragma once
// What a match says about two players: scores, intervals, Elo. Pure functions over counts.

#include <array>
#include <cstdint>
#include <optional>

namespace tengen::stats {

struct Interval {
  double low = 0;
  double high = 0;
};

// A match as pairs of games with colours swapped: pairs[i] counts those in which A made i half points (0 … 4), and
// singles[i] the games without a partner (0 loss, 1 draw, 2 win). Games of one pair share an opening, so the pair, not
// the game, is the unit that varies by chance.
struct MatchCounts {
  std::array<std::uint64_t, 5> pairs{};
  std::array<std::uint64_t, 3> singles{};
  // How many of the units really differ. Copies of a game teach nothing new, so only these narrow the interval.
  std::uint64_t distinct_units = 0;

  std::uint64_t pair_count() const;
  std::uint64_t games() const;
};

// A's share of the points, 0 … 1; nothing without games.
std::optional<double> score(const MatchCounts& counts);

// The 95% interval of that share; nothing with fewer than two distinct units.
//
// It is Wilson's interval, which stays inside 0 … 1 and does not collapse when one side won everything, for an
// effective number of games: the distinct games, divided by how much more (or less) the pairs vary than two
// independent games of that score would. One imagined pair that varies just so keeps the ratio from reaching nought.
std::optional<Interval> score_interval(const MatchCounts& counts);

// The Elo difference that explains a score; nothing at 0 and 1, where it is infinite.
std::optional<double> elo(double score);

}  // namespace tengen::stats

#pragma once
// What a match says about two players: scores, intervals, Elo, the likelihood of superiority. Pure functions over
// counts. None of them gives NaN or infinity: what cannot be known is absent, and in_words says so.

#include <array>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string>

namespace tengen::stats {

struct Interval {
  double low = 0;
  double high = 0;

  bool contains(double x) const { return low <= x && x <= high; }
};

// Games of one player, from that player's side.
struct WinDrawLoss {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  std::uint64_t games() const { return wins + draws + losses; }
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
  std::uint64_t single_count() const;
  std::uint64_t games() const;
};

// A figure with its 95% interval. An absent end is unbounded on that side, or unknown where both are absent; an absent
// value is one that the games leave infinite (every point won) or open (no games).
struct Estimate {
  std::optional<double> value;
  std::optional<double> low;
  std::optional<double> high;
};

// "+35 [+10, +60]", "at least +120", "-3, no interval", "unknown"; `digits` after the decimal point.
// Elo shows its sign; rates and depths need none.
enum class Sign : std::uint8_t { shown, plain };
std::string in_words(const Estimate& estimate, int digits = 0, Sign sign = Sign::shown);

// Wilson's 95% interval for `successes` out of `trials`, of which `distinct` really differ; draws may count half.
// Nothing with fewer than two distinct trials.
std::optional<Interval> wilson_interval(double successes, std::uint64_t trials, std::uint64_t distinct);

// A share of trials with that interval; draws may count half.
Estimate share_of(double successes, std::uint64_t trials, std::uint64_t distinct);

// a − b of two independent figures, with the interval of Newcombe's hybrid method.
Estimate difference_of(const Estimate& a, const Estimate& b);

// A's share of the points, 0 … 1; nothing without games.
std::optional<double> score(const MatchCounts& counts);

// The 95% interval of that share; nothing with fewer than two distinct units.
//
// It is Wilson's interval, which stays inside 0 … 1 and does not collapse when one side won everything, for an
// effective number of games: the distinct games, divided by how much more (or less) the pairs vary than two
// independent games of that score would. One imagined pair that varies just so keeps the ratio from reaching nought.
std::optional<Interval> score_interval(const MatchCounts& counts);

// Both of these.
Estimate score_estimate(const MatchCounts& counts);

// Elo for one natural unit of log odds.
inline constexpr double elo_unit = 400 / std::numbers::ln10;

// The Elo difference that explains a score; nothing at 0 and 1, where it is infinite. And back.
std::optional<double> elo(double score);
double score_at(double elo);

// Elo of A over B: that of the score and of the ends of its interval.
Estimate elo_estimate(const MatchCounts& counts);

// A standard deviation is that much normalised Elo, which makes it look like Elo where few games are drawn.
inline constexpr double normalised_unit = 800 / std::numbers::ln10;

// Normalised Elo (Van den Bergh): how many standard deviations of one game the score lies above one half, times
// normalised_unit. It says how many games it takes to tell the players apart, whatever the share of draws. The
// deviation is taken from the pairs. The interval holds every value that a likelihood ratio test would not reject.
Estimate normalised_elo_estimate(const MatchCounts& counts);

// Likelihood of superiority, 0 … 1: how sure the games make us that A is the better one. Agrees with the interval: it
// is 97.5% where one half touches the interval's end. Nothing with fewer than two distinct units.
std::optional<double> likelihood_of_superiority(const MatchCounts& counts);

}  // namespace tengen::stats

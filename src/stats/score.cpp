#include "stats/score.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tengen::stats {

namespace {

constexpr double z95 = 1.959963984540054;

// The 97.5% point of Student's distribution: wider than the normal one, since the spread is itself a guess from few
// units. The usual expansion in 1/ν, good to 1% from four degrees of freedom on.
double student(double degrees) {
  const double z = z95, z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

// Wilson's score interval for a share p of n trials, at z standard deviations.
Interval wilson(double p, double n, double z) {
  const double z2 = z * z;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = z * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  // Where one side won everything the end is 0 or 1 exactly; rounding must not make it a finite Elo.
  return {p <= 0 ? 0.0 : std::max(0.0, centre - half), p >= 1 ? 1.0 : std::min(1.0, centre + half)};
}

// Σ counts[i] · f(i as a share of the points of the unit).
template <std::size_t n, class F>
double sum_over(const std::array<std::uint64_t, n>& counts, F f) {
  double total = 0;
  for (std::size_t i = 0; i < n; ++i)
    total += static_cast<double>(counts[i]) * f(static_cast<double>(i) / static_cast<double>(n - 1));
  return total;
}

}  // namespace

std::uint64_t MatchCounts::pair_count() const { return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0}); }

std::uint64_t MatchCounts::games() const {
  return 2 * pair_count() + std::accumulate(singles.begin(), singles.end(), std::uint64_t{0});
}

std::optional<double> score(const MatchCounts& counts) {
  if (counts.games() == 0) return std::nullopt;
  const auto share = [](double x) { return x; };
  return (2 * sum_over(counts.pairs, share) + sum_over(counts.singles, share)) / static_cast<double>(counts.games());
}

std::optional<Interval> score_interval(const MatchCounts& counts) {
  const auto p = score(counts);
  if (!p || counts.distinct_units < 2) return std::nullopt;
  const auto pairs = static_cast<double>(counts.pair_count());
  const double units = static_cast<double>(counts.games()) - pairs;  // pairs and singles
  const auto squared = [&](double x) { return (x - *p) * (x - *p); };

  // Spread that was seen against the spread of independent won-or-lost games, both with the imagined pair.
  const double one_game = *p * (1 - *p), one_pair = one_game / 2;
  const double expected = (pairs + 1) * one_pair + (units - pairs) * one_game;
  const double seen = sum_over(counts.pairs, squared) + sum_over(counts.singles, squared) + one_pair;
  const double ratio = expected > 0 ? seen / expected : 1.0;

  const double distinct_games =
      static_cast<double>(counts.games()) * std::min(1.0, static_cast<double>(counts.distinct_units) / units);
  return wilson(*p, distinct_games / ratio, student(static_cast<double>(counts.distinct_units)));
}

std::optional<double> elo(double score) {
  if (score <= 0 || score >= 1) return std::nullopt;
  return 400 * std::log10(score / (1 - score));
}

}  // namespace tengen::stats

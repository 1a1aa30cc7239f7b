#include "stats/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "stats/likeliest.hpp"

namespace tengen::stats {

namespace {

constexpr double z95 = 1.959963984540054;

double as_double(std::uint64_t n) { return static_cast<double>(n); }

// Wallace's map between Student's distribution and the normal one, within 1% from four degrees of freedom on. Student's
// is the wider one, since the spread is itself a guess from few units.
double student_to_normal(double t, double degrees) {
  const double z = std::sqrt(degrees * std::log1p(t * t / degrees)) * (8 * degrees + 1) / (8 * degrees + 3);
  return std::copysign(z, t);
}
double normal_to_student(double z, double degrees) {
  const double u = z * (8 * degrees + 3) / (8 * degrees + 1);
  return std::sqrt(degrees * std::expm1(u * u / degrees));
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
    total += as_double(counts[i]) * f(static_cast<double>(i) / static_cast<double>(n - 1));
  return total;
}

// How much the units varied, summed: in shares of a unit's points, and in points.
struct Spread {
  double pairs = 0;
  double singles = 0;

  double shares() const { return pairs + singles; }
  double points() const { return 4 * pairs + singles; }
};

Spread spread(const MatchCounts& counts, double p) {
  const auto squared = [p](double x) { return (x - p) * (x - p); };
  return {sum_over(counts.pairs, squared), sum_over(counts.singles, squared)};
}

// The match as so many independent won-or-lost games of score p.
struct Sample {
  double p = 0;
  double ratio = 1;    // variance of what was played over that of won-or-lost games
  double games = 0;    // effective: distinct ones over that ratio
  double degrees = 0;  // of freedom, for Student's distribution
};

std::optional<Sample> sample(const MatchCounts& counts) {
  const auto p = score(counts);
  if (!p || counts.distinct_units < 2) return std::nullopt;
  const double pairs = as_double(counts.pair_count()), units = pairs + as_double(counts.single_count());
  // Spread that was seen against the spread of independent won-or-lost games, both with the imagined pair.
  const double one_game = *p * (1 - *p), one_pair = one_game / 2;
  const double expected = (pairs + 1) * one_pair + (units - pairs) * one_game;
  const double ratio = expected > 0 ? (spread(counts, *p).shares() + one_pair) / expected : 1.0;
  const double distinct_games = as_double(counts.games()) * std::min(1.0, as_double(counts.distinct_units) / units);
  return Sample{*p, ratio, distinct_games / ratio, as_double(counts.distinct_units)};
}

// How much worse the likeliest distributions with that normalised Elo explain the match than what was seen does.
double normalised_misfit(const MatchCounts& counts, double elo) {
  double misfit = 0;
  const auto add = [&](const auto& part) {
    const Seen seen(part);
    misfit += log_ratio(seen, seen.shares, with_normalised_elo(seen.shares, elo));
  };
  if (counts.pair_count() > 0) add(counts.pairs);
  if (counts.single_count() > 0) add(counts.singles);
  return misfit;
}

// The end of the 95% interval below (-1) or above (+1) the value: how far one can go before the likelihood ratio speaks
// against it. Without a value (one side won everything, or no pair varied) the search starts from the far side.
std::optional<double> normalised_end(const MatchCounts& counts, std::optional<double> value, double direction) {
  constexpr double farthest = 20'000;
  const double units = as_double(counts.pair_count() + counts.single_count());
  const double fresh = std::min(1.0, as_double(counts.distinct_units) / units);
  const double t = normal_to_student(z95, as_double(counts.distinct_units));
  const double allowed = (value ? normalised_misfit(counts, *value) : 0) + t * t / 2 / fresh;
  // Near 0 the end lies about one usual step away; walk out in steps that double, then halve.
  double step = value ? normalised_unit * t / std::sqrt(as_double(counts.games()) * fresh) : farthest / 4;
  double inside = value.value_or(-direction * farthest), outside = inside + direction * step;
  while (normalised_misfit(counts, outside) < allowed) {
    if (direction * outside > farthest) return std::nullopt;
    inside = outside;
    outside += direction * (step *= 2);
  }
  while (std::abs(outside - inside) > 0.01) {
    const double middle = (inside + outside) / 2;
    (normalised_misfit(counts, middle) < allowed ? inside : outside) = middle;
  }
  return (inside + outside) / 2;
}

}  // namespace

std::uint64_t MatchCounts::pair_count() const { return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0}); }

std::uint64_t MatchCounts::single_count() const {
  return std::accumulate(singles.begin(), singles.end(), std::uint64_t{0});
}

std::uint64_t MatchCounts::games() const { return 2 * pair_count() + single_count(); }

std::string in_words(const Estimate& e, int digits, Sign sign) {
  const auto number = [&](double x) {
    if (sign == Sign::plain) return fmt::format("{:.{}f}", x, digits);
    const auto text = fmt::format("{:+.{}f}", x, digits);
    // A rounded-off zero has no sign.
    return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
  };
  if (!e.value && e.low && e.high) return fmt::format("between {} and {}", number(*e.low), number(*e.high));
  if (!e.value && e.low) return fmt::format("at least {}", number(*e.low));
  if (!e.value && e.high) return fmt::format("at most {}", number(*e.high));
  if (!e.value) return "unknown";
  if (e.low && e.high) return fmt::format("{} [{}, {}]", number(*e.value), number(*e.low), number(*e.high));
  if (e.low) return fmt::format("{}, at least {}", number(*e.value), number(*e.low));
  if (e.high) return fmt::format("{}, at most {}", number(*e.value), number(*e.high));
  return fmt::format("{}, no interval", number(*e.value));
}

std::optional<Interval> wilson_interval(double successes, std::uint64_t trials, std::uint64_t distinct) {
  if (distinct < 2 || trials < 2) return std::nullopt;
  return wilson(successes / as_double(trials), as_double(std::min(trials, distinct)), z95);
}

Estimate share_of(double successes, std::uint64_t trials, std::uint64_t distinct) {
  if (trials == 0) return {};
  Estimate share{successes / static_cast<double>(trials), std::nullopt, std::nullopt};
  if (const auto interval = wilson_interval(successes, trials, distinct)) {
    share.low = interval->low;
    share.high = interval->high;
  }
  return share;
}

Estimate difference_of(const Estimate& a, const Estimate& b) {
  if (!a.value || !b.value) return {};
  const double difference = *a.value - *b.value;
  if (!a.low || !a.high || !b.low || !b.high) return {difference, std::nullopt, std::nullopt};
  return {difference, difference - std::hypot(*a.value - *a.low, *b.high - *b.value),
          difference + std::hypot(*a.high - *a.value, *b.value - *b.low)};
}

std::optional<double> score(const MatchCounts& counts) {
  if (counts.games() == 0) return std::nullopt;
  const auto share = [](double x) { return x; };
  return (2 * sum_over(counts.pairs, share) + sum_over(counts.singles, share)) / as_double(counts.games());
}

std::optional<Interval> score_interval(const MatchCounts& counts) {
  const auto s = sample(counts);
  if (!s) return std::nullopt;
  return wilson(s->p, s->games, normal_to_student(z95, s->degrees));
}

Estimate score_estimate(const MatchCounts& counts) {
  Estimate estimate{score(counts), std::nullopt, std::nullopt};
  if (const auto interval = score_interval(counts)) {
    estimate.low = interval->low;
    estimate.high = interval->high;
  }
  return estimate;
}

std::optional<double> elo(double score) {
  if (score <= 0 || score >= 1) return std::nullopt;
  return elo_unit * std::log(score / (1 - score));
}

double score_at(double elo) { return 1 / (1 + std::exp(-elo / elo_unit)); }

Estimate elo_estimate(const MatchCounts& counts) {
  Estimate estimate;
  if (const auto p = score(counts)) estimate.value = elo(*p);
  if (const auto interval = score_interval(counts)) {
    estimate.low = elo(interval->low);
    estimate.high = elo(interval->high);
  }
  return estimate;
}

Estimate normalised_elo_estimate(const MatchCounts& counts) {
  Estimate estimate;
  const auto p = score(counts);
  if (!p) return estimate;
  const double variance = spread(counts, *p).points() / as_double(counts.games());  // of one game
  if (variance > 0)
    estimate.value = (*p - 0.5) / std::sqrt(variance) * normalised_unit;
  else if (*p == 0.5)
    estimate.value = 0;
  if (counts.distinct_units < 2) return estimate;
  if (estimate.value || *p > 0.5) estimate.low = normalised_end(counts, estimate.value, -1);
  if (estimate.value || *p < 0.5) estimate.high = normalised_end(counts, estimate.value, +1);
  return estimate;
}

std::optional<double> likelihood_of_superiority(const MatchCounts& counts) {
  const auto s = sample(counts);
  if (!s) return std::nullopt;
  // As Wilson does: the deviation that the score would have if the players were equal.
  const double t = (s->p - 0.5) * 2 * std::sqrt(s->games);
  return 0.5 * std::erfc(-student_to_normal(t, s->degrees) / std::numbers::sqrt2);
}

}  // namespace tengen::stats

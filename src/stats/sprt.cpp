#include "stats/sprt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace tengen::stats {

namespace {

// Shares of each result of a unit; the results are 0, …, 1 in equal steps.
template <std::size_t n>
using Shares = std::array<double, n>;

template <std::size_t n>
constexpr double value_of(std::size_t i) {
  return static_cast<double>(i) / static_cast<double>(n - 1);
}

// The distribution nearest to `seen` (in likelihood) for which the mean of `phi` is 0: seen_i / (1 + theta · phi_i),
// with theta the one root of Σ seen_i · phi_i / (1 + theta · phi_i), which falls all the way between its two poles.
template <std::size_t n>
Shares<n> tilted(const Shares<n>& seen, const Shares<n>& phi) {
  const auto [least, most] = std::minmax_element(phi.begin(), phi.end());
  if (*least >= 0 || *most <= 0) return seen;  // no distribution on these results has that mean
  double low = -1 / *most, high = -1 / *least, theta = 0;
  for (int step = 0; step < 200; ++step) {
    double f = 0, slope = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double q = phi[i] / (1 + theta * phi[i]);
      f += seen[i] * q;
      slope -= seen[i] * q * q;
    }
    (f > 0 ? low : high) = theta;
    double next = theta - f / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;  // Newton's step, unless it leaves the bracket
    const double moved = std::abs(next - theta);
    theta = next;
    if (moved < 1e-13 * (1 + std::abs(theta))) break;
  }
  Shares<n> shares;
  for (std::size_t i = 0; i < n; ++i) shares[i] = seen[i] / (1 + theta * phi[i]);
  return shares;
}

// The likeliest distribution with a given mean.
template <std::size_t n>
Shares<n> with_mean(const Shares<n>& seen, double mean) {
  Shares<n> phi;
  for (std::size_t i = 0; i < n; ++i) phi[i] = value_of<n>(i) - mean;
  return tilted(seen, phi);
}

// The likeliest distribution whose mean lies t standard deviations above one half. The condition is not linear, so each
// round replaces it by its tangent at the last answer (Van den Bergh, "Comments on normalized Elo", 4.1). For t > 0
// the mean less t deviations is a convex function of the distribution: its tangents lie below it, so once at or beyond
// the condition (the start is, whatever was seen) every round stays there and finds an answer. Likewise for t < 0.
template <std::size_t n>
Shares<n> with_t_value(const Shares<n>& seen, double t) {
  Shares<n> shares = with_mean(seen, 0.5 + t / (2 * std::sqrt(1 + t * t)));
  for (int round = 0; round < 100; ++round) {
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < n; ++i) mean += shares[i] * value_of<n>(i);
    for (std::size_t i = 0; i < n; ++i) variance += shares[i] * (value_of<n>(i) - mean) * (value_of<n>(i) - mean);
    const double deviation = std::sqrt(variance);
    Shares<n> phi;
    for (std::size_t i = 0; i < n; ++i) {
      const double z = (value_of<n>(i) - mean) / deviation;
      phi[i] = value_of<n>(i) - 0.5 - t * deviation * (1 + z * z) / 2;
    }
    const Shares<n> next = tilted(seen, phi);
    double moved = 0;
    for (std::size_t i = 0; i < n; ++i) moved = std::max(moved, std::abs(next[i] - shares[i]));
    shares = next;
    if (moved < 1e-10) break;
  }
  return shares;
}

// The ratio for units of one kind: five results of pairs, three of single games.
template <std::size_t n>
double ratio_of(const std::array<std::uint64_t, n>& counts, const SprtTest& test) {
  // A result that has not come up yet is not impossible: it gets a thousandth of a unit, as on fishtest.
  Shares<n> seen;
  double units = 0;
  for (std::size_t i = 0; i < n; ++i) units += seen[i] = counts[i] > 0 ? static_cast<double>(counts[i]) : 1e-3;
  if (units < 0.5) return 0;
  for (double& share : seen) share /= units;

  const auto explained_by = [&](double elo) {
    if (test.model == EloModel::logistic) return with_mean(seen, score_at(elo));
    // Over a pair of games the mean counts twice, the deviation only √2 times.
    return with_t_value(seen, elo / normalised_unit * (n == 5 ? std::numbers::sqrt2 : 1.0));
  };
  const Shares<n> h0 = explained_by(test.elo0), h1 = explained_by(test.elo1);
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i) mean += seen[i] * std::log(h1[i] / h0[i]);
  return units * mean;
}

}  // namespace

Expected<SprtTest> checked(const SprtTest& test) {
  if (!(std::abs(test.elo0) <= max_sprt_elo && std::abs(test.elo1) <= max_sprt_elo))
    return fail("the Elo of a hypothesis must lie between -{0} and {0}", max_sprt_elo);
  if (!(test.elo0 < test.elo1)) return fail("elo0 ({}) must be less than elo1 ({})", test.elo0, test.elo1);
  for (const double chance : {test.alpha, test.beta})
    if (!(chance > 0 && chance < 1)) return fail("alpha and beta must lie between 0 and 1, not be {}", chance);
  if (test.alpha + test.beta >= 1) return fail("alpha and beta must add up to less than 1");
  return test;
}

double log_likelihood_ratio(const MatchCounts& counts, const SprtTest& test) {
  const std::uint64_t units = counts.pair_count() + counts.single_count();
  if (units == 0) return 0;
  const double fresh = std::min(1.0, static_cast<double>(counts.distinct_units) / static_cast<double>(units));
  return fresh * (ratio_of(counts.pairs, test) + ratio_of(counts.singles, test));
}

SprtResult sprt(const MatchCounts& counts, const SprtTest& test) {
  SprtResult result;
  result.llr = log_likelihood_ratio(counts, test);
  result.bounds = {std::log(test.beta / (1 - test.alpha)), std::log((1 - test.beta) / test.alpha)};
  if (result.llr >= result.bounds.high) result.state = SprtState::h1_accepted;
  if (result.llr <= result.bounds.low) result.state = SprtState::h0_accepted;
  return result;
}

std::string in_words(const SprtResult& result, const SprtTest& test) {
  const std::string_view unit = test.model == EloModel::logistic ? "Elo" : "normalised Elo";
  const bool up = result.llr >= 0;
  const std::string llr =
      fmt::format("LLR {:.2f} in ({:.2f}, {:.2f})", result.llr, result.bounds.low, result.bounds.high);
  if (result.state == SprtState::running)
    return fmt::format("{}: open between {:g} and {:g} {}, {:.0f}% of the way to H{}", llr, test.elo0, test.elo1, unit,
                       100 * result.llr / (up ? result.bounds.high : result.bounds.low), up ? 1 : 0);
  const bool h1 = result.state == SprtState::h1_accepted;
  return fmt::format("{}: H{} accepted, {:g} {} rather than {:g}", llr, h1 ? 1 : 0, h1 ? test.elo1 : test.elo0, unit,
                     h1 ? test.elo0 : test.elo1);
}

}  // namespace tengen::stats

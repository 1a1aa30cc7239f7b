#pragma once
// The likeliest distribution of results under a condition: what generalised likelihood ratios are made of.
//
// Results of a unit are 0, …, 1 in equal steps: three for a game, five for a pair of games.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "stats/score.hpp"

namespace tengen::stats {

// Shares of each result.
template <std::size_t n>
using Shares = std::array<double, n>;

template <std::size_t n>
constexpr double value_of(std::size_t i) {
  return static_cast<double>(i) / static_cast<double>(n - 1);
}

// What was seen. A result that has not come up yet is not impossible: it gets a thousandth of a unit, as on fishtest.
template <std::size_t n>
struct Seen {
  Shares<n> shares{};
  double units = 0;

  explicit Seen(const std::array<std::uint64_t, n>& counts) {
    for (std::size_t i = 0; i < n; ++i) units += shares[i] = counts[i] > 0 ? static_cast<double>(counts[i]) : 1e-3;
    for (double& share : shares) share /= units;
  }
};

// How much better (or worse, below 0) `h1` explains what was seen than `h0` does, as a logarithm.
template <std::size_t n>
double log_ratio(const Seen<n>& seen, const Shares<n>& h1, const Shares<n>& h0) {
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i) mean += seen.shares[i] * std::log(h1[i] / h0[i]);
  return seen.units * mean;
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

// Likewise for normalised Elo. Over a pair of games the mean counts twice, the deviation only √2 times.
template <std::size_t n>
Shares<n> with_normalised_elo(const Shares<n>& seen, double elo) {
  static_assert(n == 3 || n == 5);
  return with_t_value(seen, elo / normalised_unit * (n == 5 ? std::numbers::sqrt2 : 1.0));
}

}  // namespace tengen::stats

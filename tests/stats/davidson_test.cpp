#include "stats/davidson.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "stats/gamma.hpp"
#include "support/effort.hpp"

namespace tengen::stats {
namespace {

// The likelihood with its prior, term by term.
double likelihood(const std::vector<DavidsonCell>& cells, const DavidsonModel& m, const DavidsonShape& shape) {
  const double nu = shape.fit_draws ? std::exp(m.log_nu) : 0, pull = 1 / std::pow(shape.prior_deviation, 2);
  double total = -pull * (m.advantage * m.advantage + (shape.fit_draws ? m.log_nu * m.log_nu : 0)) / 2;
  for (const double s : m.strength) total -= pull * s * s / 2;
  for (const DavidsonCell& c : cells) {
    const double x = m.strength[c.first] - m.strength[c.second] + m.advantage;
    const double sum = std::log(std::exp(x / 2) + std::exp(-x / 2) + nu);
    total += c.wins * (x / 2 - sum) + c.losses * (-x / 2 - sum);
    if (c.draws > 0) total += c.draws * (m.log_nu - sum);
  }
  return total;
}

// Whatever the weights (shut-outs, empty cells, a million games beside one), the fitter says that it arrived, and no
// step in any direction leads higher.
TEST(DavidsonFitter, FindsThePeak) {
  Rng rng(31);
  for (int round = 0; round < effort(400); ++round) {
    const std::size_t n = 1 + rng.below(6);
    const bool draws = rng.below(2) > 0;
    const DavidsonShape shape{n, rng.below(3) > 0, draws, rng.below(2) ? 8.6 : 30.0};
    std::vector<DavidsonCell> cells;
    const double size = std::pow(10, 6 * rng.real());
    const auto weight = [&] { return rng.below(3) ? 0 : rng.real() * (rng.below(2) ? size : 1); };
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (rng.below(3)) cells.push_back({i, j, weight(), draws ? weight() : 0, weight()});
    DavidsonFitter fitter(shape);
    DavidsonModel best{std::vector<double>(n), 0, 0};
    ASSERT_TRUE(fitter.fit(cells, best, 1e-7)) << round;
    const double peak = likelihood(cells, best, shape);
    for (std::size_t i = 0; i < n + 2; ++i) {
      if (i == n && !shape.fit_advantage) continue;
      for (const double step : {-1e-3, 1e-3, -1.0, 1.0}) {
        DavidsonModel moved = best;
        (i < n ? moved.strength[i] : i == n ? moved.advantage : moved.log_nu) += step;
        ASSERT_LE(likelihood(cells, moved, shape), peak + 1e-9 * std::abs(peak)) << round << ' ' << i;
      }
    }
    // Once more from there, with other weights: the old curvature must not lead astray.
    for (DavidsonCell& c : cells) c.wins *= 3 * rng.real(), c.losses *= 3 * rng.real();
    DavidsonModel again = best, fresh{std::vector<double>(n), 0, 0};
    ASSERT_TRUE(fitter.fit(cells, again, 1e-7)) << round;
    ASSERT_TRUE(DavidsonFitter(shape).fit(cells, fresh, 1e-7)) << round;
    for (std::size_t i = 0; i < n; ++i) ASSERT_NEAR(again.strength[i], fresh.strength[i], 1e-5) << round;
  }
}

TEST(RandomWeights, AreGammaDistributed) {
  NormalSource source(17);
  for (const double shape : {0.05, 0.5, 1.0, 3.0, 50.0}) {
    const int n = effort(200'000);
    double sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
      const double x = source.gamma(shape);
      ASSERT_GE(x, 0);
      sum += x;
      squares += x * x;
    }
    const double mean = sum / n, variance = squares / n - mean * mean;
    EXPECT_NEAR(mean, shape, 5 * std::sqrt(shape / n));
    // The variance of a sample's variance: (kurtosis - 1) · variance² / n, and the kurtosis is 3 + 6 / shape.
    EXPECT_NEAR(variance, shape, 5 * shape * std::sqrt((2 + 6 / shape) / n));
  }
  EXPECT_EQ(source.gamma(0), 0);
}

}  // namespace
}  // namespace tengen::stats

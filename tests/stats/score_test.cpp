#include "stats/score.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/rng.hpp"
#include "stats/counts.hpp"

namespace tengen::stats {
namespace {

TEST(Elo, KnownValues) {
  EXPECT_DOUBLE_EQ(*elo(0.5), 0);
  EXPECT_NEAR(*elo(10.0 / 11), 400, 1e-9);
  EXPECT_NEAR(*elo(0.64), 99.95, 0.01);
  EXPECT_DOUBLE_EQ(*elo(0.25), -*elo(0.75));
  EXPECT_FALSE(elo(0));
  EXPECT_FALSE(elo(1));
}

TEST(Elo, ScoreAndBack) {
  for (const double e : {-1000.0, -35.0, 0.0, 5.0, 400.0}) EXPECT_NEAR(*elo(score_at(e)), e, 1e-9);
  EXPECT_NEAR(score_at(400), 10.0 / 11, 1e-12);
}

// Figures of fastchess's own tests for its Elo models (app/tests/elo_test.cpp): value ± half the interval, LOS in
// percent. Its interval is the plain normal one, so ours may be a little wider.
struct Published {
  MatchCounts counts;
  double elo, elo_error, normalised, normalised_error, los;
};

TEST(Elo, AgreesWithPublishedFigures) {
  const std::vector<Published> cases = {
      {pairs({34, 54, 63, 64, 75}), 55.58, 27.65, 57.94, 28.28, 100.00},
      {pairs({332, 433, 498, 333, 334}), -8.64, 10.33, -9.17, 10.96, 5.05},
      {pairs({7895, 8757, 5685, 568, 9999}), -21.04, 2.95, -19.01, 2.65, 0.00},
      {singles(136, 96, 111), 40.70, 30.43, 49.77, 36.77, 99.60},
  };
  for (const Published& c : cases) {
    const Estimate e = elo_estimate(c.counts), n = normalised_elo_estimate(c.counts);
    EXPECT_NEAR(*e.value, c.elo, 0.006);
    EXPECT_NEAR(*n.value, c.normalised, 0.006);
    EXPECT_NEAR((*e.high - *e.low) / 2, c.elo_error, 0.015 * c.elo_error);
    EXPECT_NEAR((*n.high - *n.low) / 2, c.normalised_error, 0.05 * c.normalised_error);
    EXPECT_NEAR(100 * *likelihood_of_superiority(c.counts), c.los, 0.05);
  }
  const MatchCounts even = singles(76, 89, 123);
  EXPECT_NEAR(*normalised_elo_estimate(even).value, -20.76, 0.005);
  EXPECT_NEAR(100 * *likelihood_of_superiority(even), 15.53, 0.1);
  // fastchess --sprt 379 10170 21828 10640 343 prints "Normalized Elo: 3.05 +/- 2.31".
  const Estimate n = normalised_elo_estimate(pairs({379, 10170, 21828, 10640, 343}));
  EXPECT_NEAR(*n.value, 3.05, 0.005);
  EXPECT_NEAR((*n.high - *n.low) / 2, 2.31, 0.015);
}

TEST(Elo, ShutOutsGetABound) {
  const MatchCounts won = pairs({0, 0, 0, 0, 20}), lost = pairs({20, 0, 0, 0, 0});
  for (const auto estimate : {elo_estimate, normalised_elo_estimate}) {
    EXPECT_FALSE(estimate(won).value);
    EXPECT_FALSE(estimate(won).high);
    EXPECT_GT(*estimate(won).low, 100);
    EXPECT_FALSE(estimate(lost).low);
    EXPECT_NEAR(*estimate(lost).high, -*estimate(won).low, 1e-9);
  }
  EXPECT_EQ(in_words(elo_estimate(won)).substr(0, 10), "at least +");
  EXPECT_EQ(in_words(elo_estimate(lost)).substr(0, 9), "at most -");
}

TEST(NormalisedElo, IsBoundedWhereThePairsDidNotVary) {
  EXPECT_EQ(*normalised_elo_estimate(pairs({0, 0, 50, 0, 0})).value, 0);
  const Estimate e = normalised_elo_estimate(pairs({0, 0, 0, 50, 0}));
  EXPECT_FALSE(e.value);
  EXPECT_GT(*e.low, 0);
  EXPECT_FALSE(e.high);
}

TEST(InWords, CoversEveryCase) {
  EXPECT_EQ(in_words({35.4, 10, 60}), "+35 [+10, +60]");
  EXPECT_EQ(in_words({-0.2, -10, 9}), "0 [-10, +9]");
  EXPECT_EQ(in_words({-0.04, -1, 1}, 1), "0.0 [-1.0, +1.0]");
  EXPECT_EQ(in_words({35, {}, {}}), "+35, no interval");
  EXPECT_EQ(in_words({35, 10, {}}), "+35, at least +10");
  EXPECT_EQ(in_words({35, {}, 60}), "+35, at most +60");
  EXPECT_EQ(in_words({{}, 10, {}}), "at least +10");
  EXPECT_EQ(in_words({{}, {}, -10}), "at most -10");
  EXPECT_EQ(in_words({{}, 10, 60}), "between +10 and +60");
  EXPECT_EQ(in_words({}), "unknown");
}

// Newcombe (1998), table I, method 3.
TEST(Wilson, AgreesWithPublishedFigures) {
  const auto check = [](double successes, std::uint64_t trials, double low, double high) {
    const auto interval = *wilson_interval(successes, trials, trials);
    EXPECT_NEAR(interval.low, low, 0.00006);
    EXPECT_NEAR(interval.high, high, 0.00006);
  };
  check(81, 263, 0.2553, 0.3662);
  check(15, 148, 0.0624, 0.1605);
  check(0, 20, 0, 0.1611);
  check(1, 29, 0.0061, 0.1718);
}

TEST(Wilson, CopiesCountOnce) {
  EXPECT_FALSE(wilson_interval(500, 500, 1));
  EXPECT_FALSE(wilson_interval(0, 0, 0));
  const auto copied = *wilson_interval(300, 1000, 10), honest = *wilson_interval(3, 10, 10);
  EXPECT_DOUBLE_EQ(copied.low, honest.low);
  EXPECT_DOUBLE_EQ(copied.high, honest.high);
}

TEST(LikelihoodOfSuperiority, AgreesWithTheInterval) {
  Rng rng(7);
  for (int i = 0; i < 2000; ++i) {
    MatchCounts c;
    for (auto& n : c.pairs) n = rng.below(2) ? rng.below(30) : 0;
    for (auto& n : c.singles) n = rng.below(3) ? 0 : rng.below(5);
    c.distinct_units = c.pair_count() + c.single_count();
    const auto los = likelihood_of_superiority(c);
    ASSERT_EQ(los.has_value(), c.distinct_units >= 2);
    if (!los) continue;
    ASSERT_GE(*los, 0);
    ASSERT_LE(*los, 1);
    const Interval interval = *score_interval(c);
    if (std::abs(interval.low - 0.5) > 1e-9) {
      ASSERT_EQ(*los > 0.975, interval.low > 0.5);
    }
    if (std::abs(interval.high - 0.5) > 1e-9) {
      ASSERT_EQ(*los < 0.025, interval.high < 0.5);
    }
    // Nothing here is ever NaN or infinite.
    for (const Estimate& e : {elo_estimate(c), normalised_elo_estimate(c)})
      for (const auto& x : {e.value, e.low, e.high}) ASSERT_TRUE(!x || std::isfinite(*x));
  }
}

TEST(Score, CountsPairsAndSingles) {
  EXPECT_FALSE(score(MatchCounts{}));
  MatchCounts c = pairs({1, 0, 2, 0, 1});
  EXPECT_EQ(c.games(), 8U);
  EXPECT_DOUBLE_EQ(*score(c), 0.5);
  c.singles = {0, 0, 1};
  EXPECT_EQ(c.games(), 9U);
  EXPECT_DOUBLE_EQ(*score(c), 5.0 / 9);
}

TEST(ScoreInterval, NeedsTwoDistinctUnits) {
  MatchCounts copies = pairs({0, 0, 0, 0, 500});
  copies.distinct_units = 1;
  EXPECT_FALSE(score_interval(copies));
  EXPECT_FALSE(score_interval(MatchCounts{}));
  EXPECT_FALSE(score_interval(pairs({0, 0, 1, 0, 0})));
  EXPECT_TRUE(score_interval(pairs({0, 0, 2, 0, 0})));
}

TEST(ScoreInterval, CopiesDoNotNarrowIt) {
  MatchCounts honest = pairs({10, 20, 40, 20, 10});
  MatchCounts copied = pairs({100, 200, 400, 200, 100});
  copied.distinct_units = 100;
  const auto a = *score_interval(honest), b = *score_interval(copied);
  EXPECT_NEAR(a.low, b.low, 0.002);
  EXPECT_NEAR(a.high, b.high, 0.002);
}

TEST(ScoreInterval, StaysInsideAndContainsTheScore) {
  for (const auto& c :
       {pairs({5, 0, 0, 0, 0}), pairs({0, 0, 0, 0, 5}), pairs({0, 0, 9, 0, 0}), pairs({1, 1, 0, 0, 7})}) {
    const auto i = *score_interval(c);
    EXPECT_GE(i.low, 0);
    EXPECT_LE(i.high, 1);
    EXPECT_LE(i.low, *score(c) + 1e-12);
    EXPECT_GE(i.high, *score(c) - 1e-12);
    EXPECT_LT(i.low, i.high);
  }
}

TEST(ScoreInterval, EndsExactlyWhereOneSideWonEverything) {
  for (std::uint64_t n = 2; n < 3000; ++n) {
    EXPECT_EQ(score_interval(pairs({n, 0, 0, 0, 0}))->low, 0.0) << n;
    EXPECT_EQ(score_interval(pairs({0, 0, 0, 0, n}))->high, 1.0) << n;
  }
}

TEST(ScoreInterval, IsSymmetric) {
  const auto a = *score_interval(pairs({1, 2, 3, 4, 5})), b = *score_interval(pairs({5, 4, 3, 2, 1}));
  EXPECT_NEAR(a.low, 1 - b.high, 1e-12);
  EXPECT_NEAR(a.high, 1 - b.low, 1e-12);
}

// The promise itself: over many simulated matches about 95% of the intervals hold the true score. Pairs are also drawn
// with a shared opening that favours one colour, where counting games instead of pairs would be wrong.
TEST(ScoreInterval, HoldsTheTruthAsOftenAsItSays) {
  Rng rng(2024);
  for (const double strength : {0.5, 0.7, 0.95})
    for (const double bias : {0.0, 0.3})
      for (const int n : {20, 200}) {
        int held = 0;
        constexpr int matches = 2000;
        const auto clamp = [](double p) { return std::min(1.0, std::max(0.0, p)); };
        for (int m = 0; m < matches; ++m) {
          MatchCounts counts;
          for (int i = 0; i < n; ++i) {
            const double tilt = bias * (2 * rng.real() - 1);
            const int half_points =
                2 * (rng.real() < clamp(strength + tilt)) + 2 * (rng.real() < clamp(strength - tilt));
            ++counts.pairs[static_cast<std::size_t>(half_points)];
          }
          counts.distinct_units = static_cast<std::uint64_t>(n);
          // With a clamped tilt the true score moves a little; take it from the same model.
          double truth = strength;
          if (bias > 0 && strength > 0.9) {
            const double over = std::max(0.0, strength + bias - 1);
            truth = strength - over * over / (4 * bias);
          }
          const auto interval = *score_interval(counts);
          held += interval.low <= truth && truth <= interval.high;
        }
        EXPECT_GE(held, matches * 0.925) << strength << ' ' << bias << ' ' << n;
        EXPECT_LE(held, matches * 0.985) << strength << ' ' << bias << ' ' << n;
      }
}

// The same promise for normalised Elo, whose deviation is itself estimated.
TEST(NormalisedElo, HoldsTheTruthAsOftenAsItSays) {
  Rng rng(5);
  // Chances of 0 … 4 half points.
  for (const std::array<double, 5>& shares :
       {std::array{0.05, 0.2, 0.5, 0.2, 0.05}, {0.02, 0.1, 0.3, 0.4, 0.18}, {0.01, 0.02, 0.07, 0.2, 0.7}}) {
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < 5; ++i) mean += shares[i] * static_cast<double>(i) / 4;
    for (std::size_t i = 0; i < 5; ++i) variance += shares[i] * std::pow(static_cast<double>(i) / 4 - mean, 2);
    const double truth = (mean - 0.5) / std::sqrt(2 * variance) * normalised_unit;
    int held = 0;
    constexpr int matches = 2000;
    for (int m = 0; m < matches; ++m) {
      MatchCounts counts;
      for (int i = 0; i < 200; ++i) play_pair(counts, shares, rng);
      const Estimate e = normalised_elo_estimate(counts);
      held += *e.low <= truth && truth <= *e.high;
    }
    EXPECT_GE(held, matches * 0.93) << truth;
    EXPECT_LE(held, matches * 0.975) << truth;
  }
}

TEST(Difference, WidensByBothIntervals) {
  const Estimate a = share_of(56, 70, 70),
                 b = share_of(48, 80, 80);  // Newcombe 1998, example (a): 0.2 [0.0524, 0.3339]
  const Estimate difference = difference_of(a, b);
  EXPECT_NEAR(*difference.value, 0.2, 1e-9);
  EXPECT_NEAR(*difference.low, 0.0524, 2e-4);
  EXPECT_NEAR(*difference.high, 0.3339, 2e-4);
  EXPECT_FALSE(difference_of(share_of(5, 5, 1), b).low);  // copies of one game tell nothing about chance
  EXPECT_FALSE(difference_of(share_of(0, 0, 0), b).value);
}

TEST(ScoreEstimate, IsTheScoreWithItsInterval) {
  MatchCounts counts;
  EXPECT_FALSE(score_estimate(counts).value);
  counts.pairs = {10, 10, 20, 30, 30};
  counts.distinct_units = 100;
  const Estimate estimate = score_estimate(counts);
  EXPECT_EQ(estimate.value, score(counts));
  EXPECT_EQ(estimate.low, score_interval(counts)->low);
  EXPECT_EQ(estimate.high, score_interval(counts)->high);
}

}  // namespace
}  // namespace tengen::stats

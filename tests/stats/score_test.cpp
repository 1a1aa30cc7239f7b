#include "stats/score.hpp"

#include <gtest/gtest.h>

#include "core/rng.hpp"

namespace tengen::stats {
namespace {

MatchCounts pairs(std::array<std::uint64_t, 5> counts) {
  MatchCounts c{counts, {}, 0};
  c.distinct_units = c.pair_count();
  return c;
}

TEST(Elo, KnownValues) {
  EXPECT_DOUBLE_EQ(*elo(0.5), 0);
  EXPECT_NEAR(*elo(10.0 / 11), 400, 1e-9);
  EXPECT_NEAR(*elo(0.64), 99.95, 0.01);
  EXPECT_DOUBLE_EQ(*elo(0.25), -*elo(0.75));
  EXPECT_FALSE(elo(0));
  EXPECT_FALSE(elo(1));
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

}  // namespace
}  // namespace tengen::stats

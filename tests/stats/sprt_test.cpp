#include "stats/sprt.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "stats/counts.hpp"
#include "support/effort.hpp"

namespace tengen::stats {
namespace {

constexpr EloModel logistic = EloModel::logistic, normalised = EloModel::normalised;

TEST(Sprt, ChecksItsTest) {
  EXPECT_TRUE(checked({0, 5, 0.05, 0.05, logistic}));
  EXPECT_FALSE(checked({5, 5, 0.05, 0.05, logistic}));
  EXPECT_FALSE(checked({0, 5, 0, 0.05, logistic}));
  EXPECT_FALSE(checked({0, 5, 0.05, 1, logistic}));
  EXPECT_FALSE(checked({0, 5, 0.5, 0.5, logistic}));
  EXPECT_FALSE(checked({0, 5000, 0.05, 0.05, logistic}));
  EXPECT_FALSE(checked({std::nan(""), 5, 0.05, 0.05, logistic}));
  EXPECT_FALSE(checked({0, 5, std::nan(""), 0.05, logistic}));
}

// Wald's bounds; the first as fishtest prints them, the second from cutechess's tests.
TEST(Sprt, Bounds) {
  const auto usual = sprt({}, {0, 5, 0.05, 0.05, logistic});
  EXPECT_NEAR(usual.bounds.low, -2.94, 0.005);
  EXPECT_NEAR(usual.bounds.high, 2.94, 0.005);
  EXPECT_EQ(usual.llr, 0);
  EXPECT_EQ(usual.state, SprtState::running);
  EXPECT_NEAR(sprt({}, {0, 10, 0.01, 0.01, logistic}).bounds.high, 4.6, 0.01);
  EXPECT_NEAR(sprt({}, {0, 3, 0.05, 0.1, logistic}).bounds.low, -2.25, 0.005);
  EXPECT_NEAR(sprt({}, {0, 3, 0.05, 0.1, logistic}).bounds.high, 2.89, 0.005);
}

// Ratios printed by others, to two decimals: the cases of fastchess's tests (app/tests/sprt_test.cpp, agreed with
// fishtest's), its pull requests 783 and 882, and four runs of OpenBench, whose bounds are normalised Elo too.
TEST(Sprt, AgreesWithPublishedRatios) {
  struct Case {
    MatchCounts counts;
    double elo0, elo1;
    EloModel model;
    double llr;
  };
  const Case cases[] = {
      {pairs({365, 16618, 36229, 16974, 390}), 0, 2, normalised, 2.25},
      {pairs({127, 4883, 10712, 5150, 104}), -1.75, 0.25, normalised, 3.01},
      {pairs({0, 0, 0, 0, 5550}), 0, 5, normalised, 111.82},
      {pairs({223, 9863, 21279, 10037, 246}), 0.5, 2.5, logistic, -3.07},
      {pairs({871, 26175, 55983, 26678, 821}), 0, 2, logistic, -4.98},
      {singles(36433, 36027, 68692), 0, 2, normalised, 0.92},
      {singles(10871, 10650, 20431), -1.75, 0.25, normalised, 2.30},
      {singles(4250, 0, 0), 0, 10, normalised, 120.56},
      {singles(21404, 21184, 40708), 0.5, 2.5, logistic, -1.57},
      {singles(57433, 57030, 106593), 0, 2, logistic, -2.59},
      {pairs({379, 10170, 21828, 10640, 343}), 0, 2, normalised, 2.94598},
      {pairs({77, 1, 0, 0, 0}), -1000, -500, normalised, -2.95},
      {pairs({72, 10, 0, 0, 0}), -1000, -500, normalised, -2.97},
      {pairs({214, 8992, 19871, 9102, 235}), 0, 2.5, normalised, 0.16},
      {pairs({5, 942, 2469, 1050, 5}), -3, 1, normalised, 2.90},
      {pairs({78, 2432, 5615, 2610, 100}), 0, 3, normalised, 2.91},
      {pairs({11, 3119, 7527, 3317, 12}), 0, 4, normalised, 2.91},
  };
  for (const Case& c : cases) {
    const double llr = log_likelihood_ratio(c.counts, {c.elo0, c.elo1, 0.05, 0.05, c.model});
    EXPECT_NEAR(llr, c.llr, std::max(0.006, 3e-4 * std::abs(c.llr)));
  }
}

// With three results one number is left free once the t-value is fixed, s = wins + losses: x = (wins - losses) / 2
// = t · sqrt(s) / (2 · sqrt(1 + t²)). So the slow twin tries them all.
double slow_best_likelihood(const std::array<double, 3>& counts, double t) {
  double best = -1e300;
  for (int i = 1; i < 200'000; ++i) {
    const double s = i / 200'000.0, x = t * std::sqrt(s) / (2 * std::sqrt(1 + t * t));
    const double win = s / 2 + x, loss = s / 2 - x;
    if (win <= 0 || loss <= 0) continue;
    best = std::max(best, counts[0] * std::log(loss) + counts[1] * std::log(1 - s) + counts[2] * std::log(win));
  }
  return best;
}

TEST(Sprt, NormalisedRatioIsTheBestThatCanBeHad) {
  Rng rng(3);
  for (int i = 0; i < effort(60); ++i) {
    const std::array<std::uint64_t, 3> n = {1 + rng.below(40), 1 + rng.below(40), 1 + rng.below(40)};
    const std::array<double, 3> counts = {static_cast<double>(n[0]), static_cast<double>(n[1]),
                                          static_cast<double>(n[2])};
    const double elo0 = 400 * rng.real() - 300, elo1 = elo0 + 1 + 200 * rng.real();
    const double fast = log_likelihood_ratio({{}, n, n[0] + n[1] + n[2]}, {elo0, elo1, 0.05, 0.05, normalised});
    const double slow =
        slow_best_likelihood(counts, elo1 / normalised_unit) - slow_best_likelihood(counts, elo0 / normalised_unit);
    EXPECT_NEAR(fast, slow, 2e-3 + 1e-4 * std::abs(slow)) << n[0] << ' ' << n[1] << ' ' << n[2];
  }
}

TEST(Sprt, IsFiniteWhateverHappened) {
  Rng rng(11);
  for (int i = 0; i < effort(20'000); ++i) {
    MatchCounts c;
    const std::uint32_t most = rng.below(2) ? 3 : 200;
    for (auto& n : c.pairs) n = rng.below(2) ? rng.below(most) : 0;
    for (auto& n : c.singles) n = rng.below(3) ? 0 : rng.below(most);
    c.distinct_units = c.pair_count() + c.single_count();
    const double size = std::pow(10, 3.3 * rng.real());
    const SprtTest test = {-size * rng.real(), size * rng.real() + 0.01, 0.05, 0.05,
                           rng.below(2) ? logistic : normalised};
    const double llr = log_likelihood_ratio(c, test);
    ASSERT_TRUE(std::isfinite(llr));
    // Seen from the other side everything turns round.
    MatchCounts mirrored = c;
    std::reverse(mirrored.pairs.begin(), mirrored.pairs.end());
    std::reverse(mirrored.singles.begin(), mirrored.singles.end());
    ASSERT_NEAR(log_likelihood_ratio(mirrored, {-test.elo1, -test.elo0, 0.05, 0.05, test.model}), -llr,
                1e-4 + 1e-4 * std::abs(llr));
  }
}

TEST(Sprt, CopiesCountOnce) {
  const SprtTest test = {0, 10, 0.05, 0.05, logistic};
  MatchCounts copied = pairs({100, 200, 400, 300, 200});
  copied.distinct_units = 120;
  EXPECT_NEAR(log_likelihood_ratio(copied, test), log_likelihood_ratio(pairs({10, 20, 40, 30, 20}), test), 1e-9);
}

TEST(Sprt, PairsAndSinglesAddUp) {
  const SprtTest test = {0, 10, 0.05, 0.05, normalised};
  MatchCounts both = pairs({10, 20, 40, 30, 20});
  both.singles = {5, 3, 9};
  both.distinct_units += 17;
  EXPECT_NEAR(log_likelihood_ratio(both, test),
              log_likelihood_ratio(pairs({10, 20, 40, 30, 20}), test) + log_likelihood_ratio(singles(9, 5, 3), test),
              1e-9);
}

TEST(Sprt, SaysWhereItStands) {
  const SprtTest test = {0, 2, 0.05, 0.05, normalised};
  const MatchCounts counts = pairs({379, 10170, 21828, 10640, 343});
  EXPECT_EQ(in_words(sprt(counts, test), test),
            "LLR 2.95 in (-2.94, 2.94): H1 accepted, 2 normalised Elo rather than 0");
  const MatchCounts open = pairs({365, 16618, 36229, 16974, 390});
  EXPECT_EQ(in_words(sprt(open, test), test),
            "LLR 2.25 in (-2.94, 2.94): open between 0 and 2 normalised Elo, 76% of the way to H1");
  const SprtTest usual = {0, 2, 0.05, 0.05, logistic};
  EXPECT_EQ(in_words(sprt(pairs({871, 26175, 55983, 26678, 821}), usual), usual),
            "LLR -4.98 in (-2.94, 2.94): H0 accepted, 0 Elo rather than 2");
}

// Pair results with the middle share of draws and the given score, tilted towards the winner.
std::array<double, 5> shares_at(double score) {
  std::array<double, 5> shares = {0.08, 0.17, 0.5, 0.17, 0.08};
  double variance = 0;
  for (std::size_t i = 0; i < 5; ++i) variance += shares[i] * std::pow(static_cast<double>(i) / 4 - 0.5, 2);
  for (std::size_t i = 0; i < 5; ++i) shares[i] *= 1 + (static_cast<double>(i) / 4 - 0.5) * (score - 0.5) / variance;
  return shares;
}

double normalised_elo_at(double score) {
  double variance = 0;
  const auto shares = shares_at(score);
  for (std::size_t i = 0; i < 5; ++i) variance += shares[i] * std::pow(static_cast<double>(i) / 4 - score, 2);
  return (score - 0.5) / std::sqrt(2 * variance) * normalised_unit;
}

// The score at which a match has the Elo of a hypothesis.
double score_of(double elo, EloModel model) {
  if (model == logistic) return score_at(elo);
  double low = 0.4, high = 0.6;
  for (int i = 0; i < 60; ++i) (normalised_elo_at((low + high) / 2) < elo ? low : high) = (low + high) / 2;
  return low;
}

// The promise itself: over thousands of simulated matches, each stopped by the test, a wrong answer comes about as
// often as agreed. A little less often where matches are long, since the last pair carries the ratio beyond its bound;
// up to a tenth of the chance more often in short ones like these, since the spread of the pairs is itself a guess.
TEST(Sprt, ErrsAsOftenAsAgreed) {
  Rng rng(42);
  for (const EloModel model : {logistic, normalised}) {
    const SprtTest test = {0, 40, 0.05, 0.1, model};
    for (const bool h1_is_true : {false, true}) {
      const auto shares = shares_at(score_of(h1_is_true ? test.elo1 : test.elo0, model));
      const int matches = effort(3000);
      int wrong = 0;
      std::uint64_t pairs_played = 0;
      for (int m = 0; m < matches; ++m) {
        MatchCounts counts;
        SprtState state = SprtState::running;
        while (state == SprtState::running) {
          play_pair(counts, shares, rng);
          state = sprt(counts, test).state;
        }
        pairs_played += counts.distinct_units;
        wrong += (state == SprtState::h1_accepted) != h1_is_true;
      }
      const double agreed = h1_is_true ? test.beta : test.alpha, share = static_cast<double>(wrong) / matches;
      const double tolerance = 3 * std::sqrt(agreed * (1 - agreed) / matches);
      EXPECT_LE(share, 1.1 * agreed + tolerance);
      EXPECT_GE(share, 0.6 * agreed - tolerance);
      RecordProperty(
          fmt::format("{}_{}_error_percent", model == logistic ? "logistic" : "normalised", h1_is_true ? "h1" : "h0"),
          fmt::format("{:.2f}", 100 * share));
      RecordProperty(
          fmt::format("{}_{}_pairs", model == logistic ? "logistic" : "normalised", h1_is_true ? "h1" : "h0"),
          fmt::format("{:.0f}", static_cast<double>(pairs_played) / matches));
    }
  }
}

}  // namespace
}  // namespace tengen::stats

#include "stats/effective.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace tengen::stats {
namespace {

// n pairs of distinct games in which a scores so often moving first, and moving second.
Pairing played(int n, double pre, double suf) {
  std::vector<GameResult> games;
  for (int i = 0; i < n; ++i) {
    const auto id = static_cast<std::uint64_t>(i);
    games.push_back({id, 2 * id, 0, 1, i < pre * n ? Outcome::first_wins : Outcome::second_wins});
    games.push_back({id, 2 * id + 1, 1, 0, i < suf * n ? Outcome::second_wins : Outcome::first_wins});
  }
  return make_pairings(games)[0];
}

Estimate com(double value, double half_width) { return {value, value - half_width, value + half_width}; }

// AI4 against AI6 as the paper's table 2 prints it: 81.8% moving first, and 68.4% of the games AI6 began were AI6's.
TEST(WinRates, OfThePaper) {
  const Pairing p = played(1000, 0.818, 1 - 0.684);
  const WinRates of_a = win_rates(p), of_b = win_rates(p.seen_from_b());
  EXPECT_NEAR(*of_a.pre.value, 0.818, 1e-12);
  EXPECT_NEAR(*of_a.suf.value, 0.316, 1e-12);
  EXPECT_NEAR(*of_a.com.value, 1.134, 1e-12);
  EXPECT_NEAR(*of_b.com.value, 2 - 1.134, 1e-12);
  EXPECT_NEAR(*of_a.pre.low, 0.7929, 0.0001);  // Wilson's
  EXPECT_NEAR(*of_a.pre.high, 0.8407, 0.0001);
  EXPECT_NEAR(*of_a.com.low, 2 - *of_b.com.high, 1e-9);
  EXPECT_EQ(relation(of_a.com), Relation::stronger);
  EXPECT_EQ(relation(of_b.com), Relation::weaker);
  EXPECT_EQ(relation(win_rates(played(1000, 0.7, 0.31)).com), Relation::equivalent);
}

// AI4 against AI4: black won 50.7% of a thousand games, white 48.1%, and the rest was drawn.
TEST(TableCell, OfThePaper) {
  std::vector<GameResult> games;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    games.push_back({i, i, 0, 1, i < 507 ? Outcome::first_wins : i < 988 ? Outcome::second_wins : Outcome::draw});
    games.push_back({i, i, 1, 0, Outcome::first_wins});  // each time the same game but for the first two
  }
  for (std::size_t i = 5; i < games.size(); i += 2) games[i].print = 1;
  const Pairing p = make_pairings(games)[0];
  const TableCell cell = table_cell(p, Side::first);
  EXPECT_EQ(cell.games.draws, 12U);
  EXPECT_EQ(cell.distinct_games, 1000U);
  EXPECT_EQ(in_words(cell.first_wins, 3, Sign::plain), "0.507 [0.476, 0.538]");
  EXPECT_EQ(in_words(cell.second_wins, 3, Sign::plain), "0.481 [0.450, 0.512]");
  const TableCell other = table_cell(p, Side::second);
  EXPECT_EQ(other.games.wins, 1000U);
  EXPECT_EQ(other.distinct_games, 2U);
  EXPECT_EQ(in_words(other.first_wins, 2, Sign::plain), "1.00 [0.34, 1.00]");
  EXPECT_EQ(in_words(other.second_wins, 2, Sign::plain), "0.00 [0.00, 0.66]");
}

TEST(WinRates, DrawsCountHalfAndCopiesOnce) {
  const std::vector<GameResult> games = {{1, 1, 0, 1, Outcome::draw}, {2, 1, 0, 1, Outcome::draw}};
  const WinRates rates = win_rates(make_pairings(games)[0]);
  EXPECT_EQ(*rates.pre.value, 0.5);
  EXPECT_FALSE(rates.pre.low);
  EXPECT_FALSE(rates.suf.value);
  EXPECT_FALSE(rates.com.value);
  EXPECT_EQ(relation(rates.com), Relation::unknown);
}

TEST(WinRates, UnpairedGamesAddLikeIndependentOnes) {
  std::vector<GameResult> games;
  for (std::uint64_t i = 0; i < 200; ++i)
    games.push_back({i, i, i % 2 ? 0 : 1, i % 2 ? 1 : 0, i % 3 ? Outcome::first_wins : Outcome::second_wins});
  const WinRates rates = win_rates(make_pairings(games)[0]);
  EXPECT_NEAR(*rates.com.value, *rates.pre.value + *rates.suf.value, 1e-12);
  EXPECT_NEAR((*rates.com.high - *rates.com.low) / (*rates.pre.high - *rates.pre.low), std::sqrt(2), 0.02);
}

TEST(Transitivity, FindsCircles) {
  const auto w = Relation::weaker, s = Relation::stronger, e = Relation::equivalent;
  const auto line = transitivity(3, std::vector<Relation>{e, w, w, s, e, w, s, s, e});
  EXPECT_EQ(line.weaker_chains, 1U);
  EXPECT_EQ(line.weaker_reversed, 0U);
  EXPECT_EQ(line.equal_chains, 0U);
  // Paper, scissors, stone: each is weaker than the next, so all three chains close the wrong way.
  const auto circle = transitivity(3, std::vector<Relation>{e, w, s, s, e, w, w, s, e});
  EXPECT_EQ(circle.weaker_chains, 3U);
  EXPECT_EQ(circle.weaker_reversed, 3U);
  // 0 like 1 like 2, and yet 0 weaker than 2.
  const auto drift = transitivity(3, std::vector<Relation>{e, e, w, e, e, e, s, e, e});
  EXPECT_EQ(drift.equal_chains, 1U);
  EXPECT_EQ(drift.equal_broken, 1U);
  const auto unknown = transitivity(3, std::vector<Relation>(9, Relation::unknown));
  EXPECT_EQ(unknown.weaker_chains + unknown.equal_chains, 0U);
}

TEST(EffectiveDepth, InterpolatesBetweenDepths) {
  const auto act = effective_depth({{3, com(0.6, 0.1)}, {1, com(1.9, 0.05)}, {2, com(1.2, 0.1)}});
  EXPECT_TRUE(act.falling);
  EXPECT_NEAR(*act.depth.value, 2 + 0.2 / 0.6, 1e-12);
  EXPECT_NEAR(*act.depth.low, 2 + 0.1 / 0.6, 1e-12);
  EXPECT_NEAR(*act.depth.high, 2 + 0.3 / 0.6, 1e-12);
  EXPECT_NEAR(*effective_depth({{1, com(1.5, 0.1)}, {2, com(1, 0.1)}, {3, com(0.5, 0.1)}}).depth.value, 2, 1e-12);
  EXPECT_NEAR(*effective_depth({{1, com(1, 0.1)}, {2, com(1, 0.1)}}).depth.value, 1.5, 1e-12);
}

TEST(EffectiveDepth, IsABoundOutsideOfWhatWasTried) {
  const auto deep = effective_depth({{1, com(1.9, 0.05)}, {2, com(1.5, 0.1)}});
  EXPECT_EQ(in_words(deep.depth, 1, Sign::plain), "at least 2.0");
  const auto perhaps = effective_depth({{1, com(1.9, 0.05)}, {2, com(1.1, 0.2)}});
  EXPECT_FALSE(perhaps.depth.value);
  EXPECT_LT(*perhaps.depth.low, 2);
  EXPECT_FALSE(perhaps.depth.high);
  const auto shallow = effective_depth({{1, com(0.4, 0.1)}, {2, com(0.2, 0.1)}});
  EXPECT_EQ(in_words(shallow.depth, 1, Sign::plain), "at most 1.0");
  EXPECT_EQ(in_words(effective_depth({}).depth), "unknown");
  // Copies of one game give a rate but no interval: no end can be told.
  const auto copies = effective_depth({{1, {2.0, {}, {}}}, {2, {0.0, {}, {}}}});
  EXPECT_NEAR(*copies.depth.value, 1.5, 1e-12);
  EXPECT_FALSE(copies.depth.low);
  EXPECT_FALSE(copies.depth.high);
}

TEST(EffectiveDepth, SmoothsWhatRises) {
  const auto act = effective_depth({{1, com(1.4, 0.1)}, {2, com(0.9, 0.1)}, {3, com(1.1, 0.1)}, {4, com(0.4, 0.1)}});
  EXPECT_FALSE(act.falling);
  EXPECT_NEAR(*act.depth.value, 2.5, 1e-12);  // depths 2 and 3 both become 1
}

// The interval holds the true crossing about as often as it says; it is the wider for being read off two curves.
TEST(EffectiveDepth, HoldsTheTruth) {
  Rng rng(8);
  int held = 0;
  constexpr int rounds = 500;
  for (int round = 0; round < rounds; ++round) {
    std::vector<DepthPoint> points;
    for (int depth = 1; depth <= 4; ++depth) {
      const double p = 1 / (1 + std::exp(1.2 * (depth - 2.3)));  // not a straight line between the depths
      std::vector<GameResult> games;
      for (std::uint64_t i = 0; i < 400; ++i) {
        const bool a_first = i % 2 == 0, a_wins = rng.real() < p;
        games.push_back({i / 2, i, a_first ? 0 : 1, a_first ? 1 : 0,
                         a_wins == a_first ? Outcome::first_wins : Outcome::second_wins});
      }
      points.push_back({depth, win_rates(make_pairings(games)[0]).com});
    }
    const auto act = effective_depth(points);
    held += *act.depth.low <= 2.3 && 2.3 <= *act.depth.high;
  }
  EXPECT_GE(held, rounds * 0.92);
}

}  // namespace
}  // namespace tengen::stats

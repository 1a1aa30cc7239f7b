// Every estimate lies inside its own interval, and what the games leave open is said to be open.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/rng.hpp"
#include "stats/ratings.hpp"
#include "support/effort.hpp"

namespace tengen::stats {
namespace {

// A tournament with few games between players that are far apart, or copies of games, or games of one seat only.
std::vector<GameResult> lopsided(Rng& rng, int players) {
  const double spread = 2000 * rng.real(), first_move = 800 * rng.real() - 200, nu = rng.below(2) ? 2 * rng.real() : 0;
  const bool gauntlet = rng.below(2), paired = rng.below(4) > 0;
  const std::uint32_t most = 1 + rng.below(25), prints = rng.below(3) ? 1U << 30 : 3;
  std::vector<double> elo;
  for (int i = 0; i < players; ++i) elo.push_back(spread * rng.real());
  std::vector<GameResult> games;
  std::uint64_t id = 0;
  for (int a = 0; a < (gauntlet ? 1 : players); ++a)
    for (int b = a + 1; b < players; ++b)
      for (std::uint32_t i = rng.below(most + 1); i > 0; --i, ++id)
        for (std::uint32_t turn = paired ? 0 : rng.below(2), end = paired ? 2 : turn + 1; turn < end; ++turn) {
          const int first = turn ? b : a, second = turn ? a : b;
          const double gap = elo[static_cast<std::size_t>(first)] - elo[static_cast<std::size_t>(second)] + first_move;
          const double up = std::exp(gap / elo_unit / 2), r = rng.real() * (up + 1 / up + nu);
          games.push_back({id, rng.below(prints), first, second,
                           r < up        ? Outcome::first_wins
                           : r < up + nu ? Outcome::draw
                                         : Outcome::second_wins});
        }
  return games;
}

testing::AssertionResult lies_inside(double value, const std::optional<double>& low,
                                     const std::optional<double>& high) {
  if ((!low || *low <= value) && (!high || value <= *high)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << in_words(Estimate{value, low, high}, 3);
}

TEST(RatingIntervals, HoldTheirEstimates) {
  Rng rng(31);
  int with_core = 0, without = 0;
  for (int round = 0; round < effort(3000); ++round) {
    const int n = 2 + static_cast<int>(rng.below(5));
    const auto pairings = make_pairings(lopsided(rng, n));
    const RatingList list = rate_players(n, pairings, {1500, 99, static_cast<std::uint64_t>(round)});
    bool core = false;
    for (const Rating& r : list.players) {
      EXPECT_TRUE(lies_inside(r.elo, r.low, r.high)) << "round " << round;
      core |= r.standing == Standing::known;
      if (r.low && r.high) EXPECT_GT(*r.high - *r.low, 1) << "round " << round;
    }
    (core ? with_core : without) += 1;
    for (const Rating& r : list.players) EXPECT_TRUE(!core || !r.lead);
    for (const Estimate& e : {list.first_move_elo, list.draw_rate})
      if (e.value) EXPECT_TRUE(lies_inside(*e.value, e.low, e.high)) << "round " << round;
  }
  EXPECT_GT(with_core, effort(1000));
  EXPECT_GT(without, effort(200));
}

// Pairs with colours swapped, all of them distinct: a's result moving first, then moving second.
struct Pairs {
  int a, b, count;
  Outcome a_first, b_first;
};

RatingList rate(int players, std::initializer_list<Pairs> all) {
  std::vector<GameResult> games;
  std::uint64_t pair = 0;
  for (const Pairs& p : all)
    for (int i = 0; i < p.count; ++i, ++pair) {
      games.push_back({pair, 2 * pair, p.a, p.b, p.a_first});
      games.push_back({pair, 2 * pair + 1, p.b, p.a, p.b_first});
    }
  return rate_players(players, make_pairings(games));
}

constexpr Outcome first = Outcome::first_wins, second = Outcome::second_wins, draw = Outcome::draw;
Pairs shut_out(int winner, int loser, int count) { return {winner, loser, count, first, second}; }

// 0 won every game in which it moved first. The likeliest lead and the likeliest worth of the first move are both infinite
// then, though the score is 90%; what they come out as must not be left to the prior.
TEST(RatingIntervals, OfAPlayerThatLostFromOneSeatOnly) {
  const RatingList list =
      rate(3, {shut_out(0, 1, 20), shut_out(0, 2, 15), {0, 2, 3, first, first}, {0, 2, 2, first, draw}});
  EXPECT_EQ(list.players[0].standing, Standing::known);
  EXPECT_EQ(list.players[1].standing, Standing::at_most);
  const double gap = list.players[0].elo - list.players[2].elo;
  EXPECT_NEAR(gap, *elo(0.9), 100);
  for (const std::size_t i : {0, 2})
    EXPECT_TRUE(lies_inside(list.players[i].elo, list.players[i].low, list.players[i].high));
  EXPECT_TRUE(lies_inside(*list.first_move_elo.value, list.first_move_elo.low, list.first_move_elo.high));
  EXPECT_LT(*list.first_move_elo.value, 300);
}

// The end that the results set stands in the words; there is no other figure, and above all none without width.
void expect_bound(const Rating& rating, Standing standing) {
  EXPECT_EQ(rating.standing, standing);
  EXPECT_FALSE(rating.low || rating.high);
  ASSERT_TRUE(rating.lead);
  const bool top = standing == Standing::at_least;
  EXPECT_GT(top ? *rating.lead : -*rating.lead, 50);
  const std::string words = in_words(rating);
  EXPECT_EQ(words.find(top ? "at least +" : "at most -"), 0U) << words;
  EXPECT_NE(words.find(" against opponents: "), std::string::npos) << words;
}

void expect_unknown(const Rating& rating) {
  EXPECT_FALSE(rating.low || rating.high || rating.lead);
  EXPECT_EQ(in_words(rating).find("unknown: "), 0U) << in_words(rating);
}

TEST(RatingsWithoutCore, OfTwoPlayersAndAShutOut) {
  const RatingList list = rate(2, {shut_out(0, 1, 10)});
  expect_bound(list.players[0], Standing::at_least);
  expect_bound(list.players[1], Standing::at_most);
  EXPECT_NEAR(*list.players[0].lead, -*list.players[1].lead, 1e-9);
  EXPECT_GT(list.players[0].elo, list.players[1].elo);  // reports sort by it
  EXPECT_GT(list.is_better(0, 1), 0.99);
  // A single draw makes the two a core.
  const RatingList drawn = rate(2, {shut_out(0, 1, 9), {0, 1, 1, first, draw}});
  for (const Rating& r : drawn.players) {
    EXPECT_EQ(r.standing, Standing::known);
    EXPECT_FALSE(r.lead);
    EXPECT_LT(*r.low, *r.high);
  }
}

TEST(RatingsWithoutCore, OfAGauntletWonThroughout) {
  const RatingList list = rate(4, {shut_out(0, 1, 10), shut_out(0, 2, 10), shut_out(0, 3, 20)});
  expect_bound(list.players[0], Standing::at_least);
  for (const std::size_t i : {1, 2, 3}) {
    expect_bound(list.players[i], Standing::at_most);
    EXPECT_GT(list.players[0].elo, list.players[i].elo);
  }
  EXPECT_LT(*list.players[3].lead, *list.players[1].lead);  // more games, a farther bound
}

TEST(RatingsWithoutCore, OfAGauntletLostThroughout) {
  const RatingList list = rate(4, {shut_out(1, 0, 10), shut_out(2, 0, 10), shut_out(3, 0, 10)});
  expect_bound(list.players[0], Standing::at_most);
  for (const std::size_t i : {1, 2, 3}) expect_bound(list.players[i], Standing::at_least);
}

// Who beat the one and lost to the other may be just below the first or just above the second, or anywhere.
TEST(RatingsWithoutCore, OfThreeInAChain) {
  const RatingList list = rate(4, {shut_out(0, 1, 5), shut_out(1, 2, 5)});
  expect_bound(list.players[0], Standing::at_least);
  EXPECT_EQ(list.players[1].standing, Standing::unconnected);
  expect_unknown(list.players[1]);
  expect_bound(list.players[2], Standing::at_most);
  EXPECT_EQ(list.players[3].standing, Standing::unconnected);  // no games
  expect_unknown(list.players[3]);
  EXPECT_GT(list.players[0].elo, list.players[1].elo);
  EXPECT_GT(list.players[1].elo, list.players[2].elo);
  // A win of the last over the first closes the ring, and all three are the core.
  const RatingList ring = rate(3, {shut_out(0, 1, 5), shut_out(1, 2, 5), shut_out(2, 0, 5)});
  for (const Rating& r : ring.players) {
    EXPECT_EQ(r.standing, Standing::known);
    EXPECT_NEAR(r.elo, 0, 1e-6);
    EXPECT_LT(*r.low, 0);
    EXPECT_GT(*r.high, 0);
  }
}

TEST(RatingsWithoutCore, OfSingleGames) {
  const GameResult won{0, 0, 0, 1, first};
  for (const Rating& r : rate_players(2, make_pairings(std::vector{won})).players) {
    expect_unknown(r);  // one unit does not vary
    EXPECT_NE(r.standing, Standing::known);
  }
  for (const Rating& r : rate_players(2, {}).players) expect_unknown(r);
  // Games of a player with itself say nothing about its strength.
  const std::vector<GameResult> with_itself = {{0, 0, 0, 0, first}, {1, 1, 0, 0, second}, {2, 2, 0, 0, draw}};
  for (const Rating& r : rate_players(2, make_pairings(with_itself)).players) expect_unknown(r);
  // Two single games that were won bound the loser already, if not by much.
  const RatingList two = rate_players(3, make_pairings(std::vector<GameResult>{won, {1, 1, 0, 2, first}}));
  EXPECT_EQ(two.players[0].standing, Standing::at_least);
  EXPECT_TRUE(two.players[0].lead);
  for (const std::size_t i : {1, 2}) EXPECT_EQ(two.players[i].standing, Standing::at_most);
}

}  // namespace
}  // namespace tengen::stats

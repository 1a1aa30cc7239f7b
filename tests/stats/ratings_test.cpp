#include "stats/ratings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "core/rng.hpp"
#include "support/effort.hpp"

namespace tengen::stats {
namespace {

// Results as tables print them: distinct games without partners.
class Results {
 public:
  void add(int first, int second, int wins, int draws, int losses) {
    for (const auto& [count, outcome] : {std::pair(wins, Outcome::first_wins), std::pair(draws, Outcome::draw),
                                         std::pair(losses, Outcome::second_wins)})
      for (int i = 0; i < count; ++i) games_.push_back({id_, id_, first, second, outcome}), ++id_;
  }
  std::vector<Pairing> pairings() const { return make_pairings(games_); }

 private:
  std::vector<GameResult> games_;
  std::uint64_t id_ = 0;
};

constexpr RatingOptions no_prior{1e6, 0, 1, 0};

// Agresti, Categorical Data Analysis (2002), section 10.6: seven baseball teams of 1987, home wins and away wins of the
// row's team at home to the column's. Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
Results baseball() {
  constexpr int home[7][7] = {{0, 4, 4, 4, 6, 4, 6}, {3, 0, 4, 4, 6, 6, 4}, {2, 4, 0, 2, 4, 4, 6},
                              {3, 5, 2, 0, 4, 4, 6}, {5, 2, 3, 4, 0, 5, 6}, {2, 3, 3, 4, 4, 0, 2},
                              {2, 1, 1, 2, 1, 3, 0}};
  constexpr int away[7][7] = {{0, 3, 2, 3, 1, 2, 0}, {3, 0, 2, 3, 0, 1, 3}, {5, 3, 0, 4, 3, 2, 0},
                              {3, 1, 5, 0, 3, 2, 1}, {1, 5, 3, 2, 0, 2, 0}, {5, 3, 4, 3, 2, 0, 4},
                              {5, 5, 6, 4, 6, 4, 0}};
  Results results;
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j)
      if (i != j) results.add(i, j, home[i][j], 0, away[i][j]);
  return results;
}

TEST(Ratings, AgreeWithAgrestisBaseball) {
  const RatingList list = rate_players(7, baseball().pairings(), no_prior);
  // Table 10.11, fitted with a home advantage of 0.302: shares of e^strength.
  constexpr double published[7] = {0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044};
  double sum = 0;
  for (const Rating& r : list.players) sum += std::exp(r.elo / elo_unit);
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_NEAR(std::exp(list.players[i].elo / elo_unit) / sum, published[i], 0.0006) << i;
  EXPECT_NEAR(*list.first_move_elo.value / elo_unit, 0.302, 0.0006);
  EXPECT_EQ(*list.draw_rate.value, 0);
}

// What Ordo 1.2.6 prints for the same games (ordo -a 0 -W -D -N 2). Its scale puts 76% at 202 points.
TEST(Ratings, AgreeWithOrdo) {
  const RatingList list = rate_players(7, baseball().pairings(), no_prior);
  constexpr double published[7] = {94.76, 69.49, 43.51, 35.49, 11.38, -65.57, -189.06};
  const double scale = 202 / *elo(0.76);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(scale * list.players[i].elo, published[i], 0.02) << i;
  EXPECT_NEAR(scale * *list.first_move_elo.value, 52.97, 0.02);
}

// Davidson (1970): six brands of chocolate pudding, with no preference as the draw. Fitted by the R package
// PlackettLuce, with a warning that it was stopped short of the peak: worths that add up to 1, and 0.7468147 for ties.
TEST(Ratings, AgreeWithDavidsonsPuddings) {
  constexpr int table[15][5] = {{1, 2, 19, 22, 16}, {1, 3, 16, 19, 12}, {2, 3, 19, 19, 10}, {1, 4, 18, 23, 13},
                                {2, 4, 23, 19, 9},  {3, 4, 19, 20, 15}, {1, 5, 13, 19, 18}, {2, 5, 16, 20, 12},
                                {3, 5, 16, 15, 17}, {4, 5, 17, 14, 16}, {1, 6, 18, 21, 12}, {2, 6, 22, 20, 12},
                                {3, 6, 13, 18, 10}, {4, 6, 14, 19, 18}, {5, 6, 11, 21, 12}};
  Results results;
  for (const auto& row : table) results.add(row[0] - 1, row[1] - 1, row[2], row[4], row[3]);
  const RatingList list = rate_players(6, results.pairings(), no_prior);
  const double nu = 0.7468147;
  EXPECT_NEAR(*list.draw_rate.value, nu / (2 + nu), 2e-5);
  EXPECT_FALSE(list.first_move_elo.value);  // colours were never swapped
  constexpr double published[6] = {0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855};
  double sum = 0;
  const double unit = elo_unit * 2 / (2 + nu);
  for (const Rating& r : list.players) sum += std::exp(r.elo / unit);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(std::exp(list.players[i].elo / unit) / sum, published[i], 3e-5) << i;
}

// At the peak of the likelihood every total is what the model expects: each player's points, the points of those who
// moved first, and the draws.
TEST(Ratings, ExpectWhatHappened) {
  Rng rng(77);
  for (int round = 0; round < effort(50); ++round) {
    const int n = 3 + static_cast<int>(rng.below(6));
    Results results;
    std::vector<std::array<int, 5>> rows;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (i == j) continue;
        const auto some = [&] { return 1 + static_cast<int>(rng.below(9)); };
        rows.push_back({i, j, some(), some(), some()});
        results.add(rows.back()[0], rows.back()[1], rows.back()[2], rows.back()[3], rows.back()[4]);
      }
    const RatingList list = rate_players(n, results.pairings(), no_prior);
    const double rate = *list.draw_rate.value, nu = 2 * rate / (1 - rate), unit = elo_unit * 2 / (2 + nu);
    std::vector<double> surplus(static_cast<std::size_t>(n));
    double first_surplus = 0, draw_surplus = 0;
    for (const auto& [i, j, wins, draws, losses] : rows) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      const double x = (list.players[a].elo - list.players[b].elo + *list.first_move_elo.value) / unit;
      const double up = std::exp(x / 2), sum = up + 1 / up + nu, games = wins + draws + losses;
      const double points = wins + draws / 2.0 - games * (up + nu / 2) / sum;
      surplus[a] += points;
      surplus[b] -= points;
      first_surplus += points;
      draw_surplus += draws - games * nu / sum;
    }
    for (const double s : surplus) ASSERT_NEAR(s, 0, 1e-4);
    ASSERT_NEAR(first_surplus, 0, 1e-4);
    ASSERT_NEAR(draw_surplus, 0, 1e-4);
  }
}

TEST(Ratings, OfTwoPlayersAreTheirElo) {
  Results results;
  results.add(0, 1, 60, 0, 40);
  results.add(1, 0, 40, 0, 60);
  const RatingList list = rate_players(2, results.pairings());
  EXPECT_NEAR(list.players[0].elo - list.players[1].elo, *elo(0.6), 0.5);  // prior and imagined games take a trifle
  EXPECT_NEAR(*list.first_move_elo.value, 0, 1e-6);
  // With many draws still nearly so, thanks to the scale.
  Results drawish;
  drawish.add(0, 1, 60, 500, 40);
  drawish.add(1, 0, 40, 500, 60);
  const RatingList drawn = rate_players(2, drawish.pairings());
  EXPECT_NEAR(drawn.players[0].elo - drawn.players[1].elo, *elo((120 + 500) / 1200.0), 0.1);
}

TEST(Ratings, MeanZeroAndDeterministic) {
  const auto pairings = baseball().pairings();
  const RatingList a = rate_players(7, pairings), b = rate_players(7, pairings);
  RatingOptions other;
  other.seed = 2;
  const RatingList c = rate_players(7, pairings, other);
  double sum = 0;
  for (std::size_t i = 0; i < 7; ++i) {
    sum += a.players[i].elo;
    EXPECT_EQ(*a.players[i].low, *b.players[i].low);
    EXPECT_NE(*a.players[i].low, *c.players[i].low);
    EXPECT_NEAR(*a.players[i].low, *c.players[i].low, 20);
    EXPECT_LT(*a.players[i].low, a.players[i].elo);
    EXPECT_GT(*a.players[i].high, a.players[i].elo);
    EXPECT_EQ(a.players[i].games, 78U);
  }
  EXPECT_NEAR(sum, 0, 1e-9);
  EXPECT_EQ(a.players[0].points, 50);
  EXPECT_EQ(a.superiority, b.superiority);
  EXPECT_GT(a.is_better(0, 6), 0.99);
  EXPECT_EQ(a.is_better(3, 3), 0.5);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j) EXPECT_NEAR(a.is_better(i, j) + a.is_better(j, i), 1, 1e-12);
}

TEST(Ratings, CopiesDoNotNarrowTheInterval) {
  std::vector<GameResult> honest, copied;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Outcome outcome = i % 3 ? Outcome::first_wins : Outcome::second_wins;
    for (std::uint64_t copy = 0; copy < 25; ++copy)
      for (std::uint64_t seat = 0; seat < 2; ++seat) {
        const GameResult game{100 * i + copy, 2 * i + seat, seat ? 1 : 0, seat ? 0 : 1, outcome};
        copied.push_back(game);
        if (copy == 0) honest.push_back(game);
      }
  }
  const RatingList a = rate_players(2, make_pairings(honest)), b = rate_players(2, make_pairings(copied));
  EXPECT_EQ(a.distinct_units, 40U);
  EXPECT_EQ(b.distinct_units, 40U);
  EXPECT_NEAR(*a.players[0].high - *a.players[0].low, *b.players[0].high - *b.players[0].low, 1e-6);
  EXPECT_EQ(b.players[0].games, 2000U);
}

TEST(Ratings, ShutOutsGetABound) {
  Results results;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i != j) results.add(i, j, 10, 5, 9);
  for (int i = 0; i < 3; ++i) {
    results.add(3, i, 10, 0, 0);  // player 3 wins all its games, player 4 loses all
    results.add(i, 3, 0, 0, 10);
    results.add(4, i, 0, 0, 10);
    results.add(i, 4, 10, 0, 0);
  }
  const RatingList list = rate_players(5, results.pairings());
  EXPECT_EQ(list.players[3].standing, Standing::at_least);
  EXPECT_EQ(list.players[4].standing, Standing::at_most);
  EXPECT_GT(*list.players[3].low, 200);
  EXPECT_FALSE(list.players[3].high);
  EXPECT_FALSE(list.players[4].low);
  EXPECT_LT(*list.players[4].high, -200);
  double core = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(list.players[i].standing, Standing::known);
    EXPECT_LT(*list.players[i].high - *list.players[i].low, 250);  // the shut-outs do not blur the others
    core += list.players[i].elo;
  }
  EXPECT_NEAR(core, 0, 1e-9);
  EXPECT_GT(list.is_better(3, 0), 0.99);
  EXPECT_GT(list.is_better(3, 4), 0.99);
  EXPECT_EQ(in_words(list.players[3]).substr(0, 10), "at least +");
  EXPECT_EQ(in_words(list.players[4]).substr(0, 9), "at most -");
}

TEST(Ratings, GroupsThatNeverMetAreNotCompared) {
  Results results;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i != j) results.add(i, j, 3, 1, 2);
  results.add(3, 4, 30, 5, 10);
  results.add(4, 3, 10, 5, 30);
  const RatingList list = rate_players(6, results.pairings());
  for (const std::size_t i : {3, 4, 5}) {
    EXPECT_EQ(list.players[i].standing, Standing::unconnected);
    EXPECT_FALSE(list.players[i].low);
    EXPECT_TRUE(std::isfinite(list.players[i].elo));
  }
  EXPECT_EQ(list.is_better(0, 3), 0.5);
  EXPECT_GT(list.is_better(3, 4), 0.99);  // inside the group the games count
  EXPECT_EQ(in_words(list.players[5]), "unknown: no results tie it to the others");
}

TEST(Ratings, NothingIsEverInfinite) {
  Rng rng(4);
  for (int round = 0; round < effort(300); ++round) {
    const int n = static_cast<int>(rng.below(6));
    std::vector<GameResult> games;
    const std::uint32_t kinds = 1 + rng.below(3), shift = rng.below(3);  // often only one kind of result
    for (std::uint32_t i = n > 0 ? rng.below(30) : 0; i > 0; --i) {
      const auto player = [&] { return static_cast<int>(rng.below(static_cast<std::uint32_t>(n))); };
      games.push_back(
          {rng.below(20), rng.below(50), player(), player(), static_cast<Outcome>(1 + (shift + rng.below(kinds)) % 3)});
    }
    const RatingList list = rate_players(n, make_pairings(games), {1500, 20, 1});
    ASSERT_EQ(list.players.size(), static_cast<std::size_t>(n));
    for (const Rating& r : list.players) {
      ASSERT_TRUE(std::isfinite(r.elo));
      for (const auto& end : {r.low, r.high}) ASSERT_TRUE(!end || std::isfinite(*end));
      ASSERT_FALSE(in_words(r).empty());
    }
    for (const Estimate& e : {list.first_move_elo, list.draw_rate})
      for (const auto& x : {e.value, e.low, e.high}) ASSERT_TRUE(!x || std::isfinite(*x));
    for (const double s : list.superiority) ASSERT_TRUE(s > 0 && s < 1);
  }
}

TEST(Ratings, FirstMoverThatAlwaysWinsGetsABound) {
  Results results;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i != j) results.add(i, j, 10, 0, 0);
  const RatingList list = rate_players(3, results.pairings());
  EXPECT_FALSE(list.first_move_elo.value);
  EXPECT_FALSE(list.first_move_elo.high);
  EXPECT_GT(*list.first_move_elo.low, 100);
  for (const Rating& r : list.players) EXPECT_NEAR(r.elo, 0, 1e-6);
}

// A hundred players and a million games: aggregated once, then the price depends on the pairings alone. The limit is
// CPU time, several times what it takes.
TEST(Ratings, AMillionGames) {
  if (slow_build) GTEST_SKIP() << "a speed test";
  Rng rng(3);
  std::vector<GameResult> games;
  games.reserve(1'000'000);
  for (std::uint64_t pair = 0; games.size() < 1'000'000; ++pair) {
    const int a = static_cast<int>(rng.below(100)), b = (a + 1 + static_cast<int>(rng.below(99))) % 100;
    for (int seat = 0; seat < 2; ++seat) {
      const int first = seat ? b : a, second = seat ? a : b;
      const double x = 0.04 * (first - second) + 0.2, up = std::exp(x / 2), r = rng.real() * (up + 1 / up + 0.3);
      games.push_back({pair, rng(), first, second,
                       r < up         ? Outcome::first_wins
                       : r < up + 0.3 ? Outcome::draw
                                      : Outcome::second_wins});
    }
  }
  const auto cpu = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  const double start = cpu();
  const auto pairings = make_pairings(games);
  const double joined = cpu();
  const RatingList list = rate_players(100, pairings);
  const double rated = cpu();
  RecordProperty("joining_ms", static_cast<int>(1000 * (joined - start)));
  RecordProperty("rating_ms", static_cast<int>(1000 * (rated - joined)));
  EXPECT_LT(rated - start, 3);
  EXPECT_NEAR(list.players[99].elo - list.players[0].elo, 99 * 0.04 * elo_unit * 2 / 2.3, 15);
}

}  // namespace
}  // namespace tengen::stats

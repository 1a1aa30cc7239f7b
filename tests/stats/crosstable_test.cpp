#include "stats/crosstable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/rng.hpp"
#include "support/effort.hpp"

namespace tengen::stats {
namespace {

constexpr Outcome first = Outcome::first_wins, second = Outcome::second_wins, draw = Outcome::draw;

TEST(Crosstable, JoinsPairsAndLeavesSinglesAlone) {
  const std::vector<GameResult> games = {
      {7, 100, 2, 5, first}, {7, 101, 5, 2, draw},    // 2 made 3 half points
      {8, 102, 5, 2, first},                          // no partner
      {9, 103, 2, 5, first}, {9, 104, 2, 5, second},  // the same colours twice: no pair
      {3, 105, 0, 2, draw},
  };
  const auto pairings = make_pairings(games);
  ASSERT_EQ(pairings.size(), 2U);
  EXPECT_EQ(pairings[0].a, 0);
  EXPECT_EQ(pairings[0].b, 2);
  const Pairing& p = pairings[1];
  EXPECT_EQ(p.a, 2);
  EXPECT_EQ(p.b, 5);
  const MatchCounts counts = p.counts();
  EXPECT_EQ(counts.pairs, (std::array<std::uint64_t, 5>{0, 0, 0, 1, 0}));
  EXPECT_EQ(counts.singles, (std::array<std::uint64_t, 3>{2, 0, 1}));
  EXPECT_EQ(counts.games(), 5U);
  EXPECT_EQ(p.unit_count(), 4U);
  EXPECT_EQ(p.games_of_a(Side::first).wins, 2U);
  EXPECT_EQ(p.games_of_a(Side::first).losses, 1U);
  EXPECT_EQ(p.games_of_a(Side::second).draws, 1U);
  EXPECT_EQ(p.games_of_a(Side::second).losses, 1U);
  EXPECT_TRUE(make_pairings({}).empty());
}

TEST(Crosstable, UnfinishedGamesDoNotCount) {
  const std::vector<GameResult> games = {{1, 1, 0, 1, Outcome::ongoing}, {1, 2, 1, 0, first}};
  EXPECT_EQ(make_pairings(games)[0].counts().games(), 1U);
}

TEST(Crosstable, CountsCopiesOnce) {
  std::vector<GameResult> games;
  for (std::uint64_t pair = 0; pair < 500; ++pair) {
    games.push_back({pair, 11, 0, 1, first});
    games.push_back({pair, 12, 1, 0, first});
  }
  EXPECT_EQ(make_pairings(games)[0].distinct_units, 1U);
  EXPECT_EQ(make_pairings(games)[0].distinct_games, (std::array<std::uint64_t, 2>{1, 1}));
  // The mirrored pair: the same two games, each with the other player in the seat.
  games.push_back({1000, 12, 0, 1, first});
  games.push_back({1000, 11, 1, 0, first});
  EXPECT_EQ(make_pairings(games)[0].distinct_units, 2U);
  // Ten games in each seat can be joined to a hundred pairs, but no more than ten of them are news.
  games.clear();
  for (std::uint64_t i = 0; i < 10; ++i)
    for (std::uint64_t j = 0; j < 10; ++j) {
      games.push_back({10 * i + j, i, 0, 1, first});
      games.push_back({10 * i + j, 50 + j, 1, 0, first});
    }
  EXPECT_EQ(make_pairings(games)[0].distinct_units, 10U);
  // Games without partners are a unit each.
  games.clear();
  for (std::uint64_t i = 0; i < 30; ++i) games.push_back({i, i % 10, 0, 1, first});
  EXPECT_EQ(make_pairings(games)[0].distinct_units, 10U);
}

TEST(Crosstable, APlayerMayMeetItself) {
  const std::vector<GameResult> games = {{1, 1, 3, 3, first}, {1, 2, 3, 3, first}, {2, 3, 3, 3, draw}};
  const auto pairings = make_pairings(games);
  ASSERT_EQ(pairings.size(), 1U);
  const WinDrawLoss moving_first = pairings[0].games_of_a(Side::first);
  EXPECT_EQ(moving_first.wins, 2U);
  EXPECT_EQ(moving_first.draws, 1U);
  EXPECT_EQ(pairings[0].games_of_a(Side::second).games(), 0U);
  EXPECT_EQ(pairings[0].distinct_units, 3U);
}

// Against a twin that counts game by game, in any order of the rows.
TEST(Crosstable, AgreesWithASlowTwin) {
  Rng rng(9);
  for (int round = 0; round < effort(200); ++round) {
    std::vector<GameResult> games;
    const std::uint32_t players = 2 + rng.below(5), prints = 1 + rng.below(100);
    for (std::uint64_t pair = 0; pair < 60; ++pair) {
      const int a = static_cast<int>(rng.below(players));
      const int b = static_cast<int>((static_cast<std::uint32_t>(a) + 1 + rng.below(players - 1)) % players);
      const auto outcome = [&] { return static_cast<Outcome>(1 + rng.below(3)); };
      games.push_back({pair, rng.below(prints), a, b, outcome()});
      if (rng.below(4) > 0) games.push_back({pair, rng.below(prints), b, a, outcome()});
    }
    std::map<std::pair<int, int>, std::array<WinDrawLoss, 2>> by_seat;  // (player, opponent) → moving first, second
    std::map<std::pair<int, int>, std::set<std::uint64_t>> seen;        // (first, second) → prints
    for (const GameResult& g : games) {
      auto& mover = by_seat[{g.first, g.second}][0];
      auto& other = by_seat[{g.second, g.first}][1];
      if (g.outcome == draw) ++mover.draws, ++other.draws;
      if (g.outcome == first) ++mover.wins, ++other.losses;
      if (g.outcome == second) ++mover.losses, ++other.wins;
      seen[{g.first, g.second}].insert(g.print);
    }
    for (std::size_t i = games.size(); i > 1; --i)
      std::swap(games[i - 1], games[rng.below(static_cast<std::uint32_t>(i))]);

    std::uint64_t total = 0;
    for (const Pairing& p : make_pairings(games)) {
      for (const Pairing& view : {p, p.seen_from_b()})
        for (const Side side : {Side::first, Side::second}) {
          const WinDrawLoss got = view.games_of_a(side);
          const WinDrawLoss want = by_seat[{view.a, view.b}][static_cast<std::size_t>(index(side))];
          ASSERT_EQ(got.wins, want.wins);
          ASSERT_EQ(got.draws, want.draws);
          ASSERT_EQ(got.losses, want.losses);
        }
      ASSERT_EQ(p.distinct_games[0], (seen[{p.a, p.b}].size()));
      ASSERT_EQ(p.distinct_games[1], (seen[{p.b, p.a}].size()));
      ASSERT_GE(p.distinct_units, 1U);
      ASSERT_LE(p.distinct_units, p.unit_count());
      ASSERT_EQ(p.seen_from_b().seen_from_b().units, p.units);
      ASSERT_NEAR(*score(p.counts()) + *score(p.seen_from_b().counts()), 1, 1e-12);
      total += p.counts().games();
    }
    ASSERT_EQ(total, games.size());
  }
}

}  // namespace
}  // namespace tengen::stats

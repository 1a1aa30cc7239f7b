#include "arena/schedule.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/rng.hpp"

namespace tengen::arena {
namespace {

GameSummary result_of(const Slot& slot, Outcome outcome) {
  GameSummary game;
  game.number = slot.number;
  game.pair = slot.number / 2;
  game.players = {slot.players[0], slot.players[1]};
  game.outcome = outcome;
  return game;
}

TEST(Schedule, ARoundRobinLetsEachMeetEachEquallyOftenOnBothSides) {
  for (const int players : {2, 3, 7}) {
    Schedule schedule(TournamentKind::round_robin, players, 6);
    std::map<std::pair<int, int>, int> met;
    std::set<std::uint64_t> numbers;
    std::uint64_t games = 0;
    while (const auto slot = schedule.next()) {
      ++met[{slot->players[0], slot->players[1]}];
      EXPECT_TRUE(numbers.insert(slot->number).second);
      // The two games of a pair share round and pairing and swap the players.
      EXPECT_EQ(slot->round, slot->number / 2 / schedule.pairings());
      ++games;
    }
    EXPECT_TRUE(schedule.over());
    EXPECT_EQ(games, schedule.planned());
    EXPECT_EQ(met.size(), static_cast<std::size_t>(players * (players - 1)));
    for (const auto& [pair, count] : met) EXPECT_EQ(count, 3);
  }
}

TEST(Schedule, AGauntletLetsTheFirstMeetAllOthers) {
  Schedule schedule(TournamentKind::gauntlet, 5, 3);
  EXPECT_EQ(schedule.planned(), 12U);
  int games = 0;
  while (const auto slot = schedule.next()) {
    EXPECT_TRUE(slot->players[0] == 0 || slot->players[1] == 0);
    ++games;
  }
  EXPECT_EQ(games, 12);
}

TEST(Schedule, SkipsWhatIsDoneAndWhoIsGone) {
  Schedule schedule(TournamentKind::round_robin, 3, 2);
  schedule.add(result_of(*Schedule(TournamentKind::round_robin, 3, 2).next(), Outcome::draw));
  schedule.withdraw(2);
  const auto slot = schedule.next();
  ASSERT_TRUE(slot);
  EXPECT_EQ(slot->number, 1U);
  EXPECT_EQ(slot->players, (std::array{1, 0}));
  EXPECT_FALSE(schedule.next());
}

// Plays a knockout in which the lower index always wins, handing results in at random.
TEST(Schedule, AKnockoutFindsTheBest) {
  for (int players = 2; players <= 17; ++players)
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Rng rng(seed);
      Schedule schedule(TournamentKind::knockout, players, 4);
      std::vector<Slot> under_way;
      std::uint64_t games = 0;
      while (true) {
        const auto slot = schedule.next();
        if (slot) under_way.push_back(*slot);
        if (under_way.empty()) break;
        if (slot && rng.below(2) == 0) continue;
        const std::size_t i = rng.below(static_cast<std::uint32_t>(under_way.size()));
        const Slot done = under_way[i];
        under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(i));
        schedule.add(result_of(done, done.players[0] < done.players[1] ? Outcome::first_wins : Outcome::second_wins));
        ++games;
      }
      EXPECT_TRUE(schedule.over());
      EXPECT_EQ(games, schedule.planned());
      const auto rounds = schedule.bracket();
      EXPECT_EQ(rounds.back().size(), 1U);
      EXPECT_EQ(rounds.back()[0].winner, 0);
      // Well seeded: the second best reaches the final.
      EXPECT_TRUE(rounds.back()[0].players[0] == 1 || rounds.back()[0].players[1] == 1);
    }
}

TEST(Schedule, ADrawnKnockoutMatchIsProlongedAndEndsAtLast) {
  Schedule schedule(TournamentKind::knockout, 2, 2);
  std::uint64_t games = 0;
  while (const auto slot = schedule.next()) {
    schedule.add(result_of(*slot, Outcome::draw));
    ++games;
  }
  EXPECT_EQ(games, 2 + 2 * Schedule::tie_break_pairs);
  EXPECT_EQ(schedule.bracket()[0][0].winner, 0);

  // A tie-break pair that decides ends it; its second game is played in any case.
  Schedule decided(TournamentKind::knockout, 2, 2);
  for (int game = 0; game < 3; ++game) {
    const auto slot = decided.next();
    ASSERT_TRUE(slot);
    decided.add(result_of(*slot, game < 2 ? Outcome::draw : Outcome::second_wins));
  }
  const auto last = decided.next();
  ASSERT_TRUE(last);
  EXPECT_FALSE(decided.over());
  decided.add(result_of(*last, Outcome::draw));
  EXPECT_TRUE(decided.over());
  EXPECT_FALSE(decided.next());
  EXPECT_EQ(decided.bracket()[0][0].winner, 1);
}

TEST(Schedule, AWalkoverWhereAPlayerIsWithdrawn) {
  Schedule schedule(TournamentKind::knockout, 4, 2);
  schedule.withdraw(0);
  EXPECT_EQ(schedule.bracket()[0][0].winner, 3);
  while (const auto slot = schedule.next()) {
    EXPECT_NE(slot->players[0], 0);
    EXPECT_NE(slot->players[1], 0);
    schedule.add(result_of(*slot, slot->players[0] < slot->players[1] ? Outcome::first_wins : Outcome::second_wins));
  }
  EXPECT_EQ(schedule.bracket()[1][0].winner, 1);
}

}  // namespace
}  // namespace tengen::arena

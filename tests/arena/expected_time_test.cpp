#include "arena/expected_time.hpp"

#include <gtest/gtest.h>

#include "arena/arena_fixture.hpp"

namespace tengen::arena {
namespace {

Tournament two_randoms() { return tournament_of({"random", "random"}, 2, TournamentKind::match, "connect4"); }

TEST(ExpectedTime, FollowsFromLimitsWhereAllPlayersAreTimed) {
  Tournament t = two_randoms();
  for (Entrant& player : t.players) player.limits.clock = GameClock{std::chrono::seconds(60), {}};
  const auto by_clock = expected_time(t, app::builtins(), {});
  ASSERT_TRUE(by_clock);
  EXPECT_DOUBLE_EQ(by_clock->seconds, 120);
  EXPECT_TRUE(by_clock->by_limits);
  EXPECT_FALSE(by_clock->by_trial);
  for (Entrant& player : t.players) player.limits.time = std::chrono::seconds(1);
  const auto by_move = expected_time(t, app::builtins(), {});
  ASSERT_TRUE(by_move);
  EXPECT_GT(by_move->seconds, 7);  // a game of Connect Four has 7 to 42 plies
  EXPECT_LT(by_move->seconds, 42);
}

// Games with the timed player would not end within the trial, so only the others play in it.
TEST(ExpectedTime, IsKnownWhereOnlySomePlayersAreTimed) {
  Tournament t = two_randoms();
  t.players[0].spec = "uct";
  t.players[0].limits.clock = GameClock{std::chrono::minutes(10), {}};
  const auto time = expected_time(t, app::builtins(), {});
  ASSERT_TRUE(time);
  EXPECT_TRUE(time->by_limits);
  EXPECT_TRUE(time->by_trial);
  EXPECT_GE(time->seconds, 600);
  EXPECT_LT(time->seconds, 610);
}

TEST(ExpectedTime, IsUnknownWhenNoGameEnds) {
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_FALSE(expected_time(two_randoms(), app::builtins(), stopped.get_token()));
}

}  // namespace
}  // namespace tengen::arena

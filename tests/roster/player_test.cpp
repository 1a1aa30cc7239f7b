#include <gmock/gmock.h>

#include "app/builtins.hpp"
#include "roster/engine_player.hpp"
#include "support/scripted_player.hpp"

namespace {

using namespace tengen;
using testing::HasSubstr;

TEST(AskingAPlayer, GetsItReadyFirst) {
  const auto game = start_of("connect4");
  ScriptedPlayer player(Behaviour::first_move);
  EXPECT_FALSE(player.begin(*game, 1));
  const auto choice = player.ask(*game);
  ASSERT_TRUE(choice) << choice.error().message;
}

TEST(AskingAPlayer, TurnsWhatItThrowsIntoAFailure) {
  const auto game = start_of("connect4");
  for (const auto& [behaviour, message] :
       {std::pair{Behaviour::throws, "out of order"}, std::pair{Behaviour::throws_at_start, "cannot begin"},
        std::pair{Behaviour::throws_getting_ready, "no memory"}}) {
    ScriptedPlayer player(behaviour);
    const auto failed = player.begin(*game, 1);
    EXPECT_EQ(failed.has_value(), behaviour != Behaviour::throws);
    for (int again = 0; again < 2; ++again) {
      const auto choice = player.ask(*game);
      ASSERT_FALSE(choice);
      EXPECT_EQ(choice.error().fault, roster::Fault::error);
      EXPECT_EQ(choice.error().message, message);
    }
  }
}

TEST(AskingAPlayer, LetsNoIllegalMoveThrough) {
  const auto game = start_of("connect4");
  ScriptedPlayer player(Behaviour::cheats);
  player.begin(*game, 1);
  const auto choice = player.ask(*game);
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().fault, roster::Fault::illegal_move);
  EXPECT_THAT(choice.error().message, HasSubstr("illegal"));
  // Stopped before it had thought of anything it may answer with nonsense; any move does then.
  std::stop_source stop;
  stop.request_stop();
  const auto hasty = player.ask(*game, {}, stop.get_token());
  ASSERT_TRUE(hasty);
  EXPECT_TRUE(game->is_legal(hasty->move));
}

TEST(AskingAPlayer, TellsWhoeverWatches) {
  const auto game = start_of("connect4");
  ScriptedPlayer player(Behaviour::first_move);
  player.begin(*game, 1);
  int heard = 0;
  EXPECT_TRUE(player.ask(*game, {}, {}, [&](const roster::Choice&) { ++heard; }));
  EXPECT_EQ(heard, 1);
}

TEST(EngineLimits, FillInWhatNobodySetAndShareOutClocks) {
  const roster::EngineLimits thousand{{{}, 1000, {}}, true};
  EXPECT_EQ(thousand.resolved({}), (Limits{{}, 1000, {}}));
  const Limits timed{std::chrono::seconds(2), {}, {}}, deep{{}, {}, 5}, few{{}, 7, {}};
  for (const Limits& set : {timed, deep, few}) EXPECT_EQ(thousand.resolved(set), set);
  const roster::EngineLimits blind{{{}, 1000, {}}, false};
  EXPECT_EQ(blind.resolved(deep), (Limits{{}, 1000, 5})) << "a depth alone would never end it";
  const Limits clock{{}, {}, {}, GameClock{std::chrono::seconds(50), {}}};
  EXPECT_EQ(thousand.resolved(clock).time, share_of(*clock.clock));
  EXPECT_FALSE(thousand.resolved(clock).nodes);
  Limits graceful;
  graceful.grace = std::chrono::seconds(1);
  EXPECT_EQ(thousand.resolved(graceful).grace, graceful.grace);
  EXPECT_EQ(thousand.resolved(graceful).nodes, 1000U);
}

// Whatever it is asked, every player of ours knows when to stop, and says whether its games can be repeated.
TEST(EngineLimits, OfThePlayersAreDeclared) {
  const auto repeatable = [](const std::string& spec, const std::string& game, const Limits& limits = {}) {
    const auto start = start_of(game);
    return (*app::builtins().make_player(spec, *start))->repeatable(limits);
  };
  EXPECT_FALSE(repeatable("connect4/uct", "connect4")) << "it keeps a time of its own";
  EXPECT_TRUE(repeatable("connect4/uct:simulations=50", "connect4"));
  EXPECT_TRUE(repeatable("connect4/uct", "connect4", {{}, 50, {}}));
  EXPECT_FALSE(repeatable("connect4/champion", "connect4", {{}, {}, 3}));
  EXPECT_FALSE(repeatable("othello/champion", "othello"));
  EXPECT_TRUE(repeatable("othello/champion:level=4", "othello"));
  EXPECT_TRUE(repeatable("othello/champion", "othello", {{}, {}, 3}));
  EXPECT_TRUE(repeatable("gomoku/champion", "gomoku"));
  EXPECT_TRUE(repeatable("threat/alphabeta", "gomoku"));
}

TEST(EngineLimits, OfTheOthelloSolverBoundItsLookAheadAlone) {
  const auto ask = [](const std::string& position, const Limits& limits) {
    const auto game = start_of("othello", position);
    const auto player = *app::builtins().make_player("othello/solver:exact=6,hash=1", *game);
    player->begin(*game, 1);
    return player->ask(*game, limits)->depth;
  };
  EXPECT_EQ(ask("", {}), 6);
  EXPECT_EQ(ask("", {.depth = 3}), 3);
  // The last four cells.
  const std::string end = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXX---- X";
  EXPECT_EQ(ask(end, {}), 4);
  EXPECT_EQ(ask(end, {.depth = 3}), 4);
}

}  // namespace

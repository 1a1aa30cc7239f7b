// Each reason to stop alone, and every engine under every limit.

#include <gtest/gtest.h>

#include <thread>

#include "engines/generic/fixed_depth.hpp"
#include "engines/generic/random.hpp"
#include "engines/generic/uct.hpp"
#include "games/gomoku/game.hpp"

namespace tengen::search {
namespace {

using namespace std::chrono_literals;
using P = games::gomoku::SmallPosition;

TEST(NodeStopper, StopsAtTheNumber) {
  Limits limits;
  limits.nodes = 10;
  NodeStopper stopper(limits);
  EXPECT_FALSE(stopper({9}));
  EXPECT_TRUE(stopper({10}));
  EXPECT_FALSE(NodeStopper(Limits{})({~std::uint64_t{0} - 1}));
}

TEST(TimeStopper, LooksAtTheClockOnceAPeriod) {
  Limits limits;
  limits.time = 1ns;
  TimeStopper late(limits, Clock::now() - 1s, 3);
  EXPECT_TRUE(late({}));
  EXPECT_FALSE(late({}));
  EXPECT_FALSE(late({}));
  EXPECT_TRUE(late({}));
  TimeStopper untimed(Limits{}, Clock::now() - 1h, 1);
  EXPECT_FALSE(untimed({}));
}

TEST(Stopper, HasEnoughOfADepth) {
  Stopper stopper({.nodes = 9, .depth = 4}, {});
  EXPECT_FALSE(stopper.enough(3));
  EXPECT_TRUE(stopper.enough(4));
  EXPECT_FALSE(stopper.should_stop({8})) << "a depth ends nothing halfway";
  EXPECT_TRUE(stopper.should_stop({9}));
  EXPECT_TRUE(stopper.enough(1));
}

TEST(SimulateUntil, TellsNewsWhenTheirNumberDoubles) {
  std::vector<std::uint64_t> news;
  Stopper stopper({.nodes = 20}, {});
  const auto tell = [&](std::uint64_t simulations) { news.push_back(simulations); };
  EXPECT_EQ(simulate_until(
                stopper, 3, [] { return true; }, tell),
            20u);
  EXPECT_EQ(news, (std::vector<std::uint64_t>{3, 6, 12}));
  Stopper endless({}, {});
  int left = 5;
  EXPECT_EQ(simulate_until(
                endless, 100, [&] { return --left > 0; }, tell),
            5u)
      << "nothing was left to find out";
}

TEST(TokenStopper, FollowsItsToken) {
  std::stop_source source;
  TokenStopper stopper(source.get_token());
  EXPECT_FALSE(stopper({}));
  source.request_stop();
  EXPECT_TRUE(stopper({}));
}

TEST(Stopper, NeverTakesBackAStop) {
  Limits limits;
  limits.nodes = 5;
  Stopper stopper(limits, {});
  EXPECT_TRUE(stopper.should_stop({5}));
  EXPECT_TRUE(stopper.should_stop({1}));
  EXPECT_TRUE(stopper.stopped());
}

TEST(Limits, TighterTakesTheSmallerOfEach) {
  const Limits a{1s, 100, std::nullopt}, b{2s, 50, 3};
  EXPECT_EQ(tighter(a, b), (Limits{1s, 50, 3}));
  EXPECT_EQ(tighter(a, {}), a);
}

std::vector<std::unique_ptr<Engine<P>>> engines() {
  std::vector<std::unique_ptr<Engine<P>>> all;
  all.push_back(engines::RandomPlayer::make<P>(Values(engines::RandomPlayer::info().settings)));
  all.push_back(engines::MinimaxPlayer::make<P>(Values(engines::MinimaxPlayer::info().settings)));
  const auto deepening = parse_values(engines::MinimaxPlayer::info().settings, "deepening=on", "minimax");
  all.push_back(engines::MinimaxPlayer::make<P>(*deepening));
  all.push_back(engines::AlphaBetaPlayer::make<P>(Values(engines::AlphaBetaPlayer::info().settings)));
  all.push_back(engines::UctPlayer::make<P>(Values(engines::UctPlayer::info().settings)));
  return all;
}

bool is_legal(const P& position, P::Move move) {
  games::MoveList<P> moves;
  position.legal_moves(moves);
  return std::ranges::find(moves, move) != moves.end();
}

TEST(Engines, AnswerAtOnceWhenAlreadyStopped) {
  std::stop_source source;
  source.request_stop();
  const P position;
  for (auto& engine : engines()) {
    engine->new_game(1);
    const auto result = engine->search(position, {}, source.get_token(), {});
    EXPECT_TRUE(is_legal(position, result.best));
  }
}

TEST(Engines, StopSoonAfterTheToken) {
  for (auto& engine : engines()) {
    engine->new_game(1);
    std::stop_source source;
    std::jthread later([&source] {
      std::this_thread::sleep_for(30ms);
      source.request_stop();
    });
    Limits limits;
    limits.time = 60s;
    const auto begin = Clock::now();
    const auto result = engine->search(P{}, limits, source.get_token(), {});
    EXPECT_TRUE(is_legal(P{}, result.best));
    EXPECT_LT(Clock::now() - begin, 20s);
  }
}

TEST(Engines, KeepToTheNodes) {
  for (const std::uint64_t nodes : {1U, 10U, 1000U}) {
    for (auto& engine : engines()) {
      engine->new_game(1);
      Limits limits;
      limits.nodes = nodes;
      const auto result = engine->search(P{}, limits, {}, {});
      EXPECT_TRUE(is_legal(P{}, result.best));
      // Siblings at the horizon are finished before the stop is seen.
      EXPECT_LE(result.nodes, nodes + 2 * P::max_moves);
    }
  }
}

TEST(Engines, KeepToTheTime) {
  for (auto& engine : engines()) {
    engine->new_game(1);
    Limits limits;
    limits.time = 20ms;
    const auto begin = Clock::now();
    engine->search(P{}, limits, {}, {});
    EXPECT_LT(Clock::now() - begin, 20s);  // generous: the machine may be busy
  }
}

TEST(DepthPlan, CombinesItsOwnDepthWithTheLimits) {
  Limits none, five, timed;
  five.depth = 5;
  timed.time = 1s;
  EXPECT_EQ((engines::DepthPlan{0, 3, false}.planned(none).depth), 3);
  EXPECT_EQ((engines::DepthPlan{0, 3, false}.planned(five).depth), 5);
  EXPECT_EQ((engines::DepthPlan{4, 3, false}.planned(five).depth), 4);
  EXPECT_EQ((engines::DepthPlan{7, 3, false}.planned(five).depth), 5);
  EXPECT_EQ((engines::DepthPlan{0, 3, true}.planned(timed).depth), max_depth);
  EXPECT_EQ((engines::DepthPlan{0, 3, false}.planned(timed).depth), 3);
}

}  // namespace
}  // namespace tengen::search

// The champion: values of all moves against the solver, limits, clocks, and answers to the answers it expects.

#include "engines/othello/champion.hpp"

#include <gtest/gtest.h>

#include "engines/othello/champion_player.hpp"
#include "engines/othello/naive.hpp"
#include "engines/othello/pattern_weights.hpp"
#include "support/effort.hpp"

namespace tengen::engines::othello {
namespace {

ChampionOptions small() {
  ChampionOptions options;
  options.table_bytes = std::size_t{4} << 20;
  return options;
}

Champion champion(const ChampionOptions& options = small()) { return {options, PatternWeights::built_in()}; }

Limits nodes(std::uint64_t n) {
  Limits limits;
  limits.nodes = n;
  return limits;
}

TEST(OthelloChampion, KnowsEveryMoveNearTheEnd) {
  ChampionOptions options = small();
  options.best_moves = 60;
  Champion player = champion(options);
  Rng rng(1);
  for (int i = 0; i < effort(60); ++i) {
    const Position position = naive::random_game(rng, 2 + i % 7);
    if (position.outcome() != Outcome::ongoing) continue;
    const RootReport report = player.think(position, {}, {}, {});
    EXPECT_TRUE(report.is_exact);
    games::MoveList<Position> moves;
    position.legal_moves(moves);
    ASSERT_EQ(report.moves.size(), moves.size());
    for (const RootMove& move : report.moves) {
      Position next = position;
      next.play(move.move);
      EXPECT_FALSE(move.is_bound);
      EXPECT_EQ(move.value, -naive::Tree{}.score(next)) << position.to_string();
    }
    EXPECT_TRUE(std::ranges::is_sorted(report.moves, std::greater{}, &RootMove::value));
    EXPECT_EQ(report.line.front(), report.moves.front().move);
  }
}

TEST(OthelloChampion, BoundsAreBounds) {
  Champion one = champion();
  ChampionOptions options = small();
  options.best_moves = 60;
  Champion all = champion(options);
  Rng rng(2);
  for (int i = 0; i < effort(20); ++i) {
    const Position position = naive::random_game(rng, 10);
    if (position.outcome() != Outcome::ongoing) continue;
    const RootReport few = one.think(position, {}, {}, {}), many = all.think(position, {}, {}, {});
    EXPECT_EQ(few.moves.front().value, many.moves.front().value);
    for (const RootMove& move : few.moves) {
      const int true_value = std::ranges::find(many.moves, move.move, &RootMove::move)->value;
      if (move.is_bound)
        EXPECT_GE(move.value, true_value);
      else
        EXPECT_EQ(move.value, true_value);
    }
  }
}

TEST(OthelloChampion, PlaysUnderAnyLimit) {
  Champion player = champion();
  Rng rng(3);
  for (const std::uint64_t limit : {1u, 10u, 1000u, 30'000u})
    for (int i = 0; i < effort(30); ++i) {
      const Position position = naive::random_game(rng, 4 + 2 * i % 56);
      if (position.outcome() != Outcome::ongoing) continue;
      const RootReport report = player.think(position, nodes(limit), {}, {});
      games::MoveList<Position> moves;
      position.legal_moves(moves);
      EXPECT_NE(std::ranges::find(moves, report.moves.front().move), moves.end());
      EXPECT_LE(report.nodes, limit + 2000);
    }
  Limits shallow;
  shallow.depth = 4;
  EXPECT_EQ(player.think(Position(), shallow, {}, {}).depth, 4);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(player.think(Position(), {}, stop.get_token(), {}).depth, 0);
}

TEST(OthelloChampion, SharesOutItsClock) {
  Champion player = champion();
  Limits limits;
  limits.clock = GameClock{std::chrono::milliseconds(400), {}};
  Position position;
  while (position.outcome() == Outcome::ongoing) {
    const auto begin = Clock::now();
    position.play(player.think(position, limits, {}, {}).moves.front().move);
    const auto used = Clock::now() - begin;
    ASSERT_GT(limits.clock->left, std::chrono::nanoseconds(0));
    // What a busy machine adds is not the champion's fault: it is told of at most what it was allowed.
    limits.clock->left -= std::min<std::chrono::nanoseconds>(used, limits.clock->left / 2);
  }
}

TEST(OthelloChampion, TellsOfEveryStage) {
  Champion player = champion();
  std::vector<int> depths;
  Limits limits;
  limits.depth = 7;
  player.think(Position(), limits, {}, [&](const RootReport& report) { depths.push_back(report.depth); });
  EXPECT_EQ(depths, (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
}

TEST(OthelloChampion, IsRepeatableInNodes) {
  Rng rng(4);
  const Position position = naive::random_game(rng, 40);
  Champion player = champion();
  std::vector<RootReport> reports;
  for (int i = 0; i < 2; ++i) {
    player.new_game();
    reports.push_back(player.think(position, nodes(50'000), {}, {}));
  }
  EXPECT_EQ(reports[0].line, reports[1].line);
  EXPECT_EQ(reports[0].nodes, reports[1].nodes);
}

TEST(OthelloChampion, PondersAndStops) {
  Values settings(ChampionPlayer::info().settings);
  ASSERT_TRUE(settings.set(ChampionPlayer::info().settings, "ponder", "on", "player"));
  ASSERT_TRUE(settings.set(ChampionPlayer::info().settings, "hash", "4", "player"));
  ASSERT_TRUE(settings.set(ChampionPlayer::info().settings, "threads", "2", "player"));
  const auto engine = ChampionPlayer::make<Position>(settings);
  ASSERT_TRUE(engine);
  Position position;
  for (int i = 0; i < 6; ++i) {
    const auto result = (*engine)->search(position, nodes(20'000), {}, {});
    position.play(result.best);
    if (i == 3) (*engine)->new_game(1);
  }
}

TEST(OthelloChampion, NamesWeightsThatItCannotRead) {
  Values settings(ChampionPlayer::info().settings);
  ASSERT_TRUE(settings.set(ChampionPlayer::info().settings, "weights", "/nowhere/weights.bin", "player"));
  const auto engine = ChampionPlayer::make<Position>(settings);
  ASSERT_FALSE(engine);
  EXPECT_NE(engine.error().message.find("/nowhere/weights.bin"), std::string::npos);
}

}  // namespace
}  // namespace tengen::engines::othello

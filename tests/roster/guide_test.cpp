// What players say of themselves, put together for each game.

#include "roster/guide.hpp"

#include <gtest/gtest.h>

#include "app/builtins.hpp"

namespace tengen {
namespace {

TEST(Guide, EveryGameHasAllLevelsWeakestFirst) {
  const std::vector<std::string_view> all = {"beginner", "casual", "intermediate", "advanced", "expert", "champion"};
  for (const GameKind& game : builtins().games()) {
    std::vector<std::string_view> ids;
    const auto start = game.start("");
    for (const StrengthLevel& level : strength_levels(builtins(), game.name)) {
      ids.push_back(level.id);
      EXPECT_TRUE(builtins().make_player(level.player, **start)) << game.name << " " << level.player;
      EXPECT_FALSE(level.limits.none()) << game.name << " " << level.id;
    }
    EXPECT_EQ(ids, all) << game.name;
  }
}

TEST(Guide, AGamesOwnPlayersComeBeforeThoseOfAllGames) {
  const auto of = [](std::string_view game) { return strength_levels(builtins(), game); };
  EXPECT_EQ(of("mnk")[0].player, "random");
  EXPECT_EQ(of("mnk")[5].player, "alphabeta");
  EXPECT_EQ(of("gomoku")[0].player, "ladder/ai2");
  EXPECT_EQ(of("othello")[0].player, "greedy") << "an offer may name another player";
  EXPECT_EQ(of("connect4")[1].limits.nodes, 100u);
}

TEST(Guide, KnowsTheStrongest) {
  EXPECT_EQ(strongest_player(builtins(), "gomoku").name, "gomoku/champion");
  EXPECT_EQ(strongest_player(builtins(), "connect4").name, "connect4/champion");
  EXPECT_EQ(strongest_player(builtins(), "othello").name, "othello/champion");
  EXPECT_EQ(strongest_player(builtins(), "mnk").name, "alphabeta");
}

TEST(Guide, TurnsScoresIntoChances) {
  const ScoreMeaning result{.unit = ScoreUnit::result}, sharper{.unit = ScoreUnit::result, .sharpness = 2};
  EXPECT_DOUBLE_EQ(*win_chance(result, 0.5, {}), 0.75);
  EXPECT_DOUBLE_EQ(*win_chance(sharper, 0.5, {}), 0.9) << "odds of 3 are odds of 9";
  EXPECT_DOUBLE_EQ(*win_chance(sharper, 0, {}), 0.5);
  EXPECT_DOUBLE_EQ(*win_chance(sharper, -1, {}), 0);
  EXPECT_DOUBLE_EQ(*win_chance(sharper, 7, {}), 1) << "beyond its range";
  EXPECT_DOUBLE_EQ(*win_chance(result, 0.5, -4), 0) << "what is proven stands above";
  EXPECT_FALSE(win_chance({.unit = ScoreUnit::points}, 0.5, {}));
  EXPECT_NEAR(*win_chance({.unit = ScoreUnit::discs, .scale = 10}, 10, {}), 0.731, 0.001);
}

TEST(Guide, ReadsScores) {
  EXPECT_EQ(score_meaning(builtins(), "uct:c=1").unit, ScoreUnit::result);
  EXPECT_EQ(score_meaning(builtins(), "othello/champion").unit, ScoreUnit::discs);
  EXPECT_TRUE(score_meaning(builtins(), "connect4/solver").exact);
  EXPECT_EQ(score_meaning(builtins(), "nobody").unit, ScoreUnit::points);
}

}  // namespace
}  // namespace tengen

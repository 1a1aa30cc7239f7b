// What players say of themselves, put together for each game.

#include "roster/guide.hpp"

#include <gtest/gtest.h>

#include "app/builtins.hpp"

namespace tengen::roster {
namespace {

TEST(Guide, EveryGameHasAllLevelsWeakestFirst) {
  const std::vector<std::string_view> all = {"beginner", "casual", "intermediate", "advanced", "expert", "champion"};
  for (const GameKind& game : app::builtins().games()) {
    std::vector<std::string_view> ids;
    const auto start = game.start("");
    for (const StrengthLevel& level : strength_levels(app::builtins(), game.name)) {
      ids.push_back(level.id);
      EXPECT_TRUE(app::builtins().make_player(level.player, **start)) << game.name << " " << level.player;
      EXPECT_FALSE(level.limits.none()) << game.name << " " << level.id;
    }
    EXPECT_EQ(ids, all) << game.name;
  }
}

TEST(Guide, AGamesOwnPlayersComeBeforeThoseOfAllGames) {
  const auto of = [](std::string_view game) { return strength_levels(app::builtins(), game); };
  EXPECT_EQ(of("mnk")[0].player, "random");
  EXPECT_EQ(of("mnk")[5].player, "alphabeta");
  EXPECT_EQ(of("gomoku")[0].player, "ladder/ai2");
  EXPECT_EQ(of("othello")[0].player, "greedy") << "an offer may name another player";
  EXPECT_EQ(of("connect4")[1].limits.nodes, 100u);
}

TEST(Guide, KnowsTheStrongest) {
  EXPECT_EQ(strongest_player(app::builtins(), "gomoku").name, "gomoku/champion");
  EXPECT_EQ(strongest_player(app::builtins(), "connect4").name, "connect4/champion");
  EXPECT_EQ(strongest_player(app::builtins(), "othello").name, "othello/champion");
  EXPECT_EQ(strongest_player(app::builtins(), "mnk").name, "alphabeta");
}

TEST(Guide, TurnsScoresIntoChances) {
  const search::ScoreMeaning result{.unit = search::ScoreUnit::result},
      sharper{.unit = search::ScoreUnit::result, .sharpness = 2};
  EXPECT_DOUBLE_EQ(*win_chance(result, 0.5, {}), 0.75);
  EXPECT_DOUBLE_EQ(*win_chance(sharper, 0.5, {}), 0.9) << "odds of 3 are odds of 9";
  EXPECT_DOUBLE_EQ(*win_chance(sharper, 0, {}), 0.5);
  EXPECT_DOUBLE_EQ(*win_chance(sharper, -1, {}), 0);
  EXPECT_DOUBLE_EQ(*win_chance(sharper, 7, {}), 1) << "beyond its range";
  EXPECT_DOUBLE_EQ(*win_chance(result, 0.5, -4), 0) << "what is proven stands above";
  EXPECT_FALSE(search::win_chance({.unit = search::ScoreUnit::points}, 0.5, {}));
  EXPECT_NEAR(*search::win_chance({.unit = search::ScoreUnit::discs, .scale = 10}, 10, {}), 0.731, 0.001);
}

TEST(Guide, ReadsScores) {
  EXPECT_EQ(score_meaning(app::builtins(), "uct:c=1").unit, search::ScoreUnit::result);
  EXPECT_EQ(score_meaning(app::builtins(), "othello/champion").unit, search::ScoreUnit::discs);
  EXPECT_TRUE(score_meaning(app::builtins(), "connect4/solver").exact);
  EXPECT_EQ(score_meaning(app::builtins(), "nobody").unit, search::ScoreUnit::points);
}

}  // namespace
}  // namespace tengen::roster

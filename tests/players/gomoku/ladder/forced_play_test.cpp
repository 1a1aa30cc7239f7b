// Worked positions for each rule of AI5's forced play, in the order of the rules. Row 5 is the middle one; the other
// stones are few and far away.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "players/gomoku/ladder/ai5.hpp"
#include "players/gomoku/ladder/ladder_games.hpp"

namespace tengen::gomoku {
namespace {

using Names = std::set<std::string>;

// The points that AI5 considers, which are those of the first rule that has any.
Names considered(std::string_view text) {
  const SmallPosition position = position_from(text);
  const auto result = think(*make_engine<Ai5, SmallPosition>("noise=off"), position);
  Names names;
  for (const auto& candidate : result.candidates) names.insert(position.format(candidate.move));
  EXPECT_TRUE(names.contains(position.format(result.best)));
  return names;
}

// Nothing is forced: every empty point is considered.
bool is_free(std::string_view text) {
  const SmallPosition position = position_from(text);
  return static_cast<int>(considered(text).size()) == position.size() * position.size() - position.stone_count();
}

TEST(Ai5Forced, CompletesItsFive) {
  EXPECT_EQ(considered("9/9/9/9/1xxxxo3/9/9/9/9 x"), Names{"a5"});
  EXPECT_EQ(considered("9/9/9/9/1xxxx4/9/9/9/9 x"), (Names{"a5", "f5"}));
  EXPECT_EQ(considered("9/9/9/9/xx1xx4/9/9/9/9 x"), Names{"c5"});
  EXPECT_EQ(considered("4x4/9/4x4/4x4/4x4/9/9/9/9 x"), Names{"e8"});
  EXPECT_EQ(considered("8x/7x1/6x2/5x3/9/9/9/9/9 x"), Names{"e5"});
  EXPECT_EQ(considered("x8/1x7/2x6/3x5/9/9/9/9/9 x"), Names{"e5"});
  EXPECT_EQ(considered("9/9/9/9/xoooo4/9/9/9/9 o"), Names{"f5"});
}

TEST(Ai5Forced, CompletesItsFiveRatherThanBlock) {
  EXPECT_EQ(considered("9/oooo5/9/9/1xxxxo3/9/9/9/9 x"), Names{"a5"});
}

TEST(Ai5Forced, BlocksTheirFour) {
  EXPECT_EQ(considered("9/9/9/9/1oooox3/9/9/9/9 x"), Names{"a5"});
  EXPECT_EQ(considered("9/9/9/9/oo1oo4/9/9/9/9 x"), Names{"c5"});
  EXPECT_EQ(considered("9/9/9/9/1oooo4/9/9/9/9 x"), (Names{"a5", "f5"}));
  EXPECT_EQ(considered("9/9/9/9/o1ooo4/9/9/9/9 x"), Names{"b5"});
}

TEST(Ai5Forced, BlocksTheirFourRatherThanMakeAnOpenFour) {
  EXPECT_EQ(considered("9/9/3xxx3/9/1oooox3/9/9/9/9 x"), Names{"a5"});
}

TEST(Ai5Forced, MakesAnOpenFour) {
  EXPECT_EQ(considered("9/9/9/9/2xxx4/9/9/9/9 x"), (Names{"b5", "f5"}));
  EXPECT_EQ(considered("9/9/9/9/1x1xx4/9/9/9/9 x"), Names{"c5"});
  EXPECT_EQ(considered("9/9/9/9/1xx1x4/9/9/9/9 x"), Names{"d5"});
  // One end is no longer free after b5, so only f5 makes an open four.
  EXPECT_EQ(considered("9/9/9/9/o1xxx4/9/9/9/9 x"), Names{"f5"});
  EXPECT_EQ(considered("9/9/5x3/4x4/3x5/9/9/9/9 x"), (Names{"c4", "g8"}));
}

TEST(Ai5Forced, MakesNoOpenFourAtAnEnd) {
  EXPECT_TRUE(is_free("9/9/9/9/oxxx5/9/9/9/9 x"));
  EXPECT_TRUE(is_free("9/9/9/9/xxx6/9/9/9/9 x"));
  EXPECT_TRUE(is_free("9/9/9/9/o1xxx1o2/9/9/9/9 x"));  // a free three that has no room
}

TEST(Ai5Forced, MakesAnOpenFourRatherThanStopTheirs) {
  EXPECT_EQ(considered("9/9/3ooo3/9/2xxx4/9/9/9/9 x"), (Names{"b5", "f5"}));
}

TEST(Ai5Forced, StopsTheirOpenThree) {
  EXPECT_EQ(considered("9/9/9/9/2ooo4/9/9/9/9 x"), (Names{"b5", "f5"}));
  EXPECT_EQ(considered("9/9/9/9/x1ooo4/9/9/9/9 x"), Names{"f5"});
  EXPECT_EQ(considered("9/9/9/9/1oo1o4/9/9/9/9 x"), Names{"d5"});
  EXPECT_TRUE(is_free("9/9/9/9/xooo5/9/9/9/9 x"));
}

TEST(Ai5Forced, StopsTheirOpenThreeRatherThanMakeTwo) {
  EXPECT_EQ(considered("9/2ooo4/9/9/2xx5/4x4/4x4/9/9 x"), (Names{"b8", "f8"}));
}

TEST(Ai5Forced, MakesTwoOpenThrees) {
  EXPECT_EQ(considered("9/9/9/9/2xx5/4x4/4x4/9/9 x"), Names{"e5"});  // c5 d5 and e3 e4
  // e5 is on the slanting lines d4 f6 and d6 f4; d5 and the like stand between two stones on one line only.
  EXPECT_EQ(considered("9/9/9/3x1x3/9/3x1x3/9/9/9 x"), Names{"e5"});
}

TEST(Ai5Forced, MakesNoTwoOpenThreesWhereOneIsClosed) {
  EXPECT_TRUE(is_free("9/9/9/9/1oxx5/4x4/4x4/9/9 x"));  // b5 ends the row
  EXPECT_TRUE(is_free("9/9/9/9/2xx5/9/9/9/9 x"));       // one line is not enough
}

// Six in a row win only where the rules say so.
TEST(Ai5Forced, KnowsWhichRowsWin) {
  EXPECT_EQ(considered("9/9/9/9/xxx1xx3/9/9/9/9 x"), Names{"d5"});
  const Names standard = considered("rule=standard 9/9/9/9/xxx1xx3/9/9/9/9 x");
  EXPECT_GT(standard.size(), 1u);
  EXPECT_EQ(considered("rule=renju 9/9/9/9/ooo1oo3/9/9/9/9 o"), Names{"d5"});
}

// Two open threes at once are forbidden to Black under renju, so the rule has no point to offer.
TEST(Ai5Forced, ChoosesAmongLegalMovesOnly) {
  const Names names = considered("rule=renju 9/9/9/9/2xx5/4x4/4x4/9/9 x");
  EXPECT_FALSE(names.contains("e5"));
  EXPECT_EQ(names.size(), 81u - 4 - 1);
}

}  // namespace
}  // namespace tengen::gomoku

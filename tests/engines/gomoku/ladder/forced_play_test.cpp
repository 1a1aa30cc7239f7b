// Worked positions for each rule of AI5's forced play, in the order of the rules. Row 5 is the middle one.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/ladder_games.hpp"

namespace tengen::engines::gomoku {
namespace {

using Names = std::set<std::string>;

// The points of the first rule of forced play that has any; none where the sums decide.
Names forced(std::string_view text, int rule) {
  const SmallPosition position = position_from(text);
  const auto result = think(*make_engine<Ai5, SmallPosition>(), position);
  Names names;
  for (const auto& candidate : result.candidates)
    if (candidate.value == result.score && result.score >= Ai5::forced_value(5))
      names.insert(position.format(candidate.move));
  EXPECT_TRUE(names.empty() || result.score == Ai5::forced_value(rule)) << "another rule for " << text;
  return names;
}

TEST(Ai5Forced, CompletesItsFive) {
  EXPECT_EQ(forced("9/9/9/9/1xxxxo3/9/9/9/9 x", 1), Names{"a5"});
  EXPECT_EQ(forced("9/9/9/9/1xxxx4/9/9/9/9 x", 1), (Names{"a5", "f5"}));
  EXPECT_EQ(forced("9/9/9/9/xx1xx4/9/9/9/9 x", 1), Names{"c5"});
  EXPECT_EQ(forced("4x4/9/4x4/4x4/4x4/9/9/9/9 x", 1), Names{"e8"});
  EXPECT_EQ(forced("8x/7x1/6x2/5x3/9/9/9/9/9 x", 1), Names{"e5"});
  EXPECT_EQ(forced("x8/1x7/2x6/3x5/9/9/9/9/9 x", 1), Names{"e5"});
  EXPECT_EQ(forced("9/9/9/9/xoooo4/9/9/9/9 o", 1), Names{"f5"});
}

TEST(Ai5Forced, CompletesItsFiveRatherThanBlock) { EXPECT_EQ(forced("9/oooo5/9/9/1xxxxo3/9/9/9/9 x", 1), Names{"a5"}); }

TEST(Ai5Forced, BlocksTheirFour) {
  EXPECT_EQ(forced("9/9/9/9/1oooox3/9/9/9/9 x", 2), Names{"a5"});
  EXPECT_EQ(forced("9/9/9/9/oo1oo4/9/9/9/9 x", 2), Names{"c5"});
  EXPECT_EQ(forced("9/9/9/9/1oooo4/9/9/9/9 x", 2), (Names{"a5", "f5"}));
  EXPECT_EQ(forced("9/9/9/9/o1ooo4/9/9/9/9 x", 2), Names{"b5"});
}

TEST(Ai5Forced, BlocksTheirFourRatherThanMakeAnOpenFour) {
  EXPECT_EQ(forced("9/9/3xxx3/9/1oooox3/9/9/9/9 x", 2), Names{"a5"});
}

TEST(Ai5Forced, MakesAnOpenFour) {
  EXPECT_EQ(forced("9/9/9/9/2xxx4/9/9/9/9 x", 3), (Names{"b5", "f5"}));
  EXPECT_EQ(forced("9/9/9/9/1x1xx4/9/9/9/9 x", 3), Names{"c5"});
  EXPECT_EQ(forced("9/9/9/9/1xx1x4/9/9/9/9 x", 3), Names{"d5"});
  // One end is no longer free after b5, so only f5 makes an open four.
  EXPECT_EQ(forced("9/9/9/9/o1xxx4/9/9/9/9 x", 3), Names{"f5"});
  EXPECT_EQ(forced("9/9/5x3/4x4/3x5/9/9/9/9 x", 3), (Names{"c4", "g8"}));
}

TEST(Ai5Forced, MakesNoOpenFourAtAnEnd) {
  EXPECT_EQ(forced("9/9/9/9/oxxx5/9/9/9/9 x", 3), Names{});
  EXPECT_EQ(forced("9/9/9/9/xxx6/9/9/9/9 x", 3), Names{});
  EXPECT_EQ(forced("9/9/9/9/o1xxx1o2/9/9/9/9 x", 3), Names{});  // a free three that has no room
}

TEST(Ai5Forced, MakesAnOpenFourRatherThanStopTheirs) {
  EXPECT_EQ(forced("9/9/3ooo3/9/2xxx4/9/9/9/9 x", 3), (Names{"b5", "f5"}));
}

TEST(Ai5Forced, StopsTheirOpenThree) {
  EXPECT_EQ(forced("9/9/9/9/2ooo4/9/9/9/9 x", 4), (Names{"b5", "f5"}));
  EXPECT_EQ(forced("9/9/9/9/x1ooo4/9/9/9/9 x", 4), Names{"f5"});
  EXPECT_EQ(forced("9/9/9/9/1oo1o4/9/9/9/9 x", 4), Names{"d5"});
  EXPECT_EQ(forced("9/9/9/9/xooo5/9/9/9/9 x", 4), Names{});
}

TEST(Ai5Forced, StopsTheirOpenThreeRatherThanMakeTwo) {
  EXPECT_EQ(forced("9/2ooo4/9/9/2xx5/4x4/4x4/9/9 x", 4), (Names{"b8", "f8"}));
}

TEST(Ai5Forced, MakesTwoOpenThrees) {
  EXPECT_EQ(forced("9/9/9/9/2xx5/4x4/4x4/9/9 x", 5), Names{"e5"});  // c5 d5 and e3 e4
  // e5 is on the slanting lines d4 f6 and d6 f4; d5 and the like stand between two stones on one line only.
  EXPECT_EQ(forced("9/9/9/3x1x3/9/3x1x3/9/9/9 x", 5), Names{"e5"});
}

TEST(Ai5Forced, MakesNoTwoOpenThreesWhereOneIsClosed) {
  EXPECT_EQ(forced("9/9/9/9/1oxx5/4x4/4x4/9/9 x", 5), Names{});  // b5 ends the row
  EXPECT_EQ(forced("9/9/9/9/2xx5/9/9/9/9 x", 5), Names{});       // one line is not enough
}

// Six in a row win only where the rules say so.
TEST(Ai5Forced, KnowsWhichRowsWin) {
  EXPECT_EQ(forced("9/9/9/9/xxx1xx3/9/9/9/9 x", 1), Names{"d5"});
  EXPECT_EQ(forced("rule=standard 9/9/9/9/xxx1xx3/9/9/9/9 x", 1), Names{});
  EXPECT_EQ(forced("rule=renju 9/9/9/9/ooo1oo3/9/9/9/9 o", 1), Names{"d5"});
}

// Two open threes at once are forbidden to Black under renju, so the rule has no point to offer.
TEST(Ai5Forced, ChoosesAmongLegalMovesOnly) {
  const SmallPosition position = position_from("rule=renju 9/9/9/9/2xx5/4x4/4x4/9/9 x");
  const auto result = think(*make_engine<Ai5, SmallPosition>(), position);
  EXPECT_EQ(result.candidates.size(), 81u - 4 - 1);
  EXPECT_LT(result.score, Ai5::forced_value(5));
}

// Of several points that are forced alike the first one counts, row by row from below, whatever the sums say.
TEST(Ai5Forced, TakesTheFirstOfEqualPoints) {
  const auto best = [](std::string_view text) {
    const SmallPosition position = position_from(text);
    return position.format(think(*make_engine<Ai5, SmallPosition>(), position).best);
  };
  EXPECT_EQ(best("9/9/9/9/2ooo4/5x3/5x3/9/9 x"), "b5");
  EXPECT_EQ(best("9/9/4o4/4o4/4o4/9/9/9/9 x"), "e4");
}

}  // namespace
}  // namespace tengen::engines::gomoku

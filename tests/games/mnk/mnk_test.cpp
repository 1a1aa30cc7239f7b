// Tic-tac-toe and its friends: counts and results that are known, texts, and the twin.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "games/mnk/twin.hpp"
#include "games/twin_conformance.hpp"
#include "search/alpha_beta.hpp"
#include "search/minimax.hpp"
#include "support/one_line.hpp"

namespace tengen::games {

INSTANTIATE_TYPED_TEST_SUITE_P(Mnk, TwinConformance, mnk::Conformer);

namespace {

using testing::HasSubstr;

mnk::Position position_of(std::string_view text) {
  const auto position = mnk::Position::from_string(text);
  EXPECT_TRUE(position) << position.error().message;
  return *position;
}

TEST(Mnk, CountsTicTacToe) {
  const std::vector<std::uint64_t> counts = {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
  for (std::size_t i = 0; i < counts.size(); ++i)
    EXPECT_EQ(perft(mnk::Position(), static_cast<int>(i) + 1), counts[i]) << "depth " << i + 1;
}

// How many games end each way, by the side that wins.
void count_ends(const mnk::Position& position, std::map<Outcome, int>& ends) {
  if (position.outcome() != Outcome::ongoing) ++ends[position.outcome()];
  for (const auto move : moves_of(position)) count_ends(played(position, move), ends);
}

TEST(Mnk, CountsHowTicTacToeEnds) {
  std::map<Outcome, int> ends;
  count_ends(mnk::Position(), ends);
  EXPECT_EQ(ends[Outcome::first_wins], 131184);
  EXPECT_EQ(ends[Outcome::second_wins], 77904);
  EXPECT_EQ(ends[Outcome::draw], 46080);
}

// Searched to the last cell, so that no guess is left in the value.
search::SearchResult<mnk::Position> solve(const mnk::Position& position) {
  search::Stopper stopper({.depth = position.columns() * position.rows()}, {});
  search::TranspositionTable<mnk::Move> table(std::size_t{16} << 20);
  search::AlphaBeta<mnk::Position, search::StaticEvaluator<mnk::Position>> search({}, stopper, &table);
  return search::run_to_depth(search, position, false, stopper, {});
}

TEST(Mnk, TicTacToeIsADraw) {
  search::Stopper stopper({.depth = 9}, {});
  search::Minimax<mnk::Position, search::StaticEvaluator<mnk::Position>> plain({}, stopper);
  EXPECT_EQ(search::run_to_depth(plain, mnk::Position(), false, stopper, {}).score, 0);
  EXPECT_EQ(solve(mnk::Position()).score, 0);
}

TEST(Mnk, KnowsItsFriends) {
  // The least that is more than tic-tac-toe is a win already.
  const auto wide = solve(mnk::Position(4, 3, 3));
  EXPECT_GT(wide.score, search::win_threshold);
  EXPECT_EQ(solve(mnk::Position(3, 4, 3)).end_in, wide.end_in);
  EXPECT_EQ(solve(mnk::Position(4, 3, 4)).score, 0);
  EXPECT_EQ(solve(mnk::Position(4, 4, 4)).score, 0);
  EXPECT_GT(solve(mnk::Position(4, 4, 3)).score, search::win_threshold);
}

TEST(Mnk, LongerLinesWinToo) {
  // c1 joins two and two to five in a row.
  EXPECT_EQ(position_of("columns=5 rows=3 k=4 a1 a2 b1 b2 d1 d2 e1 e2 c1").outcome(), Outcome::first_wins);
}

TEST(Mnk, TurnsABoardOnItsSide) {
  const auto position = position_of("columns=5 rows=3 k=4 a1 e3 b2");
  EXPECT_EQ(position.transformed(1).to_string(), "k=4 o4/3x1/4x o");
  EXPECT_EQ(position.transformed(2).to_string(), "k=4 x4/1x3/4o o");
  EXPECT_EQ(position.transformed(4).to_string(), "k=4 2o/3/3/1x1/x2 o");
}

TEST(Mnk, DrawsTheBoard) {
  EXPECT_EQ(draw(position_of("b2a3").diagram()),
            " 3  o . .\n"
            " 2  . x .\n"
            " 1  . . .\n"
            "    a b c\n");
}

TEST(Mnk, ReadsTheOutcomeOffADiagram) {
  EXPECT_EQ(position_of("xxx/oo1/3 o").outcome(), Outcome::first_wins);
  EXPECT_EQ(position_of("xx1/ooo/1x1 x").outcome(), Outcome::second_wins);
  EXPECT_EQ(position_of("xxo/oox/xox o").outcome(), Outcome::draw);
  EXPECT_EQ(position_of("xx1/oo1/3 x").outcome(), Outcome::ongoing);
  EXPECT_EQ(position_of("k=4 xxx1/oo2/4 o").outcome(), Outcome::ongoing);
}

TEST(Mnk, SaysWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"columns=9", "columns must be 3 to 8"},
      {"k=4", "4 in a row do not fit a board of 3 columns and 3 rows"},
      {"2/2 x", "the diagram has 2 columns and 2 rows; each must be 3 to 8"},
      {"rows=3 3/3/3 x", "a diagram shows its columns and rows by itself"},
      {"x2/3/3 x", "1 stones of x and 0 of o do not fit x to move"},
      {"xxx/ooo/3 x", "x is to move but already has 3 in a row"},
      {"#2/3/3 x", "no blocked cells"},
      {"b2b2", "move 2: b2 is taken"},
      {"b2d1", "move 2: 'd1' is no cell of the board; cells are a1 to c3"},
      {"a1a2b1b2c1c2", "move 6: the game is over"},
      {"b2nonsense", "move 2: 'non' is no cell"},
  };
  for (const auto& [text, part] : table) {
    const auto position = mnk::Position::from_string(text);
    ASSERT_FALSE(position) << text;
    EXPECT_THAT(position.error().message, HasSubstr(part)) << text;
    EXPECT_TRUE(is_one_line(position.error().message)) << text;
  }
}

}  // namespace
}  // namespace tengen::games

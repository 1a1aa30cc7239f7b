// What people write, right and wrong: every error is one line that says what and where.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "support/one_line.hpp"

namespace tengen::games {
namespace {

using testing::HasSubstr;

struct Wrong {
  std::string text;
  std::string part;  // of the message
};

template <class Game>
void expect_errors(const std::vector<Wrong>& table) {
  for (const auto& [text, part] : table) {
    const auto position = Game::from_string(text, Values(Game::options()));
    ASSERT_FALSE(position) << text;
    EXPECT_THAT(position.error().message, HasSubstr(part)) << text;
    EXPECT_TRUE(is_one_line(position.error().message)) << text;
  }
}

template <class P>
void expect_move_errors(const std::string& position_text, const std::vector<Wrong>& table) {
  const auto position = P::from_string(position_text);
  ASSERT_TRUE(position) << position.error().message;
  for (const auto& [text, part] : table) {
    const auto move = position->parse_move(text);
    ASSERT_FALSE(move) << text;
    EXPECT_THAT(move.error().message, HasSubstr(part)) << text;
    EXPECT_TRUE(is_one_line(move.error().message)) << text;
  }
}

// Errors that all games share, for a board of some valid shape.
template <class Game>
void expect_common_errors(const std::string& row, std::size_t rows) {
  std::string board = row;
  for (std::size_t i = 1; i < rows; ++i) board += "/" + row;
  expect_errors<Game>({
      {board, "the side to move (x or o) is missing"},
      {board + " q", "after the diagram comes the side to move, x or o, not 'q'"},
      {board + " x x", "'x' follows the side to move"},
      {board + " x " + board + " x", "two diagrams"},
      {board + "/ x", "has 0 cells"},
      {board + ". x", "from the top has"},
      {"y" + board.substr(1) + " x", "row 1 from the top: 'y' is no cell"},
      {"23/" + board + " x", "row 1 from the top: a run of '23' empty cells is too long"},
      {std::string(3000, '9') + "/" + board + " x", "is too long"},
      {"........................./" + board + " x", "row 1 from the top: a row is longer than 22 cells"},
      {"/", "the side to move"},
      {"/ x", "0"},
      {"=", "''"},
      {"colour=red", "'colour'"},
      {"\xff\xfe", "'?"},
      {std::string(1, '\0'), "'?'"},
      {std::string(100000, '('), "move 1"},
  });
}

TEST(Notation, Connect4Errors) {
  expect_common_errors<connect4::Game>("7", 6);
  expect_errors<connect4::Game>({
      {"4444444", "move 7: column 4 is full"},
      {"8", "move 1: '8' is no column; columns are 1 to 7 or a to g"},
      {"12 0", "move 3: '0' is no column"},
      {"1212121 3", "move 8: the game is over"},
      {"blocked=d1 444444", "move 6: column 4 is full"},
      {"rows=3", "rows must be 4 to 12, not '3'"},
      {"rows=13", "rows must be 4 to 12"},
      {"rows=six", "rows must be a whole number, not 'six'"},
      {"columns=", "columns must be a whole number, not ''"},
      {"columns=6.5", "columns must be a whole number"},
      {"columns=-7", "columns must be 4 to 12"},
      {"rows=6 rows=7", "'rows' is set twice"},
      {"row=6", "no setting 'row' (did you mean 'rows'?)"},
      {"blocked=h1", "blocked cell h1 is outside the board of 6 rows and 7 columns (a1 to g6)"},
      {"blocked=a7", "blocked cell a7 is outside"},
      {"columns=8 rows=5 blocked=h6", "blocked cell h6 is outside"},
      {"blocked=c", "blocked must be a cell such as c3"},
      {"blocked=a0", "not 'a0'"},
      {"blocked=c3d4", "not 'c3d4'"},
      {"7/7/7/7/7/x6 x", "1 discs of x and 0 of o do not fit x to move"},
      {"7/7/7/7/7/o6 x", "do not fit"},
      {"x6/7/7/7/7/7 o", "the disc on a6 floats"},
      {"7/7/7/x6/#6/7 o", "the disc on a3 floats"},
      {"7/7/7/7/7/#5# x", "more than one blocked cell"},
      {"7/7/7 x", "the diagram has 3 rows and 7 columns; each must be 4 to 12"},
      {"13/13/13/13 x", "4 rows and 13 columns"},
      {"rows=5 7/7/7/7/7/7 x", "leave the options out"},
      {"blocked=c3 7/7/7/7/7/7 x", "leave the options out"},
      {"7/7/7/7/xxxx3/oooo3 x", "x is to move but already has four in a row"},
  });
  expect_move_errors<connect4::SmallPosition>("444444", {{"4", "column 4 is full"},
                                                         {"D", "column d is full"},
                                                         {"", "'' is no column"},
                                                         {"8", "'8' is no column"},
                                                         {"h", "'h' is no column"},
                                                         {"-1", "'-1' is no column"},
                                                         {"44", "'44' is no column"},
                                                         {"0003", "'0003' is no column"},
                                                         {"3.0", "'3.0' is no column"},
                                                         {"1 2", "'1 2' is no column"},
                                                         {"99999999999", "is no column"}});
  expect_move_errors<connect4::SmallPosition>("1212121", {{"3", "the game is over"}});
}

TEST(Notation, GomokuErrors) {
  expect_common_errors<gomoku::Game>("5", 5);
  expect_errors<gomoku::Game>({
      {"h8h8", "move 2: h8 is taken"},
      {"z1", "move 1: 'z1' is no point of the board; points are a1 to o15"},
      {"a16", "'a16' is no point"},
      {"a0", "'a0' is no point"},
      {"h", "'h' is no point"},
      {"h8 8h", "move 2: '8h' is no point"},
      {"a1a2b1b2c1c2d1d2e1e2", "move 10: the game is over"},
      {"size=4", "size must be 5 to 22, not '4'"},
      {"size=23", "size must be 5 to 22"},
      {"size=x", "size must be a whole number"},
      {"size=9 j1", "points are a1 to i9"},
      {"rule=renj", "rule must be one of freestyle, standard, renju, not 'renj' (did you mean 'renju'?)"},
      {"rul=renju", "(did you mean 'rule'?)"},
      {"5/5/5/5 x", "4 rows and 5 columns; a board is square"},
      {"4/4/4/4 x", "the diagram has 4 rows; a board has 5 to 22"},
      {"5/5/5/5/#4 x", "Gomoku has no blocked cells"},
      {"size=6 5/5/5/5/5 x", "size=6 but the diagram has 5 rows"},
      {"xxxxx/ooooo/5/5/5 x", "both sides have five in a row"},
  });
  expect_move_errors<gomoku::SmallPosition>("h8", {{"h8", "h8 is taken"},
                                                   {"", "'' is no point"},
                                                   {"h", "'h' is no point"},
                                                   {"8", "'8' is no point"},
                                                   {"h16", "'h16' is no point"},
                                                   {"p1", "'p1' is no point"},
                                                   {"h-1", "'h-1' is no point"},
                                                   {"a1b2", "'a1b2' is no point"},
                                                   {"a1 b2", "'a1 b2' is no point"}});
  expect_move_errors<gomoku::SmallPosition>("a1a2b1b2c1c2d1d2e1", {{"h8", "the game is over"}});
  expect_move_errors<gomoku::SmallPosition>("rule=renju 15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/15 x",
                                            {{"H8", "h8 is forbidden to Black under renju"}});
}

TEST(Notation, OthelloErrors) {
  expect_common_errors<othello::Game>("8", 8);
  const std::string dashes(64, '-');
  expect_errors<othello::Game>({
      {"a1", "move 1: a1 is not legal there"},
      {"f5f5", "move 2: f5 is not legal there"},
      {"pass", "move 1: pass is not legal there"},
      {"z9", "move 1: 'z9' is no move; moves are a1 to h8 or pass"},
      {"f5d", "move 2: 'd' is no move"},
      {"8/8/8/8/8/8/8 x", "7 rows and 8 columns; Othello has 8 of each"},
      {"8/8/8/8/8/8/8/#7 x", "no blocked cells"},
      {dashes, "the side to move (x or o) is missing"},
      {dashes + " q", "not 'q'"},
      {dashes + "- X", "not '-'"},
      {dashes + " X X", "follows the side to move"},
      {"size=8", "othello has no settings, so 'size' means nothing to it"},
  });
  expect_move_errors<othello::Position>("", {{"a1", "a1 flips nothing"},
                                             {"e4", "e4 is taken"},
                                             {"pass", "passing is only allowed when there is no other move"},
                                             {"i1", "'i1' is no move"},
                                             {"a9", "'a9' is no move"},
                                             {"", "'' is no move"},
                                             {"d33", "'d33' is no move"}});
  expect_move_errors<othello::Position>("OX------" + std::string(56, '-') + " X",
                                        {{"c1", "c1 flips nothing; there is no move, only pass"}});
  expect_move_errors<othello::Position>(std::string(64, 'X') + " O", {{"pass", "the game is over"}});
}

template <class P>
void expect_same(const std::string& position_text, const std::vector<std::string>& texts) {
  const auto position = P::from_string(position_text);
  ASSERT_TRUE(position) << position.error().message;
  for (const std::string& text : texts) {
    const auto other = P::from_string(text);
    ASSERT_TRUE(other) << text << ": " << other.error().message;
    EXPECT_EQ(*other, *position) << text;
  }
}

TEST(Notation, ManyFormsOfTheSamePosition) {
  expect_same<connect4::SmallPosition>(
      "4 4 5", {"445", "dde", "D d 5", "4,4;5", " 4\n4\t5 ", "rows=6 columns=7 445", "blocked=none 445",
                "7/7/7/7/3o3/3xx2 o", "rows=6 7/7/7/7/3w3/3bb2 white", "7/7/7/7/3o3/3*x2 second",
                "......./......./......./_______/---O---/...XX.. O"});
  expect_same<connect4::SmallPosition>("blocked=a1 12", {"7/7/7/7/x6/#o5 x"});
  expect_same<gomoku::SmallPosition>("size=5 c3 c4",
                                     {"size=5 c3c4", "size=5 C3, C4", "size=5 rule=freestyle c3;c4", "5/2o2/2x2/5/5 x",
                                      "size=5 5/2o2/2x2/5/5 black", "...../..W../..B../...../..... B"});
  const std::string suite = "---------------------------OX------OXX-----O--------------------";
  expect_same<othello::Position>(
      "f5d6", {"F5 D6", "f5,d6", suite + " X", suite + "X", suite + " X;", "8/8/8/3ox3/3oxx2/3o4/8/8 x"});
}

TEST(Notation, OthelloTranscriptsMayLeaveForcedPassesOut) {
  // Random games written without their passes lead to the same position.
  Rng rng(5);
  int passes = 0;
  for (int i = 0; i < 200; ++i) {
    othello::Position position;
    std::string transcript;
    while (const auto move = random_move(position, rng)) {
      position.play(*move);
      if (move->is_pass()) {
        ++passes;
        continue;
      }
      transcript += position.format(*move);
      const auto read = othello::Position::from_string(transcript);
      ASSERT_TRUE(read) << read.error().message;
      ASSERT_EQ(*read, position);
    }
  }
  EXPECT_GT(passes, 20);
}

TEST(Notation, PicturesShowTheBoard) {
  EXPECT_EQ(draw(connect4::SmallPosition::from_string("rows=4 columns=4 blocked=a1 12")->diagram()),
            " 4  . . . .\n 3  . . . .\n 2  x . . .\n 1  # o . .\n    a b c d\n    1 2 3 4\n");
  EXPECT_EQ(draw(gomoku::SmallPosition::from_string("size=5 a1e5")->diagram()),
            " 5  . . . . o\n 4  . . . . .\n 3  . . . . .\n 2  . . . . .\n 1  x . . . .\n    a b c d e\n");
  EXPECT_THAT(draw(othello::Position().diagram()), testing::StartsWith(" 1  . . . . . . . .\n"));
}

TEST(Notation, PositionTypesRefuseBoardsThatDoNotFit) {
  EXPECT_FALSE(gomoku::SmallPosition::from_string("size=16"));
  EXPECT_TRUE(gomoku::LargePosition::from_string("size=16"));
  EXPECT_FALSE(connect4::SmallPosition::from_string("rows=8 columns=8"));
  EXPECT_TRUE(connect4::LargePosition::from_string("rows=8 columns=8"));
  const auto any = gomoku::Game::from_string("size=16", Values(gomoku::Game::options()));
  ASSERT_TRUE(any);
  EXPECT_TRUE(std::holds_alternative<gomoku::LargePosition>(*any));
}

}  // namespace
}  // namespace tengen::games

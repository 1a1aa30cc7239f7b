// What games say about their boards: moves as changes of cells, rows that win, forbidden points, threats, options.

#include "games/board_facts.hpp"

#include <gmock/gmock.h>

#include "core/rng.hpp"
#include "games/gomoku/position.hpp"
#include "games/gomoku/twin.hpp"
#include "roster/frames.hpp"
#include "support/start_of.hpp"

namespace tengen::games {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

std::unique_ptr<roster::Game> game_after(std::string_view game, std::string_view start, std::string_view moves) {
  auto board = start_of(game, start);
  EXPECT_TRUE(records::play_all(*board, moves));
  return board;
}

BoardChange change(std::string_view game, std::string_view start, std::string_view move) {
  const auto board = start_of(game, start);
  return board->change(*board->parse_move(move));
}

TEST(BoardChange, AStoneOrADiscIsPut) {
  EXPECT_EQ(change("gomoku", "size=5", "a1"), (BoardChange{20, {}, {{20, Cell::first}}}));
  EXPECT_EQ(change("connect4", "blocked=d2 4", "4"), (BoardChange{24, {}, {{24, Cell::second}}}));
}

TEST(BoardChange, DiscsAreTurned) {
  EXPECT_EQ(change("othello", "", "f5"), (BoardChange{37, {}, {{37, Cell::first}, {36, Cell::first}}}));
}

TEST(BoardChange, APassChangesNothing) {
  const auto board = start_of("othello", "xo6/8/8/8/8/8/8/o7 o");
  ASSERT_EQ(board->legal_moves().size(), 1U);
  EXPECT_EQ(board->change(board->legal_moves()[0]), BoardChange());
}

TEST(BoardChange, APieceMovesAndTakes) {
  EXPECT_EQ(change("breakthrough", "", "a2b3"), (BoardChange{41, 48, {{41, Cell::first}, {48, Cell::empty}}}));
  EXPECT_EQ(change("breakthrough", "8/8/8/8/4o3/3x4/8/8 o", "e4d3"),
            (BoardChange{43, 36, {{43, Cell::second}, {36, Cell::empty}}}));
}

TEST(Frames, TellAGameByItsChanges) {
  const auto texts = [](const auto& board) { return roster::changes_text(roster::frames_of(*board)); };
  EXPECT_EQ(texts(game_after("gomoku", "size=5", "a1 e5")), "20x 4o");
  EXPECT_EQ(texts(game_after("othello", "", "f5")), "37x36x");
  EXPECT_EQ(texts(game_after("breakthrough", "", "a2a3 b7b6")), "40x48. 17o9.");
  EXPECT_EQ(texts(game_after("othello", "xo6/8/8/8/8/8/8/o7 o", "pass c1")), "- 2x1x");
  const roster::Frames won = roster::frames_of(*game_after("connect4", "", "1212121"));
  EXPECT_THAT(won.winning_line, ElementsAre(14, 21, 28, 35));
  EXPECT_EQ(to_text(won.start), "7/7/7/7/7/7 x");
}

TEST(WinningLine, IsARowThatWinsByTheRule) {
  // Six do not win under the standard rule; the five beside them does.
  const auto line = [](const std::string& text) { return start_of("gomoku", text)->winning_line(); };
  EXPECT_THAT(line("rule=standard 9/xxxxxx3/9/9/2xxxxx2/9/9/9/ooo1oooo1 o"), ElementsAre(38, 39, 40, 41, 42));
  EXPECT_THAT(line("9/xxxxxx3/9/9/9/9/9/9/ooo1oo3 o"), ElementsAre(9, 10, 11, 12, 13, 14));
  EXPECT_THAT(line("rule=renju 9/oooooo3/9/9/9/9/9/9/xxx1xx3 x"), ElementsAre(9, 10, 11, 12, 13, 14));
  EXPECT_THAT(line("9/xxxx5/9/9/9/9/9/9/ooo1oo3 o"), IsEmpty());
}

// Against the slow rules, and against the list of moves: what is empty and no move is forbidden.
TEST(Forbidden, IsWhatTheRulesForbidAndSaysWhy) {
  const auto reasons = [](const std::string& rows) {
    const auto board = start_of("gomoku", "rule=renju " + rows + " x");
    std::vector<std::pair<std::string, std::string_view>> found;
    for (const auto& [cell, reason] : board->forbidden()) found.emplace_back(board->diagram().name_of(cell), reason);
    return found;
  };
  EXPECT_THAT(reasons("9/9/9/4x4/3x1x3/4x4/9/9/ooo6"), testing::Contains(Pair("e5", "double_three")));
  EXPECT_THAT(reasons("9/9/9/9/xxx1xx3/9/9/9/oo7"), testing::Contains(Pair("d5", "overline")));
  EXPECT_THAT(reasons("9/9/9/9/x1x1x1x2/9/9/9/oo7"), testing::Contains(Pair("d5", "double_four")));

  Rng rng(7);
  std::size_t seen = 0;
  for (int round = 0; round < 300; ++round) {
    gomoku::SmallPosition position(9, gomoku::Rule::renju);
    for (int ply = 0; ply < 24 && position.outcome() == Outcome::ongoing; ++ply)
      position.play(*random_move(position, rng));
    std::set<CellIndex> expected;
    const Diagram board = position.diagram();
    gomoku::TwinBoard twin(9);
    for (CellIndex cell = 0; cell < 81; ++cell)
      if (board.at(cell) != Cell::empty) twin.put({cell % 9, 8 - cell / 9}, static_cast<char>(board.at(cell)));
    if (position.outcome() == Outcome::ongoing && position.side_to_move() == Side::first)
      for (CellIndex cell = 0; cell < 81; ++cell)
        if (board.at(cell) == Cell::empty && twin.is_forbidden({cell % 9, 8 - cell / 9})) expected.insert(cell);
    std::set<CellIndex> said;
    for (const auto& found : forbidden(position)) said.insert(found.cell);
    EXPECT_EQ(said, expected) << position.to_string();
    seen += said.size();
  }
  EXPECT_GT(seen, 20U);
}

TEST(Threats, ArePointsThatCompleteFiveOrAnOpenFour) {
  const auto said = [](const std::string& text) {
    const auto board = start_of("gomoku", text);
    std::vector<std::string> words = {std::string(board->threats().kind)};
    for (const CellIndex cell : board->threats().cells) words.push_back(board->diagram().name_of(cell));
    return words;
  };
  // Of the side that is not to move.
  EXPECT_THAT(said("9/xoooo4/9/9/9/9/9/9/9 x"), ElementsAre("five", "f8"));
  EXPECT_THAT(said("9/1oo1oo3/9/9/9/9/9/9/9 x"), ElementsAre("five", "d8"));
  EXPECT_THAT(said("9/9/9/9/9/9/9/9/2xxx4 o"), UnorderedElementsAre("four", "b1", "f1"));
  EXPECT_THAT(said("9/9/9/9/9/9/9/9/1oxxx4 o"), ElementsAre("four"));
  EXPECT_THAT(said("9/9/9/9/9/9/9/9/2xx5 o"), ElementsAre("four"));
  EXPECT_THAT(said("9/9/9/9/9/9/9/6xxx/x8 o"), ElementsAre("four"));  // not round the edge
  // Six in a row win where five or more do.
  EXPECT_THAT(said("9/9/9/9/9/9/9/9/xxx1xx3 o"), ElementsAre("five", "d1"));
  EXPECT_THAT(said("rule=standard 9/9/9/9/9/9/9/9/xxx1xx3 o"), ElementsAre("four"));
  EXPECT_THAT(said("rule=renju 9/9/9/9/9/9/9/9/xxx1xx3 o"), ElementsAre("four"));
  EXPECT_THAT(said("rule=renju 9/9/9/9/9/9/9/9/ooo1oo3 x"), ElementsAre("five", "d1"));
}

TEST(OptionValues, AreThoseTheBoardWasMadeWith) {
  EXPECT_THAT(start_of("gomoku", "size=19 rule=renju")->option_values(),
              ElementsAre(Pair("size", "19"), Pair("rule", "renju")));
  EXPECT_THAT(start_of("connect4", "rows=9 columns=11 blocked=d3")->option_values(),
              ElementsAre(Pair("rows", "9"), Pair("columns", "11"), Pair("blocked", "d3")));
  EXPECT_THAT(start_of("mnk", "columns=5 rows=3 k=4")->option_values(),
              ElementsAre(Pair("columns", "5"), Pair("rows", "3"), Pair("k", "4")));
  EXPECT_THAT(start_of("othello")->option_values(), IsEmpty());
}

}  // namespace
}  // namespace tengen::games

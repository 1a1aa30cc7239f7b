// Renju's forbidden points: known cases as pictures, and a slow twin on random boards.

#include "games/gomoku/renju.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "games/gomoku/position.hpp"
#include "games/gomoku/twin.hpp"
#include "support/effort.hpp"
#include "support/places.hpp"

namespace tengen::games::gomoku {
namespace {

struct Case {
  std::string name;
  bool forbidden = false;
  std::vector<std::string> board;  // from the top
};

std::vector<std::string> in_the_middle(const std::vector<std::string>& picture) {
  constexpr std::size_t size = 15;
  std::vector<std::string> board(size, std::string(size, '.'));
  const std::size_t top = (size - picture.size()) / 2, left = (size - picture[0].size()) / 2;
  for (std::size_t i = 0; i < picture.size(); ++i) board[top + i].replace(left, picture[i].size(), picture[i]);
  return board;
}

std::vector<Case> read_cases() {
  std::ifstream file(test_data("renju.txt"));
  std::vector<Case> cases;
  std::vector<std::string> picture;
  bool whole = false;
  const auto finish = [&] {
    if (!picture.empty()) cases.back().board = whole ? picture : in_the_middle(picture);
    picture.clear();
  };
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    if (const std::size_t colon = line.find(": "); colon != std::string::npos) {
      const std::string verdict = line.substr(0, colon);
      whole = verdict.ends_with(" on the whole board");
      cases.push_back({line.substr(colon + 2), verdict.starts_with("forbidden"), {}});
      EXPECT_TRUE(verdict.starts_with("forbidden") || verdict.starts_with("allowed")) << line;
    } else if (line.empty()) {
      finish();
    } else {
      picture.push_back(line);
    }
  }
  finish();
  return cases;
}

// The same picture seen from one of eight sides.
std::vector<std::string> turned(const std::vector<std::string>& board, int symmetry) {
  const std::size_t n = board.size();
  std::vector<std::string> result = board;
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column) {
      std::size_t r = row, c = column;
      if (symmetry & 4) std::swap(r, c);
      if (symmetry & 2) r = n - 1 - r;
      if (symmetry & 1) c = n - 1 - c;
      result[r][c] = board[row][column];
    }
  return result;
}

template <class Bits>
struct Stones {
  Bits black{}, white{};
};

template <class Bits>
Stones<Bits> stones_of(const TwinBoard& board) {
  Stones<Bits> stones;
  for (int row = 0; row < board.size(); ++row)
    for (int column = 0; column < board.size(); ++column) {
      const int cell = row * stride_of(board.size()) + column;
      if (board.at({column, row}) == 'x') stones.black.set(cell);
      if (board.at({column, row}) == 'o') stones.white.set(cell);
    }
  return stones;
}

template <class Bits>
bool is_forbidden_on(const TwinBoard& board, Point p) {
  const auto stones = stones_of<Bits>(board);
  return is_forbidden(stones.black, stones.white, board.size(), p.second * stride_of(board.size()) + p.first);
}

TEST(Renju, KnownPoints) {
  const auto cases = read_cases();
  ASSERT_GE(cases.size(), 40u);
  for (const Case& known : cases)
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      const auto picture = turned(known.board, symmetry);
      const int size = static_cast<int>(picture.size());
      TwinBoard board(size);
      Point asked{-1, -1};
      for (int row = 0; row < size; ++row) {
        const std::string& line = picture[static_cast<std::size_t>(size - 1 - row)];
        ASSERT_EQ(line.size(), picture.size()) << known.name;
        for (int column = 0; column < size; ++column) {
          const char c = line[static_cast<std::size_t>(column)];
          if (c == '?')
            asked = {column, row};
          else
            board.put({column, row}, c);
        }
      }
      ASSERT_TRUE(board.inside(asked)) << known.name;
      EXPECT_EQ(board.is_forbidden(asked), known.forbidden) << "twin: " << known.name << ", symmetry " << symmetry;
      EXPECT_EQ(is_forbidden_on<WideBits<8>>(board, asked), known.forbidden) << known.name << ", symmetry " << symmetry;
      if (SmallPosition::fits(size)) {
        EXPECT_EQ(is_forbidden_on<WideBits<4>>(board, asked), known.forbidden)
            << known.name << ", symmetry " << symmetry;
      }
    }
}

// Stones strewn at random, blacks more often, so that many points are forbidden for every reason.
TwinBoard random_board(int size, Rng& rng) {
  TwinBoard board(size);
  const double black = 0.1 + 0.4 * rng.real();
  const double white = 0.3 * rng.real();
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      const double x = rng.real();
      board.put({column, row}, x < black ? 'x' : x < black + white ? 'o' : '.');
    }
  return board;
}

std::vector<Point> forbidden_points_of(const TwinBoard& board) {
  std::vector<Point> points;
  for (int row = 0; row < board.size(); ++row)
    for (int column = 0; column < board.size(); ++column)
      if (board.at({column, row}) == '.' && board.is_forbidden({column, row})) points.emplace_back(column, row);
  return points;
}

template <class Bits>
void expect_forbidden(const TwinBoard& board, const std::vector<Point>& points) {
  const int size = board.size();
  const auto stones = stones_of<Bits>(board);
  Bits expected{};
  for (const auto& [column, row] : points) expected.set(row * stride_of(size) + column);
  EXPECT_EQ(forbidden_points(stones.black, stones.white, size), expected);
  const Bits taken = stones.black | stones.white;
  for_each_bit(all_points<Bits>(size) & ~taken, [&](int cell) {
    EXPECT_EQ(is_forbidden(stones.black, stones.white, size, cell), expected.test(cell))
        << "column " << cell % stride_of(size) << ", row " << cell / stride_of(size);
  });
}

std::string picture_of(const TwinBoard& board) {
  std::string text;
  for (int row = board.size() - 1; row >= 0; --row) {
    for (int column = 0; column < board.size(); ++column) text += board.at({column, row});
    text += '\n';
  }
  return text;
}

TEST(Renju, AgreesWithTheDefinitionsOnRandomBoards) {
  Rng rng(2026);
  const int boards = effort(10000);
  std::size_t forbidden = 0;
  for (int i = 0; i < boards && !HasFailure(); ++i) {
    // Small boards are quick and rich in edges; every size has its turn.
    const int size = i % 2 == 0 ? 5 + i % 9 : 5 + i % 18;
    const TwinBoard board = random_board(size, rng);
    SCOPED_TRACE(picture_of(board));
    const auto points = forbidden_points_of(board);
    expect_forbidden<WideBits<8>>(board, points);
    if (SmallPosition::fits(size)) expect_forbidden<WideBits<4>>(board, points);
    forbidden += points.size();
  }
  EXPECT_GT(forbidden, static_cast<std::size_t>(boards));  // else the boards were too tame to mean anything
}

TEST(Renju, OnlyBlackHasForbiddenPoints) {
  const auto double_three_for = [](const char* side) {
    return SmallPosition::from_string(
        std::string("rule=renju size=15 15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/15 ") + side);
  };
  EXPECT_FALSE(double_three_for("x")->parse_move("h8"));
  EXPECT_TRUE(double_three_for("o")->parse_move("h8"));
  const auto white = SmallPosition::from_string("rule=renju 15/15/15/15/15/7o7/7o7/5oo8/15/15/15/15/15/15/15 o");
  EXPECT_TRUE(white->parse_move("h8"));
}

TEST(Renju, RandomGamesEnd) {
  Rng rng(7);
  int wins[2] = {0, 0};
  for (int i = 0; i < 300; ++i) {
    const int size = 5 + i % 18;
    LargePosition position(size, Rule::renju);
    while (const auto move = position.random_move(rng)) {
      ASSERT_TRUE(position.parse_move(position.format(*move)));
      position.play(*move);
    }
    ASSERT_NE(position.outcome(), Outcome::ongoing);
    if (const auto side = winner(position.outcome())) ++wins[index(*side)];
    MoveList<LargePosition> moves;
    position.legal_moves(moves);
    ASSERT_TRUE(moves.empty());
  }
  EXPECT_GT(wins[0], 0);
  EXPECT_GT(wins[1], 0);
}

TEST(Renju, ABoardWithOnlyForbiddenPointsIsADraw) {
  constexpr auto board = "rule=renju xxx.xx/ooxxoo/xxooxx/ooxxoo/xxooxx/ooxxoo ";
  const auto black = SmallPosition::from_string(std::string(board) + "x");
  const auto white = SmallPosition::from_string(std::string(board) + "o");
  ASSERT_TRUE(black && white);
  EXPECT_EQ(black->outcome(), Outcome::draw);
  EXPECT_EQ(white->outcome(), Outcome::ongoing);
  // The same by a move: White takes the other free point and leaves Black none that is allowed.
  auto before = *SmallPosition::from_string("rule=renju xxx.xx/ooxxoo/xxooxx/ooxxoo/xxooxx/.oxxoo o");
  before.play(*before.parse_move("a1"));
  EXPECT_EQ(before.outcome(), Outcome::draw);
  EXPECT_EQ(before, *black);
}

}  // namespace
}  // namespace tengen::games::gomoku

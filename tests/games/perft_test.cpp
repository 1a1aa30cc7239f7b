// Move sequences counted against published figures, and against arithmetic where a game allows it.

#include "games/perft.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "support/effort.hpp"

namespace tengen::games {
namespace {

template <Position P>
void expect_counts(const P& position, const std::vector<std::uint64_t>& counts, std::uint64_t most) {
  for (std::size_t i = 0; i < counts.size() && counts[i] <= most; ++i)
    EXPECT_EQ(perft(position, static_cast<int>(i) + 1), counts[i]) << "depth " << i + 1;
}

constexpr std::uint64_t most_leaves = slow_build ? 1'000'000 : 300'000'000;

TEST(Perft, ClassicConnectFour) {
  const std::vector<std::uint64_t> counts = {7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646};
  expect_counts(connect4::SmallPosition(), counts, most_leaves);
  expect_counts(connect4::LargePosition(), counts, most_leaves / 5);
}

TEST(Perft, Othello) {
  expect_counts(othello::Position(), {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284}, most_leaves);
}

// A game that has ended counts once more with every further ply, as if both sides went on passing.
TEST(Perft, OthelloCountsEndedGamesOnce) {
  const auto over = othello::Position::from_string(std::string(63, 'X') + "- O");
  EXPECT_EQ(perft(*over, 1), 1u);
  EXPECT_EQ(perft(*over, 5), 1u);
}

// No stone can be in anyone's way before the ninth ply, when the first five may stand.
TEST(Perft, GomokuByArithmetic) {
  for (const gomoku::Rule rule : {gomoku::Rule::freestyle, gomoku::Rule::standard, gomoku::Rule::renju})
    for (int size = gomoku::smallest_size; size <= gomoku::largest_size; ++size) {
      const gomoku::LargePosition position(size, rule);
      std::uint64_t expected = 1;
      for (int depth = 1; depth <= 4; ++depth) {
        expected *= static_cast<std::uint64_t>(size * size - depth + 1);
        if (expected > (slow_build ? 5'000u : 2'000'000u)) break;
        EXPECT_EQ(perft(position, depth), expected) << "size " << size << " depth " << depth;
        if (gomoku::SmallPosition::fits(size)) {
          EXPECT_EQ(perft(gomoku::SmallPosition(size, rule), depth), expected) << "size " << size << " depth " << depth;
        }
      }
    }
}

TEST(Perft, EndedGamesHaveNoMoves) {
  const auto four = connect4::SmallPosition::from_string("1212121");
  EXPECT_EQ(perft(*four, 0), 1u);
  EXPECT_EQ(perft(*four, 1), 0u);
  const auto five = gomoku::SmallPosition::from_string("a1a2b1b2c1c2d1d2e1");
  EXPECT_EQ(perft(*five, 1), 0u);
}

}  // namespace
}  // namespace tengen::games

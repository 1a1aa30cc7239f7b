// The champion's shapes against the rules, and what it shows the network against the trainer's reference.

#include "engines/gomoku/champion/tactics.hpp"

#include <gtest/gtest.h>

#include "engines/gomoku/champion/random_boards.hpp"
#include "games/gomoku/position.hpp"
#include "network/reference.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

template <class Rows>
WideBits<8> cells_of_side(const Rows& rows, int side, int size) {
  WideBits<8> cells;
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column)
      if (rows.has(side, point_at(row, column))) cells.set(row * stride_of(size) + column);
  return cells;
}

template <class Rows>
void compare_with_the_rules(int size, Rng& rng) {
  const Shapes<Rows> shapes(size);
  const int stones = 4 + static_cast<int>(rng.below(static_cast<std::uint32_t>(size * size - 6)));
  const auto rows = random_board<Rows>(size, stones, rng);
  const bool black = stones % 2 == 0;
  const auto mine = cells_of_side(rows, Rows::mine, size), theirs = cells_of_side(rows, Rows::theirs, size);
  const auto free = all_points<WideBits<8>>(size) & ~(mine | theirs);
  for (const Rule rule : {Rule::freestyle, Rule::standard, Rule::renju}) {
    const View view{rule, black};
    const auto five = shapes.five_points(rows, view);
    const auto never = shapes.forbidden(rows, view, shapes.empty(rows) | shapes.empty(rows).swapped());
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) {
        const int cell = row * stride_of(size) + column, point = point_at(row, column);
        for (const auto& [side, own, is_black] :
             {std::tuple(Rows::mine, &mine, black), std::tuple(Rows::theirs, &theirs, !black)}) {
          auto after = *own;
          after.set(cell);
          // Where the rows have the point among many fives, so do the rules; a stone that makes five from four others.
          const bool makes = free.test(cell) && makes_five(after, size, rule, is_black, cell);
          ASSERT_EQ(five.has(side, point), makes) << size << " " << row << " " << column;
          if (rule != Rule::renju || !is_black || !free.test(cell)) continue;
          ASSERT_EQ(never.has(side, point), is_forbidden(black ? mine : theirs, black ? theirs : mine, size, cell))
              << size << " " << row << " " << column;
        }
      }
  }
}

// On every kind of processor.
template <class Rows>
void compare_processors(int size, Rng& rng) {
  const int stones = 4 + static_cast<int>(rng.below(static_cast<std::uint32_t>(size * size - 6)));
  const auto rows = random_board<Rows>(size, stones, rng);
  const Shapes<Rows> plain(size, *shape_kernels<Rows>().front());
  for (const ShapeKernels<Rows>* kernels : shape_kernels<Rows>()) {
    const Shapes<Rows> shapes(size, *kernels);
    for (const Rule rule : {Rule::freestyle, Rule::standard, Rule::renju})
      for (const bool black : {true, false}) {
        const View view{rule, black};
        const auto expected = plain.threats(rows, view), found = shapes.threats(rows, view);
        ASSERT_EQ(found.five, expected.five);
        ASSERT_EQ(found.four, expected.four);
        ASSERT_EQ(found.win, expected.win);
        ASSERT_EQ(shapes.five_points(rows, view), plain.five_points(rows, view));
        const auto threes = plain.threes(rows, view, expected.four), same = shapes.threes(rows, view, expected.four);
        ASSERT_EQ(same.three, threes.three);
        ASSERT_EQ(same.fork, threes.fork);
        ASSERT_EQ(same.forbidden, threes.forbidden);
      }
  }
}

TEST(ChampionTactics, AreTheSameOnEveryProcessor) {
  Rng rng(6);
  for (int i = 0; i < effort(100); ++i) {
    for (int size = smallest_size; size <= 15 && !HasFatalFailure(); ++size) compare_processors<SmallRows>(size, rng);
    for (int size = smallest_size; size <= largest_size && !HasFatalFailure(); ++size)
      compare_processors<LargeRows>(size, rng);
  }
}

TEST(ChampionTactics, KnowFivesAndForbiddenPointsOnEverySize) {
  Rng rng(5);
  for (int i = 0; i < effort(100); ++i) {
    for (int size = smallest_size; size <= 15 && !HasFatalFailure(); ++size)
      compare_with_the_rules<SmallRows>(size, rng);
    for (int size = smallest_size; size <= largest_size && !HasFatalFailure(); ++size)
      compare_with_the_rules<LargeRows>(size, rng);
  }
}

template <class Rows>
void compare_planes(const network::Reference& reference) {
  const int size = reference.size;
  Rows stones;
  for (int p = 0; p < size * size; ++p) {
    const char mark = reference.board[static_cast<std::size_t>(p)];
    if (mark != '.') stones = stones.flipped(mark == 'x' ? Rows::mine : Rows::theirs, point_at(p / size, p % size));
  }
  const Rule rule = reference.rule == "renju"      ? Rule::renju
                    : reference.rule == "standard" ? Rule::standard
                                                   : Rule::freestyle;
  std::vector<std::uint32_t> planes(reference.planes.size());
  const bool black = stones.count(Rows::mine) == stones.count(Rows::theirs);
  Tactics<Rows>(size).write_planes(stones, {rule, black}, planes.data());
  EXPECT_EQ(planes, reference.planes) << reference.rule << " " << reference.board;
}

TEST(ChampionTactics, ShowTheNetworkWhatItWasTrainedWith) {
  for (const auto& reference : network::read_references()) {
    if (reference.size <= 15) compare_planes<SmallRows>(reference);
    compare_planes<LargeRows>(reference);
  }
}

}  // namespace
}  // namespace tengen::engines::gomoku

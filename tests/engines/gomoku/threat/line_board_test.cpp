// The shapes of lines: against their definitions on a plain array, and incremental against from scratch.

#include "engines/gomoku/threat/line_board.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/rng.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

constexpr std::array<std::pair<int, int>, 4> ways = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

// Shapes as their definitions say, on a grid of characters.
class SlowShapes {
 public:
  SlowShapes(int size, Rule rule) : size_(size), rule_(rule), grid_(static_cast<std::size_t>(size * size), '.') {}

  char& at(int column, int row) { return grid_[static_cast<std::size_t>(row * size_ + column)]; }

  Shape shape(char colour, int column, int row, int way) {
    colour_ = colour;
    column_ = column;
    row_ = row;
    way_ = way;
    set(0, colour);
    // Lines that look alike are worth the same: judging each look once keeps the test quick.
    std::string look(1, rule_ == Rule::standard || (rule_ == Rule::renju && colour == 'x') ? '=' : '+');
    for (int offset = -5; offset <= 5; ++offset) {
      const char c = get(offset);
      look += c == '.' || c == '|' ? c : c == colour ? 'm' : 't';
    }
    const auto [known, fresh] = judged_.try_emplace(look, Shape::none);
    if (fresh) known->second = judge();
    set(0, '.');
    return known->second;
  }

 private:
  char get(int offset) {
    const int column = column_ + offset * ways[static_cast<std::size_t>(way_)].first;
    const int row = row_ + offset * ways[static_cast<std::size_t>(way_)].second;
    return column < 0 || row < 0 || column >= size_ || row >= size_ ? '|' : at(column, row);
  }
  void set(int offset, char c) {
    at(column_ + offset * ways[static_cast<std::size_t>(way_)].first,
       row_ + offset * ways[static_cast<std::size_t>(way_)].second) = c;
  }
  // Calls visit with each empty cell within four steps filled; whether any call was true.
  template <class Visit>
  int count_fillings(Visit visit) {
    int n = 0;
    for (int offset = -4; offset <= 4; ++offset) {
      if (get(offset) != '.') continue;
      set(offset, colour_);
      n += visit(offset);
      set(offset, '.');
    }
    return n;
  }
  int run() {
    int n = 1;
    for (const int sign : {1, -1})
      for (int i = sign; get(i) == colour_; i += sign) ++n;
    return n;
  }
  bool is_five() {
    const bool exact = rule_ == Rule::standard || (rule_ == Rule::renju && colour_ == 'x');
    return exact ? run() == 5 : run() >= 5;
  }
  int completions() {
    return count_fillings([&](int) { return is_five(); });
  }
  bool is_straight_four() {
    if (run() != 4 || is_five() || completions() != 2) return false;
    for (const int sign : {1, -1}) {
      int end = sign;
      while (get(end) == colour_) end += sign;
      if (get(end) != '.') return false;
      set(end, colour_);
      const bool five = is_five();
      set(end, '.');
      if (!five) return false;
    }
    return true;
  }
  Shape judge() {
    if (is_five()) return Shape::five;
    if (const int n = completions(); n > 0) return n == 1 ? Shape::four : Shape::open_four;
    if (count_fillings([&](int) { return is_straight_four(); }) > 0) return Shape::open_three;
    Shape best = Shape::none;
    count_fillings([&](int) {
      const Shape next = judge();
      if (next >= Shape::four) best = std::max(best, Shape::three);
      if (next == Shape::open_three) best = std::max(best, Shape::open_two);
      if (next >= Shape::three) best = std::max(best, Shape::two);
      if (next >= Shape::two) best = std::max(best, Shape::one);
      return false;
    });
    return best;
  }

  int size_;
  Rule rule_;
  std::string grid_;
  char colour_ = 'x';
  int column_ = 0, row_ = 0, way_ = 0;
  std::map<std::string, Shape> judged_;
};

constexpr std::array rules = {Rule::freestyle, Rule::standard, Rule::renju};

struct RandomBoard {
  LineBoard board;
  SlowShapes slow;
  std::vector<std::pair<Side, int>> stones;
};

// Stones crowd into a few rows, so that long lines and both edges are met often.
RandomBoard random_board(Rng& rng) {
  const int size = 5 + static_cast<int>(rng.below(18));
  const Rule rule = rules[rng.below(3)];
  RandomBoard random{LineBoard(size, rule), SlowShapes(size, rule), {}};
  const auto stones = rng.below(static_cast<std::uint32_t>(size * size) / 2);
  const std::uint32_t black_share = 1 + rng.below(9);
  for (std::uint32_t i = 0; i < stones; ++i) {
    const int column = static_cast<int>(rng.below(static_cast<std::uint32_t>(size)));
    const int row = static_cast<int>(rng.below(static_cast<std::uint32_t>(std::min(size, 8))));
    if (random.slow.at(column, row) != '.') continue;
    const Side side = rng.below(10) < black_share ? Side::first : Side::second;
    const int cell = random.board.cell_of({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
    random.board.push(side, cell);
    random.slow.at(column, row) = side == Side::first ? 'x' : 'o';
    random.stones.emplace_back(side, cell);
  }
  return random;
}

TEST(LineBoard, ShapesFollowTheirDefinitions) {
  Rng rng(1);
  int met[shape_count] = {};
  for (int i = 0; i < effort(120); ++i) {
    RandomBoard random = random_board(rng);
    LineBoard& board = random.board;
    for (int row = 0; row < board.size(); ++row)
      for (int column = 0; column < board.size(); ++column) {
        if (random.slow.at(column, row) != '.' || rng.below(8) > 0) continue;
        const int cell = board.cell_of({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
        ASSERT_TRUE(board.is_inside(cell) && board.is_empty(cell));
        for (const Side side : {Side::first, Side::second})
          for (int way = 0; way < 4; ++way) {
            const Shape expected = random.slow.shape(side == Side::first ? 'x' : 'o', column, row, way);
            ASSERT_EQ(board.shape(side, cell, way), expected)
                << "column " << column << " row " << row << " way " << way;
            ++met[static_cast<int>(expected)];
          }
      }
  }
  for (const int n : met) EXPECT_GT(n, 0);
}

Kind kind_from_shapes(const LineBoard& board, Side side, int cell) {
  int n[shape_count] = {};
  for (int d = 0; d < 4; ++d) ++n[static_cast<int>(board.shape(side, cell, d))];
  const auto count = [&](Shape s) { return n[static_cast<int>(s)]; };
  if (count(Shape::five) > 0) return Kind::five;
  if (count(Shape::open_four) > 0) return Kind::open_four;
  if (count(Shape::four) > 1) return Kind::double_four;
  if (count(Shape::four) > 0) return count(Shape::open_three) > 0 ? Kind::four_three : Kind::four;
  if (count(Shape::open_three) > 1) return Kind::double_three;
  if (count(Shape::open_three) > 0) return Kind::open_three;
  return count(Shape::three) > 0 ? Kind::three : Kind::none;
}

// Everything a board can be asked, so that two boards can be compared.
void expect_equal(const LineBoard& a, const LineBoard& b) {
  ASSERT_EQ(a.key(), b.key());
  ASSERT_EQ(a.stone_count(), b.stone_count());
  for (const Side side : {Side::first, Side::second}) {
    ASSERT_EQ(a.stones(side), b.stones(side));
    for (int cell = 0; cell < cells_of(a.size()); ++cell) {
      if (!a.is_inside(cell)) continue;
      for (int d = 0; d < 4; ++d) ASSERT_EQ(a.shape(side, cell, d), b.shape(side, cell, d));
      ASSERT_EQ(a.kind(side, cell), b.kind(side, cell));
      ASSERT_EQ(a.kind(side, cell), kind_from_shapes(a, side, cell));
      for (int k = static_cast<int>(LineBoard::lowest_listed); k < kind_count; ++k)
        ASSERT_EQ(a.points(side, static_cast<Kind>(k)).contains(cell),
                  a.is_empty(cell) && static_cast<int>(a.kind(side, cell)) == k);
    }
    for (int k = 0; k < kind_count; ++k)
      ASSERT_EQ(a.points(side, static_cast<Kind>(k)), b.points(side, static_cast<Kind>(k)));
  }
}

TEST(LineBoard, IncrementalIsFromScratch) {
  Rng rng(2);
  for (int i = 0; i < effort(200); ++i) {
    RandomBoard random = random_board(rng);
    LineBoard& board = random.board;
    // Some stones come back off, as in a search.
    for (std::uint32_t n = rng.below(10); n > 0 && !random.stones.empty(); --n) {
      board.pop();
      random.stones.pop_back();
    }
    LineBoard fresh(board.size(), board.rule());
    for (const auto& [side, cell] : random.stones) fresh.push(side, cell);
    expect_equal(board, fresh);
    while (board.stone_count() > 0) board.pop();
    fresh.clear();
    expect_equal(board, fresh);
  }
}

TEST(LineBoard, CompletingCellsCompleteFive) {
  Rng rng(3);
  int fours = 0;
  for (int i = 0; i < effort(200); ++i) {
    LineBoard board = random_board(rng).board;
    for (const Side side : {Side::first, Side::second})
      for (const Kind kind : {Kind::four, Kind::four_three, Kind::double_four, Kind::open_four}) {
        const PointSet points = board.points(side, kind);
        points.for_each([&](int cell) {
          for (int d = 0; d < 4; ++d) {
            const auto cells = board.completing_cells(side, cell, d);
            const Shape shape = board.shape(side, cell, d);
            EXPECT_EQ((cells.behind >= 0) + (cells.ahead >= 0), shape == Shape::open_four ? 2 : shape == Shape::four);
            board.push(side, cell);
            for (const int completing : {cells.behind, cells.ahead})
              if (completing >= 0) {
                EXPECT_EQ(board.shape(side, completing, d), Shape::five);
                ++fours;
              }
            board.pop();
          }
        });
      }
  }
  EXPECT_GT(fours, 0);
}

}  // namespace
}  // namespace tengen::engines::gomoku

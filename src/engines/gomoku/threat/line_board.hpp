#pragma once
// The board of the threat searches: stones are put and taken back, and every point knows at any time what either
// colour's stone would make there.
//
// Cells are numbered as in games/gomoku/board.hpp. Each has a line code (line_shapes.hpp) for every direction and
// colour. A stone changes the codes of the cells within five steps on its four lines, here those marked:
//
//     5 . . . . 5 . . . . 5
//     . 4 . . . 4 . . . 4 .        For each of these up to 40 cells: one addition, which serves both colours since
//     . . 3 . . 3 . . 3 . .        the two codes share a word, one look-up for each colour, and nothing more unless
//     . . . 2 . 2 . 2 . . .        a shape has changed. Taking the stone back is the same with a subtraction.
//     . . . . 1 1 1 . . . .
//     5 4 3 2 1 x 1 2 3 4 5        code of a cell in one direction:  [ white's code : 16 | black's code : 16 ]
//     . . . . 1 1 1 . . . .
//     . . . 2 . 2 . 2 . . .        tally of a point and colour: [ fives | open fours | fours | open threes | threes ]
//     . . 3 . . 3 . . 3 . .        counted over its four lines, four bits each, so that the best shape is where
//     . 4 . . . 4 . . . 4 .        the highest bit stands.
//     5 . . . . 5 . . . . 5

#include <array>
#include <bit>
#include <cstdint>

#include "engines/gomoku/threat/line_shapes.hpp"
#include "games/gomoku/position.hpp"

namespace tengen::gomoku {

// What a stone would make on all four lines together, worst first. The board keeps the kinds from `three` on and calls
// the weaker ones none: nearly every stone changes some of those, and no threat search asks for them.
enum class Kind : std::uint8_t {
  none,
  one,
  two,
  open_two,
  three,         // a closed three: the next stone makes a four
  open_three,    // the next stone makes an open four
  double_three,  // two open threes
  four,          // one point completes five
  four_three,    // a four and an open three
  double_four,   // fours on two lines
  open_four,     // two points on one line complete five
  five,
};
inline constexpr int kind_count = 12;

// A set of cells that is cheap to change and to ask for emptiness. Visits cells in row-major order.
class PointSet {
 public:
  bool empty() const noexcept { return count_ == 0; }
  int count() const noexcept { return count_; }
  bool contains(int cell) const noexcept { return (words_[word(cell)] >> (cell & 63)) & 1; }
  void add(int cell) noexcept {
    words_[word(cell)] |= std::uint64_t{1} << (cell & 63);
    ++count_;
  }
  void remove(int cell) noexcept {
    words_[word(cell)] &= ~(std::uint64_t{1} << (cell & 63));
    --count_;
  }
  // Precondition: not empty.
  int first() const noexcept {
    std::size_t i = 0;
    while (words_[i] == 0) ++i;
    return static_cast<int>(64 * i) + std::countr_zero(words_[i]);
  }
  // Calls visit(cell) for every cell; the set must not change meanwhile.
  template <class Visit>
  void for_each(Visit&& visit) const {
    int left = count_;
    for (std::size_t i = 0; left > 0; ++i)
      for (std::uint64_t w = words_[i]; w != 0; w &= w - 1, --left)
        visit(static_cast<int>(64 * i) + std::countr_zero(w));
  }
  bool operator==(const PointSet&) const = default;

 private:
  static std::size_t word(int cell) noexcept { return static_cast<std::size_t>(cell) >> 6; }
  std::array<std::uint64_t, 8> words_{};
  int count_ = 0;
};

class LineBoard {
 public:
  using Bits = WideBits<8>;
  static constexpr int direction_count = 4;
  static constexpr Kind lowest_listed = Kind::three;
  static constexpr Shape lowest_tallied = Shape::three;
  static constexpr int tally_shift(Shape shape) noexcept {
    return 4 * (static_cast<int>(shape) - static_cast<int>(lowest_tallied));
  }

  LineBoard(int size, Rule rule);
  template <int words>
  explicit LineBoard(const Position<words>& position) : LineBoard(position.size(), position.rule()) {
    set(position);
  }

  // Takes over the stones of a position of the same size and rule.
  template <int words>
  void set(const Position<words>& position) {
    clear();
    for (const Side side : {Side::first, Side::second})
      position.stones(side).for_each([&](int cell) { push(side, cell); });
  }
  void clear();

  // Puts a stone of either colour on an empty point, whoever's turn it is. Renju's forbidden points are not refused.
  void push(Side side, int cell) noexcept;
  // Takes back the last stone.
  void pop() noexcept;

  int size() const noexcept { return size_; }
  Rule rule() const noexcept { return rule_; }
  int stone_count() const noexcept { return count_; }
  int cell_of(Move move) const noexcept { return move.row * stride_of(size_) + move.column; }
  Move move_at(int cell) const noexcept {
    return {static_cast<std::uint8_t>(cell % stride_of(size_)), static_cast<std::uint8_t>(cell / stride_of(size_))};
  }
  // The distance of neighbouring cells on a line: direction 0 to 3.
  int step(int direction) const noexcept { return steps_[static_cast<std::size_t>(direction)]; }

  bool is_empty(int cell) const noexcept { return cells_[at(cell)] == Cell::empty; }
  bool has_stone(Side side, int cell) const noexcept {
    return cells_[at(cell)] == (side == Side::first ? Cell::black : Cell::white);
  }
  bool is_inside(int cell) const noexcept {
    return cell >= 0 && cell < cells_of(size_) && cells_[at(cell)] != Cell::edge;
  }
  // Precondition of the next four: the cell is a point of the board. They answer for taken points, too: what the line
  // would be worth if the stone there were of this colour.
  Shape shape(Side side, int cell, int direction) const noexcept {
    return static_cast<Shape>(shapes_[at(cell)][static_cast<std::size_t>(direction)] >> (8 * index(side)) & 0xff);
  }
  // The same if the stone of this side at so many steps along the line were not there. Precondition: there is one, no
  // stone of the other side lies between, and it is at most four steps away.
  Shape shape_without(Side side, int cell, int direction, int offset) const noexcept {
    return table_[static_cast<std::size_t>(side)]->shape(code(side, cell, direction) - ShapeTable::own_weight(offset));
  }
  Kind kind(Side side, int cell) const noexcept { return kinds_[at(cell)][static_cast<std::size_t>(side)]; }
  // How many of the four lines have exactly this shape, which is a three or better.
  int lines_with(Side side, int cell, Shape shape) const noexcept {
    const std::uint32_t tally = tallies_[at(cell)][static_cast<std::size_t>(side)];
    return static_cast<int>(tally >> tally_shift(shape) & 0xf);
  }
  // The cells on a line that complete five once this colour has a stone here; −1 where there is none.
  struct CompletingCells {
    int behind = -1, ahead = -1;
  };
  CompletingCells completing_cells(Side side, int cell, int direction) const noexcept {
    const Completions gaps = table_[static_cast<std::size_t>(side)]->completions(code(side, cell, direction));
    CompletingCells cells;
    if (gaps.behind != 0) cells.behind = cell + gaps.behind * step(direction);
    if (gaps.ahead != 0) cells.ahead = cell + gaps.ahead * step(direction);
    return cells;
  }

  // The empty points where this colour's stone would be of this kind. Kept for threes and better.
  const PointSet& points(Side side, Kind kind) const noexcept {
    return points_[static_cast<std::size_t>(side)][static_cast<std::size_t>(kind)];
  }

  // Whether the rules keep this side off the empty point: Black under renju.
  bool is_forbidden(Side side, int cell) const noexcept {
    return rule_ == Rule::renju && side == Side::first && gomoku::is_forbidden(stones_[0], stones_[1], size_, cell);
  }
  const Bits& stones(Side side) const noexcept { return stones_[static_cast<std::size_t>(side)]; }
  // Of the stones alone: whose turn it is, the caller knows.
  std::uint64_t key() const noexcept { return key_; }

 private:
  enum class Cell : std::uint8_t { empty, black, white, edge };
  static constexpr unsigned both_colours = 3;  // black | white
  // One row of edge cells below and above the board; the spare column serves left and right.
  static constexpr std::size_t padded_cells = (largest_size + 2) * (largest_size + 1) + 2;

  std::size_t at(int cell) const noexcept { return static_cast<std::size_t>(cell + stride_of(size_) + 1); }
  unsigned code(Side side, int cell, int direction) const noexcept {
    return codes_[at(cell)][static_cast<std::size_t>(direction)] >> (16 * index(side)) & 0xffff;
  }
  template <bool put>
  void change_lines(Side side, int cell) noexcept;
  void refresh(std::size_t padded, std::size_t direction) noexcept;
  void retally(std::size_t padded, std::size_t side, Shape before, Shape after) noexcept;
  void list(std::size_t side, Kind kind, int cell) noexcept {
    if (kind >= lowest_listed) points_[side][static_cast<std::size_t>(kind)].add(cell);
  }
  void unlist(std::size_t side, Kind kind, int cell) noexcept {
    if (kind >= lowest_listed) points_[side][static_cast<std::size_t>(kind)].remove(cell);
  }

  int size_;
  Rule rule_;
  int reach_;                               // 4 where six in a row are a five for both colours
  std::array<int, direction_count> steps_;  // as directions(size)
  std::array<const ShapeTable*, 2> table_;
  // What a stone at offset −5 … 5 adds to a cell's word of two codes, for a black and for a white stone.
  std::array<std::array<std::uint32_t, 11>, 2> weights_{};

  std::array<Cell, padded_cells> cells_{};
  std::array<std::array<std::uint32_t, direction_count>, padded_cells> codes_{};
  std::array<std::array<std::uint16_t, direction_count>, padded_cells> shapes_{};  // black low, white high
  std::array<std::array<std::uint32_t, 2>, padded_cells> tallies_{};
  std::array<std::array<Kind, 2>, padded_cells> kinds_{};
  std::array<std::array<PointSet, kind_count>, 2> points_{};
  std::array<Bits, 2> stones_{};
  std::array<std::uint16_t, largest_size * largest_size> order_{};  // the cells in the order they were taken
  int count_ = 0;
  std::uint64_t key_ = 0;
};

}  // namespace tengen::gomoku

#pragma once
// The champion's board: what a roll-out needs to know at every ply, kept up to date by shifts over the whole board.
//
// Boards of up to 64 bits use the layout of the rules (a column is rows + 1 bits). Larger ones give every column
// sixteen bits (champion_lanes.hpp), so that every shift is by a constant.
//
// For each side the board keeps the cells that would complete four. Only the mover's cells can change, so a ply costs
// one pass of shifts; wins, blocks, double threats and poisoned cells are then single ands:
//
//      tops            the lowest free cell of every column, or the spare bit above a full one
//      tops & wins     a move that wins now
//      above(tops)     where the opponent lands if I play there; if that is a win of theirs, my cell is poisoned

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/hash.hpp"
#include "core/rng.hpp"
#include "engines/connect4/champion_lanes.hpp"
#include "engines/rules.hpp"
#include "games/connect4/position.hpp"

namespace tengen::engines::connect4 {

// What all boards of one shape share.
template <class Bits>
class Shape {
 public:
  static constexpr bool wide = sizeof(Bits) > sizeof(std::uint64_t);

  // Precondition: the geometry is valid and fits Bits.
  explicit Shape(const Geometry& g) : geometry_(g), stride_(g.rows + 1) {
    for (int column = 0; column < g.columns; ++column) {
      for (int row = 0; row <= g.rows; ++row) columns_[static_cast<std::size_t>(column)] |= bit(column, row);
      for (int row = 0; row < g.rows; ++row) cells_ |= bit(column, row);
    }
    if (g.has_blocked()) blocked_ = bit(g.blocked_column, g.blocked_row);
    cells_ &= ~blocked_;
  }

  const Geometry& geometry() const noexcept { return geometry_; }
  int cell_count() const noexcept { return geometry_.rows * geometry_.columns - (geometry_.has_blocked() ? 1 : 0); }
  int stride() const noexcept {
    if constexpr (wide) return 16;
    return stride_;
  }
  Bits bit(int column, int row) const noexcept { return single_bit<Bits>(column * stride() + row); }
  // Where a disc can rest.
  const Bits& cells() const noexcept { return cells_; }
  // A column with its blocked cell and its spare bit.
  const Bits& column(int i) const noexcept { return columns_[static_cast<std::size_t>(i)]; }

  // The cell above each of these, over the blocked one.
  Bits above(const Bits& cells) const noexcept {
    const Bits up = raised(cells, 1);
    const Bits hit = up & blocked_;
    return up ^ hit ^ raised(hit, 1);
  }
  Bits below(const Bits& cells) const noexcept {
    const Bits down = lowered(cells, 1);
    const Bits hit = down & blocked_;
    return down ^ hit ^ lowered(hit, 1);
  }

  // The cells that complete four with these discs. Taken cells and bits outside the board may be among them.
  Bits winning(const Bits& discs) const noexcept {
    Bits wins = raised(discs, 1) & raised(discs, 2) & raised(discs, 3);
    along(discs, stride() - 1, wins);
    along(discs, stride(), wins);
    along(discs, stride() + 1, wins);
    return wins;
  }

  bool has_four(const Bits& discs) const noexcept {
    const auto line = [&discs](int step) {
      const Bits pairs = discs & (discs >> step);
      return static_cast<bool>(pairs & (pairs >> (2 * step)));
    };
    return line(1) || line(stride() - 1) || line(stride()) || line(stride() + 1);
  }

 private:
  // A cell completes four when its neighbours on the line are discs: three on one side, or two and one, or one and two.
  static void along(const Bits& discs, int step, Bits& wins) noexcept {
    const Bits before = discs << step, after = discs >> step;
    const Bits two_before = before & (before << step), two_after = after & (after >> step);
    wins |= (two_before & (after | (before << (2 * step)))) | (two_after & (before | (after >> (2 * step))));
  }

  Geometry geometry_;
  int stride_;
  Bits cells_{};
  Bits blocked_{};
  std::array<Bits, Geometry::largest> columns_{};
};

template <class Bits>
struct Board {
  Bits mine{}, theirs{};         // discs of the side to move and of its opponent
  Bits tops{};                   // see above
  Bits my_wins{}, their_wins{};  // cells that complete four; they may be taken by now
  int plies = 0;

  Board() = default;
  explicit Board(const Shape<Bits>& shape) noexcept {
    for (int column = 0; column < shape.geometry().columns; ++column) {
      const Bits floor = shape.bit(column, 0);
      tops |= static_cast<bool>(floor & shape.cells()) ? floor : floor << 1;
    }
  }

  // Precondition: the cell is one of tops and on the board.
  void play(const Shape<Bits>& shape, const Bits& cell) noexcept {
    const Bits mover = mine | cell;
    tops = (tops ^ cell) | shape.above(cell);
    mine = theirs;
    theirs = mover;
    my_wins = their_wins;
    their_wins = shape.winning(mover);
    ++plies;
  }

  Bits landing(const Shape<Bits>& shape) const noexcept { return tops & shape.cells(); }

  // Equal exactly where the rest of the game is. The topmost bit of a column tells its height, those below whose discs
  // lie there.
  std::uint64_t key() const noexcept {
    const Bits word = mine | tops;
    if constexpr (Shape<Bits>::wide)
      return hash_words(word.low, word.middle, word.high);
    else
      return mix(word);
  }
};

// The board where owner(column, row) is 1 for a disc of the side to move, −1 for one of its opponent and 0 for none.
// Precondition: the discs obey gravity.
template <class Bits, class Owner>
Board<Bits> make_board(const Shape<Bits>& shape, Owner owner) noexcept {
  Board<Bits> board;
  const Geometry& g = shape.geometry();
  for (int column = 0; column < g.columns; ++column) {
    int row = 0;
    for (; row < g.rows; ++row) {
      const Bits bit = shape.bit(column, row);
      if (!static_cast<bool>(bit & shape.cells())) continue;
      const int disc = owner(column, row);
      if (disc == 0) break;
      (disc > 0 ? board.mine : board.theirs) |= bit;
      ++board.plies;
    }
    board.tops |= shape.bit(column, row);
  }
  board.my_wins = shape.winning(board.mine);
  board.their_wins = shape.winning(board.theirs);
  return board;
}

// What can be said of a position at sight.
template <class Bits>
struct Sight {
  enum class Kind {
    win,     // a cell wins now
    loss,    // two cells to block, or every cell is poisoned: the opponent wins in its next move
    draw,    // the board is full
    forced,  // one cell keeps the opponent from winning in its next move
    choice   // several do
  };
  Kind kind;
  Bits cells;  // the winning, the forced or the sensible cells
};

template <class Bits>
Sight<Bits> look(const Shape<Bits>& shape, const Board<Bits>& board) noexcept {
  using Kind = typename Sight<Bits>::Kind;
  const Bits landing = board.landing(shape);
  if (const Bits wins = landing & board.my_wins; static_cast<bool>(wins)) return {Kind::win, wins};
  if (const Bits blocks = landing & board.their_wins; static_cast<bool>(blocks))
    return {several(blocks) ? Kind::loss : Kind::forced, blocks};
  const Bits poisoned = shape.below(shape.above(landing) & board.their_wins & shape.cells());
  const Bits safe = landing & ~poisoned;
  if (!static_cast<bool>(safe)) return {static_cast<bool>(landing) ? Kind::loss : Kind::draw, landing};
  return {several(safe) ? Kind::choice : Kind::forced, safe};
}

// One of the cells, each with the same chance. Precondition: at least one, at most one a column.
inline std::uint64_t random_cell(const Shape<std::uint64_t>&, std::uint64_t cells, Rng& rng) noexcept {
  const std::uint64_t counts = cumulative_byte_counts(cells);
  return std::uint64_t{1} << nth_bit(cells, static_cast<int>(rng.below(static_cast<std::uint32_t>(counts >> 56))),
                                     counts);
}
inline Lanes random_cell(const Shape<Lanes>& shape, const Lanes& cells, Rng& rng) noexcept {
  std::uint32_t columns = occupied_columns(cells);
  std::uint32_t pairs = columns - ((columns >> 1) & 0x555);
  pairs = (pairs & 0x333) + ((pairs >> 2) & 0x333);
  for (std::uint32_t n = rng.below((pairs + (pairs >> 4) + (pairs >> 8)) & 15); n > 0; --n) columns &= columns - 1;
  return cells & shape.column(std::countr_zero(columns));
}

}  // namespace tengen::engines::connect4

#pragma once
// Connect Four on boards of 4×4 to 12×12 cells, with at most one blocked cell.
//
// Column-major bits with one spare bit on top of every column; the classic board of 6 rows × 7 columns:
//
//      6  13  20  27  34  41  48    spare: always 0, so that lines and carries stop here
//      5  12  19  26  33  40  47    row 6, the top
//      4  11  18  25  32  39  46
//      3  10  17  24  31  38  45
//      2   9  16  23  30  37  44
//      1   8  15  22  29  36  43
//      0   7  14  21  28  35  42    row 1, the bottom
//      a   b   c   d   e   f   g
//
// `filled` holds every disc and the blocked cell. Adding a column's bottom bit to it carries through the filled cells
// up to the lowest free one, over the blocked cell as over any disc:
//
//      filled   0 0 # 1 1      (bottom at the right)
//      + bottom         1
//      =        0 1 0 0 0      the disc comes to rest above the blocked cell

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/hash.hpp"
#include "games/position.hpp"

namespace tengen::games::connect4 {

struct Move {
  std::uint8_t column = 0;
  auto operator<=>(const Move&) const = default;
};

// The board's shape. A blocked cell is named by its column and row, both from 0 at the lower left.
struct Geometry {
  static constexpr int smallest = 4;
  static constexpr int largest = 12;
  int rows = 6;
  int columns = 7;
  int blocked_column = -1;  // -1: no blocked cell
  int blocked_row = -1;

  bool has_blocked() const noexcept { return blocked_column >= 0; }
  bool operator==(const Geometry&) const = default;
};

template <class Bits>
class Position {
 public:
  using Move = connect4::Move;
  static constexpr std::size_t max_moves = Geometry::largest;
  static constexpr int symmetries = 2;  // identity and left-right mirror
  static constexpr int capacity = 8 * static_cast<int>(sizeof(Bits));

  static constexpr bool fits(const Geometry& g) noexcept { return (g.rows + 1) * g.columns <= capacity; }

  Position() noexcept : Position(Geometry{}) {}
  // Precondition: the geometry is valid and fits.
  explicit Position(const Geometry& geometry) noexcept;

  Side side_to_move() const noexcept { return plies_ % 2 == 0 ? Side::first : Side::second; }
  int plies() const noexcept { return plies_; }

  Outcome outcome() const noexcept {
    if (has_four(theirs_)) return win_for(other(side_to_move()));
    return plies_ == cells_ ? Outcome::draw : Outcome::ongoing;
  }

  void legal_moves(MoveList<Position>& out) const noexcept {
    out.clear();
    if (has_four(theirs_)) return;
    Bits lowest = single_bit<Bits>(0);
    for (int column = 0; column < columns_; ++column, lowest = lowest << stride())
      if (!static_cast<bool>((filled_ + lowest) & (lowest << rows_)))
        out.push_back({static_cast<std::uint8_t>(column)});
  }

  void play(Move move) noexcept {
    assert(is_open(move.column));
    const Bits below = filled_ | (filled_ + single_bit<Bits>(bottom(move.column)));
    const Bits disc = below ^ filled_;
    const Bits mover = mine_ | disc;
    filled_ = below;
    mine_ = theirs_;
    theirs_ = mover;
    ++plies_;
  }

  // Most columns are open most of the time, so drawing until one is takes little more than one try.
  std::optional<Move> random_move(Rng& rng) const noexcept {
    if (outcome() != Outcome::ongoing) return std::nullopt;
    for (;;) {
      const auto column = static_cast<std::uint8_t>(rng.below(columns_));
      if (is_open(column)) return Move{column};
    }
  }

  std::uint64_t key() const noexcept;
  bool operator==(const Position&) const = default;

  Position transformed(int symmetry) const noexcept;
  Move transformed(Move move, int symmetry) const noexcept {
    return symmetry == 0 ? move : Move{static_cast<std::uint8_t>(columns_ - 1 - move.column)};
  }

  static Expected<Position> from_string(std::string_view text);
  std::string to_string() const;
  Expected<Move> parse_move(std::string_view text) const;
  std::string format(Move move) const;
  Diagram diagram() const;
  std::vector<CellIndex> winning_line() const { return winning_row(diagram(), outcome(), 4, Geometry::largest); }
  OptionValues option_values() const;

  Geometry geometry() const noexcept;
  // A column is open unless every one of its cells is filled: then the carry reaches the spare bit.
  bool is_open(int column) const noexcept {
    return !test_bit(filled_ + single_bit<Bits>(bottom(column)), bottom(column) + rows_);
  }
  // Bits of the side to move, of its opponent, of all cells that are taken or blocked.
  const Bits& mine() const noexcept { return mine_; }
  const Bits& theirs() const noexcept { return theirs_; }
  const Bits& filled() const noexcept { return filled_; }
  // Every cell of the board, without the spare bits.
  const Bits& board() const noexcept;
  // Distance between neighbours to the right; the other directions are 1 (up) and stride ± 1 (diagonals).
  int stride() const noexcept { return rows_ + 1; }

  // For building a position from a diagram: discs must obey gravity.
  void set_discs(const Bits& mine, const Bits& theirs, int plies) noexcept;

 private:
  int bottom(int column) const noexcept { return column * (rows_ + 1); }

  bool has_four(const Bits& discs) const noexcept {
    const auto line = [&discs](int step) {
      const Bits pairs = discs & (discs >> step);
      return static_cast<bool>(pairs & (pairs >> (2 * step)));
    };
    return line(1) || line(stride()) || line(stride() - 1) || line(stride() + 1);
  }

  Bits mine_{};
  Bits theirs_{};
  Bits filled_{};
  std::uint8_t rows_ = 0, columns_ = 0;
  std::uint8_t plies_ = 0, cells_ = 0;
  std::int16_t blocked_ = -1;  // bit of the blocked cell
};

using SmallPosition = Position<std::uint64_t>;  // up to 64 bits of layout: 6×7, 7×8, 8×7, 9×6, …
using LargePosition = Position<WideBits<3>>;    // up to 12×12

// A simple guess for the side to move, so that every generic search can play: lines of four that are still open.
template <class Bits>
int static_evaluation(const Position<Bits>& position) noexcept;

}  // namespace tengen::games::connect4

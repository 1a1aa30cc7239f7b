#pragma once
// The m,n,k game: tic-tac-toe and its friends. On a board of m columns and n rows the sides take turns to put a stone on
// an empty cell; k of one's own in a row, in a column or along a diagonal win; a full board is a draw.
//
// Bit 8 · row + column is a cell, whatever the size of the board, with a1 at the lower left. On 3×3:
//
//     3   16 17 18
//     2    8  9 10
//     1    0  1  2
//          a  b  c

#include <array>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/hash.hpp"
#include "core/settings.hpp"
#include "games/notation.hpp"
#include "games/position.hpp"

namespace tengen::games::mnk {

inline constexpr int smallest_side = 3;
inline constexpr int largest_side = 8;

// Column and row from 0: b3 is {1, 2}.
struct Move {
  std::uint8_t column = 0;
  std::uint8_t row = 0;
  auto operator<=>(const Move&) const = default;
};

class Position {
 public:
  using Move = mnk::Move;
  static constexpr std::size_t max_moves = largest_side * largest_side;
  static constexpr int symmetries = 8;

  Position() noexcept : Position(3, 3, 3) {}
  // Precondition: both sides are within the bounds above, and k fits the longer one.
  Position(int columns, int rows, int k) noexcept
      : columns_(static_cast<std::uint8_t>(columns)),
        rows_(static_cast<std::uint8_t>(rows)),
        k_(static_cast<std::uint8_t>(k)) {}

  Side side_to_move() const noexcept { return side_; }
  Outcome outcome() const noexcept { return outcome_; }

  void legal_moves(MoveList<Position>& out) const noexcept {
    out.clear();
    if (outcome_ != Outcome::ongoing) return;
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < columns_; ++column)
        if (is_empty(column, row)) out.push_back(move_to(column, row));
  }

  void play(Move move) noexcept {
    assert(outcome_ == Outcome::ongoing && is_empty(move.column, move.row));
    stones_[index(side_)] |= bit(move.column, move.row);
    if (completes_line(side_, move))
      outcome_ = win_for(side_);
    else if (is_full())
      outcome_ = Outcome::draw;
    side_ = other(side_);
  }

  // The outcome is not hashed: the stones decide it.
  std::uint64_t key() const noexcept { return hash_words(stones_[0], stones_[1], columns_, rows_, k_, index(side_)); }
  bool operator==(const Position&) const = default;

  // Symmetry bits: 1 mirrors left-right, 2 top-bottom, 4 along the main diagonal (applied first), where a board of three
  // columns and five rows becomes one of five columns and three rows.
  Position transformed(int symmetry) const noexcept;
  Move transformed(Move move, int symmetry) const noexcept;

  static Expected<Position> from_string(std::string_view text);
  static Expected<Position> from_string(std::string_view text, const Values& options);
  std::string to_string() const;
  Expected<Move> parse_move(std::string_view text) const;
  std::string format(Move move) const;
  Diagram diagram() const;
  std::vector<CellIndex> winning_line() const { return winning_row(diagram(), outcome_, k_, largest_side); }
  OptionValues option_values() const;

  int columns() const noexcept { return columns_; }
  int rows() const noexcept { return rows_; }
  int k() const noexcept { return k_; }
  bool is_on_board(int column, int row) const noexcept {
    return column >= 0 && column < columns_ && row >= 0 && row < rows_;
  }
  bool has_stone(Side side, int column, int row) const noexcept {
    return (stones_[index(side)] & bit(column, row)) != 0;
  }
  bool is_empty(int column, int row) const noexcept {
    return !has_stone(Side::first, column, row) && !has_stone(Side::second, column, row);
  }

 private:
  static constexpr std::uint64_t bit(int column, int row) noexcept { return std::uint64_t{1} << (8 * row + column); }
  static constexpr Move move_to(int column, int row) noexcept {
    return {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
  }
  bool is_full() const noexcept { return bit_count(stones_[0] | stones_[1]) == columns_ * rows_; }

  static Expected<Position> from_diagram(Position board, const Diagram& diagram);
  bool has_line(Side side) const noexcept;
  // Whether the side's stone on this cell stands in a line of k or more.
  bool completes_line(Side side, Move move) const noexcept;
  // The side's stones next to a cell in one direction, without the cell itself.
  int run_from(Side side, Move move, int right, int up) const noexcept;

  std::uint64_t stones_[2] = {0, 0};  // of the first and the second player
  std::uint8_t columns_, rows_, k_;
  Side side_ = Side::first;
  Outcome outcome_ = Outcome::ongoing;
};

// The four directions of lines, as steps to the right and up.
inline constexpr std::array<std::array<int, 2>, 4> directions = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

inline int Position::run_from(Side side, Move move, int right, int up) const noexcept {
  int column = move.column + right, row = move.row + up, run = 0;
  for (; is_on_board(column, row) && has_stone(side, column, row); column += right, row += up) ++run;
  return run;
}

inline bool Position::completes_line(Side side, Move move) const noexcept {
  for (const auto [right, up] : directions)
    if (run_from(side, move, right, up) + 1 + run_from(side, move, -right, -up) >= k_) return true;
  return false;
}

// A simple guess for the side to move, so that every generic search can play: lines of k that are still open.
int static_evaluation(const Position& position) noexcept;

}  // namespace tengen::games::mnk

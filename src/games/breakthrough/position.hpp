#pragma once
// Breakthrough: pawns step one row forward, straight or diagonally, and capture diagonally only. Whoever reaches the last
// row wins, and whoever captures all pawns of the other side.
//
// Bit 8 · row + column is a square, with a1 at the lower left. First moves up, second down:
//
//     8   o o o o o o o o       A step is a shift of all pawns at once: by 8 straight ahead, by 7 or 9 to a side, where
//     7   o o o o o o o o       the pawns of the edge column stay behind.
//     …   . . . . . . . .
//     2   x x x x x x x x               56  …  63
//     1   x x x x x x x x                0  …   7
//         a b c d e f g h

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/hash.hpp"
#include "games/position.hpp"

namespace tengen::games::breakthrough {

// From one square to another.
struct Move {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  auto operator<=>(const Move&) const = default;
};

class Position {
 public:
  using Move = breakthrough::Move;
  static constexpr int most_pawns = 16;
  static constexpr std::size_t max_moves = 3 * most_pawns;
  static constexpr int symmetries = 2;  // identity and left-right mirror

  Position() noexcept = default;

  Side side_to_move() const noexcept { return side_; }

  Outcome outcome() const noexcept {
    if ((pawns_[0] & top_row) != 0 || pawns_[1] == 0) return Outcome::first_wins;
    if ((pawns_[1] & bottom_row) != 0 || pawns_[0] == 0) return Outcome::second_wins;
    return Outcome::ongoing;
  }

  // There always is one: the foremost pawn has a square diagonally before it, and no pawn of its own stands there.
  void legal_moves(MoveList<Position>& out) const noexcept {
    out.clear();
    if (outcome() != Outcome::ongoing) return;
    const std::uint64_t own = pawns_[index(side_)], empty = ~(pawns_[0] | pawns_[1]);
    const auto add = [&out](std::uint64_t targets, int step) {
      for_each_bit(targets, [&out, step](int to) {
        out.push_back({static_cast<std::uint8_t>(to - step), static_cast<std::uint8_t>(to)});
      });
    };
    const std::uint64_t from_b = own & ~a_column,
                        to_g = own & ~h_column;  // those with a square at their left, at their right
    if (side_ == Side::first) {
      add(from_b << 7 & ~own, 7);
      add(to_g << 9 & ~own, 9);
      add(own << 8 & empty, 8);
    } else {
      add(from_b >> 9 & ~own, -9);
      add(to_g >> 7 & ~own, -7);
      add(own >> 8 & empty, -8);
    }
  }

  void play(Move move) noexcept {
    const std::uint64_t from = bit(move.from), to = bit(move.to);
    assert((pawns_[index(side_)] & from) != 0 && (pawns_[index(side_)] & to) == 0);
    pawns_[index(side_)] ^= from | to;
    side_ = other(side_);
    pawns_[index(side_)] &= ~to;
  }

  std::uint64_t key() const noexcept { return hash_words(pawns_[0], pawns_[1], index(side_)); }
  bool operator==(const Position&) const = default;

  Position transformed(int symmetry) const noexcept;
  Move transformed(Move move, int symmetry) const noexcept;

  static Expected<Position> from_string(std::string_view text);
  std::string to_string() const;
  Expected<Move> parse_move(std::string_view text) const;
  std::string format(Move move) const;
  Diagram diagram() const;
  std::vector<CellIndex> winning_line() const;

  std::uint64_t pawns(Side side) const noexcept { return pawns_[index(side)]; }

 private:
  static constexpr std::uint64_t bottom_row = 0xff, top_row = bottom_row << 56;
  static constexpr std::uint64_t a_column = 0x0101010101010101, h_column = a_column << 7;
  static constexpr std::uint64_t bit(int square) noexcept { return std::uint64_t{1} << square; }
  static Expected<Position> from_diagram(const Diagram& diagram);

  std::uint64_t pawns_[2] = {0xffff, 0xffff000000000000};
  Side side_ = Side::first;
};

// A simple guess for the side to move: pawns, and how far they have come.
int static_evaluation(const Position& position) noexcept;

}  // namespace tengen::games::breakthrough

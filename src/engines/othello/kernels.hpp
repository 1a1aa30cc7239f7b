#pragma once
// What the endgame search asks of a processor, in plain x86-64 instructions. A kernel set is a struct of static
// functions; kernels_avx2.hpp and kernels_avx512.hpp have the same ones for newer processors. The search is a template
// over the set, compiled once for each, and the choice is made once, when a solver is made (solver.cpp).

#include <array>
#include <bit>
#include <cstdint>

#include "core/bits.hpp"
#include "engines/rules.hpp"
#include "games/othello/bitboard.hpp"

namespace tengen::engines::othello {

namespace detail {

// last_flip_counts[i][line]: how many discs flip on a line of up to eight cells when the owner of its set bits moves on
// its cell i and all other cells are the opponent's. Cells that a shorter line lacks are clear, and so flank nothing.
//
//     line  x o o . o x o o     bits 0 and 5 set, i = 3: two flip to the left, one to the right
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_last_flip_counts() {
  std::array<std::array<std::uint8_t, 256>, 8> counts{};
  for (int i = 0; i < 8; ++i)
    for (int line = 0; line < 256; ++line) {
      int left = i - 1, right = i + 1, flips = 0;
      while (left >= 0 && (line >> left & 1) == 0) --left;
      while (right < 8 && (line >> right & 1) == 0) ++right;
      if (left >= 0) flips += i - 1 - left;
      if (right < 8) flips += right - i - 1;
      counts[static_cast<std::size_t>(i)][static_cast<std::size_t>(line)] = static_cast<std::uint8_t>(flips);
    }
  return counts;
}
inline constexpr auto last_flip_counts = make_last_flip_counts();

// The diagonals through each cell: the one to the lower right and the one to the lower left.
struct Diagonals {
  std::uint64_t falling = 0, rising = 0;
};
constexpr std::array<Diagonals, 64> make_diagonals() {
  std::array<Diagonals, 64> result{};
  for (int cell = 0; cell < 64; ++cell)
    for (int other = 0; other < 64; ++other) {
      const int rows = other / 8 - cell / 8, columns = other % 8 - cell % 8;
      auto& [falling, rising] = result[static_cast<std::size_t>(cell)];
      if (rows == columns) falling |= std::uint64_t{1} << other;
      if (rows == -columns) rising |= std::uint64_t{1} << other;
    }
  return result;
}
inline constexpr auto diagonals = make_diagonals();

inline constexpr std::uint64_t first_column = 0x0101010101010101ULL;

}  // namespace detail

struct PlainKernels {
  static int count(std::uint64_t bits) noexcept { return bit_count(bits); }

  // Where the owner of `own` may move.
  static std::uint64_t moves(std::uint64_t own, std::uint64_t opponent) noexcept { return mobility(own, opponent); }

  // What a move on the cell flips.
  static std::uint64_t flips(std::uint64_t own, std::uint64_t opponent, int cell) noexcept {
    return games::othello::flips(own, opponent, cell);
  }

  // How many discs a move on the only empty cell flips; all that is neither `own` nor the cell is the opponent's.
  static int last_flips(std::uint64_t own, int cell) noexcept {
    using namespace detail;
    const auto row = static_cast<std::size_t>(cell >> 3), column = static_cast<std::size_t>(cell & 7);
    const auto& [falling, rising] = diagonals[static_cast<std::size_t>(cell)];
    // A diagonal has one cell in each column, so adding up its rows drops them into one byte; a column's bits meet in
    // the topmost byte when each of them is moved by its own distance.
    const auto gathered = [](std::uint64_t bits) { return bits * first_column >> 56; };
    return last_flip_counts[column][own >> (8 * row) & 0xff] +
           last_flip_counts[row][(own >> column & first_column) * 0x0102040810204080ULL >> 56] +
           last_flip_counts[column][gathered(own & falling)] + last_flip_counts[column][gathered(own & rising)];
  }
};

}  // namespace tengen::engines::othello

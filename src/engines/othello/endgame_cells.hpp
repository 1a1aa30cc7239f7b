#pragma once
// Facts about cells that the endgame search looks up.
//
// Parity: the empty cells of a quadrant count as one region. Whoever moves into a region with an odd number of them
// tends to have the last move there, so such regions are tried first. A set of odd quadrants is four bits:
//
//     1 1 1 1 2 2 2 2
//     1 1 1 1 2 2 2 2
//     1 1 1 1 2 2 2 2
//     1 1 1 1 2 2 2 2
//     4 4 4 4 8 8 8 8
//     4 4 4 4 8 8 8 8
//     4 4 4 4 8 8 8 8
//     4 4 4 4 8 8 8 8

#include <array>
#include <bit>
#include <cstdint>

namespace tengen::engines::othello {

inline constexpr std::uint64_t corners = 0x8100000000000081ULL;
inline constexpr std::array<std::uint64_t, 4> quadrants = {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL,
                                                           0x0f0f0f0f00000000ULL, 0xf0f0f0f000000000ULL};

constexpr unsigned quadrant_of(int cell) noexcept { return static_cast<unsigned>(cell >> 5 << 1 | (cell >> 2 & 1)); }

// odd_cells[set of quadrants] → their cells.
constexpr std::array<std::uint64_t, 16> make_odd_cells() {
  std::array<std::uint64_t, 16> result{};
  for (std::size_t set = 0; set < 16; ++set)
    for (std::size_t q = 0; q < 4; ++q)
      if ((set >> q & 1) != 0) result[set] |= quadrants[q];
  return result;
}
inline constexpr auto odd_cells = make_odd_cells();

// The quadrants with an odd number of these cells.
constexpr unsigned odd_quadrants(std::uint64_t cells) noexcept {
  unsigned set = 0;
  for (std::size_t q = 0; q < 4; ++q) set |= static_cast<unsigned>(std::popcount(cells & quadrants[q]) & 1) << q;
  return set;
}

// A move flips nothing unless a disc of the opponent's is next to it.
constexpr std::array<std::uint64_t, 64> make_neighbours() {
  std::array<std::uint64_t, 64> result{};
  for (int a = 0; a < 64; ++a)
    for (int b = 0; b < 64; ++b) {
      const int rows = a / 8 - b / 8, columns = a % 8 - b % 8;
      if (a != b && rows * rows <= 1 && columns * columns <= 1)
        result[static_cast<std::size_t>(a)] |= std::uint64_t{1} << b;
    }
  return result;
}
inline constexpr auto neighbours = make_neighbours();

// The score of a finished game: the difference in discs, where empty cells count for the winner.
constexpr int final_score(int own, int opponent) noexcept {
  const int margin = own - opponent, empty = 64 - own - opponent;
  return margin > 0 ? margin + empty : margin < 0 ? margin - empty : 0;
}

}  // namespace tengen::engines::othello

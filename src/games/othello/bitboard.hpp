#pragma once
// Othello's two kernels on 64-bit boards: where may I move, and what does a move flip?
//
// Bit i is row i / 8 from the top, column i % 8:   a1 = 0, b1 = 1, …, h1 = 7, a2 = 8, …, h8 = 63.

#include <array>
#include <bit>
#include <cstdint>

namespace tengen::games::othello {

namespace detail {

// Empty cells reached from `own` over one or more of `between` in both ways along one line. Each doubling step
// extends the runs found so far, so six cells are covered in three steps.
template <int shift>
constexpr std::uint64_t reach(std::uint64_t own, std::uint64_t between) noexcept {
  std::uint64_t up = between & (own << shift);
  std::uint64_t down = between & (own >> shift);
  up |= between & (up << shift);
  down |= between & (down >> shift);
  const std::uint64_t up_pairs = between & (between << shift);
  const std::uint64_t down_pairs = up_pairs >> shift;
  up |= up_pairs & (up << (2 * shift));
  down |= down_pairs & (down >> (2 * shift));
  up |= up_pairs & (up << (2 * shift));
  down |= down_pairs & (down >> (2 * shift));
  return (up << shift) | (down >> shift);
}

// rays[cell][d]: the cells in direction d from the cell, without it: right, down-left, down, down-right, left.
constexpr std::array<std::array<std::uint64_t, 5>, 64> make_rays() {
  constexpr int steps[5][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}, {0, -1}};
  std::array<std::array<std::uint64_t, 5>, 64> rays{};
  for (int cell = 0; cell < 64; ++cell)
    for (int d = 0; d < 5; ++d)
      for (int r = cell / 8 + steps[d][0], c = cell % 8 + steps[d][1]; r < 8 && c >= 0 && c < 8;
           r += steps[d][0], c += steps[d][1])
        rays[static_cast<std::size_t>(cell)][static_cast<std::size_t>(d)] |= std::uint64_t{1} << (8 * r + c);
  return rays;
}
inline constexpr auto rays = make_rays();

// Flips along a ray towards higher bits. Adding the bit behind the move to a word in which all but the ray is filled
// carries through the opponent's discs to the first cell that is not theirs; if that one is mine, what lies before it
// flips:
//
//     ray            . o o x .        opponent | ~ray    1 1 1 0 0   (lowest bit at the left)
//                                     + bit behind       0 0 0 1 0   the first stop; it is mine, so both o flip
constexpr std::uint64_t flips_up(std::uint64_t own, std::uint64_t opponent, std::uint64_t behind,
                                 std::uint64_t ray) noexcept {
  const std::uint64_t outflank = ((opponent | ~ray) + behind) & own & ray;
  return ray & (outflank - static_cast<std::uint64_t>(outflank != 0));
}

// The same towards lower bits, with the highest such cell.
constexpr std::uint64_t flips_down(std::uint64_t own, std::uint64_t opponent, std::uint64_t ray) noexcept {
  const std::uint64_t stops = ray & ~opponent;
  const std::uint64_t outflank = (0x8000000000000000ULL >> std::countl_zero(stops | 1)) & stops & own;
  return ray & ((~outflank + 1) << 1);
}

}  // namespace detail

// All cells where the owner of `own` may move.
constexpr std::uint64_t mobility(std::uint64_t own, std::uint64_t opponent) noexcept {
  // Discs on the left and right edges cannot be flanked along a row or a diagonal; masking them stops wrap-around.
  const std::uint64_t inner = opponent & 0x7e7e7e7e7e7e7e7eULL;
  return (detail::reach<1>(own, inner) | detail::reach<7>(own, inner) | detail::reach<9>(own, inner) |
          detail::reach<8>(own, opponent)) &
         ~(own | opponent);
}

// The discs that a move on `cell` flips. On each ray the nearest cell that is not the opponent's decides: if it is
// mine, everything before it flips. Reversing the bytes turns the board upside down, so that the three upward rays
// are handled like the downward ones, which are the cheaper kind.
constexpr std::uint64_t flips(std::uint64_t own, std::uint64_t opponent, int cell) noexcept {
  using namespace detail;
  const auto& down = rays[static_cast<std::size_t>(cell)];
  const auto& up = rays[static_cast<std::size_t>(cell ^ 56)];
  const std::uint64_t own_up = __builtin_bswap64(own), opponent_up = __builtin_bswap64(opponent);
  const std::uint64_t behind = std::uint64_t{2} << cell, behind_up = std::uint64_t{2} << (cell ^ 56);
  const std::uint64_t below = flips_up(own, opponent, behind, down[0]) | flips_up(own, opponent, behind, down[1]) |
                              flips_up(own, opponent, behind, down[2]) | flips_up(own, opponent, behind, down[3]);
  const std::uint64_t above = flips_up(own_up, opponent_up, behind_up, up[1]) |
                              flips_up(own_up, opponent_up, behind_up, up[2]) |
                              flips_up(own_up, opponent_up, behind_up, up[3]);
  return below | __builtin_bswap64(above) | flips_down(own, opponent, down[4]);
}

}  // namespace tengen::games::othello

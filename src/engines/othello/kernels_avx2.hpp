#pragma once
// The kernels for processors with AVX2 and BMI2. Include this file inside a target region only (search_avx2.cpp,
// search_avx512.cpp): everything in it is compiled for such a processor.
//
// One 256-bit word holds four lanes of a board each, one for each direction:
//
//     lane      0         1            2        3
//     up        right     down-left    down     down-right       towards higher bits: shifts by 1, 7, 8, 9
//     down      left      up-right     up       up-left          towards lower bits

#include <immintrin.h>

#include <array>
#include <cstdint>

#include "engines/othello/kernels.hpp"

namespace tengen::engines::othello {

namespace detail {

// The rays from a cell in the order of the lanes.
struct alignas(64) LaneRays {
  std::array<std::uint64_t, 4> up{}, down{};
};
constexpr std::array<LaneRays, 64> make_lane_rays() {
  constexpr int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
  std::array<LaneRays, 64> all{};
  for (int cell = 0; cell < 64; ++cell)
    for (std::size_t lane = 0; lane < 4; ++lane)
      for (int way = -1; way <= 1; way += 2)
        for (int row = cell / 8 + way * steps[lane][0], column = cell % 8 + way * steps[lane][1];
             row >= 0 && row < 8 && column >= 0 && column < 8;
             row += way * steps[lane][0], column += way * steps[lane][1]) {
          LaneRays& lanes = all[static_cast<std::size_t>(cell)];
          (way > 0 ? lanes.up : lanes.down)[lane] |= std::uint64_t{1} << (8 * row + column);
        }
  return all;
}
inline constexpr auto lane_rays = make_lane_rays();

// The row, the column and the diagonals of a cell for gathering their bits, and where on each the cell lies.
struct LastLines {
  std::uint64_t column = 0, falling = 0, rising = 0;
  std::uint8_t on_falling = 0, on_rising = 0;
};
constexpr std::array<LastLines, 64> make_last_lines() {
  std::array<LastLines, 64> all{};
  for (int cell = 0; cell < 64; ++cell) {
    LastLines& lines = all[static_cast<std::size_t>(cell)];
    const auto& [falling, rising] = diagonals[static_cast<std::size_t>(cell)];
    const std::uint64_t before = (std::uint64_t{1} << cell) - 1;
    lines = {first_column << (cell % 8), falling, rising, static_cast<std::uint8_t>(bit_count(falling & before)),
             static_cast<std::uint8_t>(bit_count(rising & before))};
  }
  return all;
}
inline constexpr auto last_lines = make_last_lines();

}  // namespace detail

// A template, so that the two regions share no function: of those that are not inlined the linker keeps one for each
// name, and AVX2 must not get what was compiled for AVX-512.
template <bool avx512>
struct VectorKernels {
  static int count(std::uint64_t bits) noexcept { return static_cast<int>(_mm_popcnt_u64(bits)); }

  static std::uint64_t moves(std::uint64_t own, std::uint64_t opponent) noexcept {
    const __m256i shift = _mm256_setr_epi64x(1, 7, 8, 9), twice = _mm256_setr_epi64x(2, 14, 16, 18);
    // Discs on the left and right edges cannot be flanked but along the edge; masking them stops wrap-around.
    constexpr long long inner = 0x7e7e7e7e7e7e7e7eLL;
    const __m256i mine = broadcast(own);
    const __m256i between = _mm256_and_si256(broadcast(opponent), _mm256_setr_epi64x(inner, inner, -1, inner));
    __m256i up = _mm256_and_si256(between, left(mine, shift));
    __m256i down = _mm256_and_si256(between, right(mine, shift));
    up = grown(up, between, left(up, shift));
    down = grown(down, between, right(down, shift));
    const __m256i up_pairs = _mm256_and_si256(between, left(between, shift));
    const __m256i down_pairs = right(up_pairs, shift);
    up = grown(up, up_pairs, left(up, twice));
    down = grown(down, down_pairs, right(down, twice));
    up = grown(up, up_pairs, left(up, twice));
    down = grown(down, down_pairs, right(down, twice));
    return together(_mm256_or_si256(left(up, shift), right(down, shift))) & ~(own | opponent);
  }

  static std::uint64_t flips(std::uint64_t own, std::uint64_t opponent, int cell) noexcept {
    const __m256i mine = broadcast(own), theirs = broadcast(opponent);
    const auto& rays = detail::lane_rays[static_cast<std::size_t>(cell)];
    const __m256i up = load(rays.up), down = load(rays.down);
    const __m256i below = flips_up(mine, theirs, up);
    // Cells beyond the nearest that is not theirs lie in its shadow, and so the nearest is the one that does not.
    const __m256i shift = _mm256_setr_epi64x(1, 7, 8, 9), twice = _mm256_setr_epi64x(2, 14, 16, 18);
    const __m256i stops = _mm256_andnot_si256(theirs, down);
    __m256i shadow = _mm256_srlv_epi64(stops, shift);
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, shift));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, twice));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, twice));
    const __m256i outflank = _mm256_andnot_si256(shadow, _mm256_and_si256(stops, mine));
    return together(_mm256_or_si256(below, above(outflank, down)));
  }

  // As with the plain kernels, but a line's bits are gathered by one instruction.
  static int last_flips(std::uint64_t own, int cell) noexcept {
    using namespace detail;
    const auto row = static_cast<std::size_t>(cell >> 3), column = static_cast<std::size_t>(cell & 7);
    const LastLines& lines = last_lines[static_cast<std::size_t>(cell)];
    return last_flip_counts[column][own >> (8 * row) & 0xff] + last_flip_counts[row][_pext_u64(own, lines.column)] +
           last_flip_counts[lines.on_falling][_pext_u64(own, lines.falling)] +
           last_flip_counts[lines.on_rising][_pext_u64(own, lines.rising)];
  }

 protected:
  static __m256i left(__m256i x, __m256i by) noexcept { return _mm256_sllv_epi64(x, by); }
  static __m256i right(__m256i x, __m256i by) noexcept { return _mm256_srlv_epi64(x, by); }
  static __m256i grown(__m256i x, __m256i over, __m256i moved) noexcept {
    return _mm256_or_si256(x, _mm256_and_si256(over, moved));
  }
  static __m256i broadcast(std::uint64_t bits) noexcept { return _mm256_set1_epi64x(static_cast<long long>(bits)); }
  static __m256i load(const std::array<std::uint64_t, 4>& lanes) noexcept {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.data()));
  }
  // All lanes in one board.
  static std::uint64_t together(__m256i lanes) noexcept {
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
  }
  // The nearest cell that is not theirs is the lowest; if it is mine, what lies before it flips.
  static __m256i flips_up(__m256i mine, __m256i theirs, __m256i ray) noexcept {
    const __m256i stops = _mm256_andnot_si256(theirs, ray), none = _mm256_setzero_si256();
    const __m256i outflank = _mm256_and_si256(mine, _mm256_and_si256(stops, _mm256_sub_epi64(none, stops)));
    const __m256i before = _mm256_sub_epi64(_mm256_add_epi64(outflank, _mm256_set1_epi64x(-1)),
                                            _mm256_cmpeq_epi64(outflank, none));  // nought stays nought
    return _mm256_and_si256(ray, before);
  }
  // What lies above the outflanking disc.
  static __m256i above(__m256i outflank, __m256i ray) noexcept {
    return _mm256_and_si256(ray, _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(outflank, outflank)));
  }
};

using Avx2Kernels = VectorKernels<false>;

}  // namespace tengen::engines::othello

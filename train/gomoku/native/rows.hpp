// A set of board points for each side, as bits.
//
//   One warp owns one board. Lane r holds row r of both sides in one word, one bit a column:
//
//        bit  0 … size−1       32 … 31+size
//             mine: the side   theirs: the other side          lanes from `size` on hold nothing
//             to move
//
//   Moving a whole set by one step along a line is then one shuffle and one shift, and each formula is computed for both
//   sides at once. Compiled by a plain C++ compiler, a set holds all rows and the same formulas run on the CPU: that is
//   what the tests and the CPU smoke run use. The board's size is fixed when this is compiled: TENGEN_BOARD, at most 22,
//   so that five steps beyond an edge never reach the other side's bits or the first lane.
#pragma once
#include <cstdint>

#ifdef __CUDACC__
#include <cuda_fp16.h>
#define DEV __device__ __forceinline__
#define DEV_CALL __device__ __noinline__
#else
#include <cmath>
#define DEV inline
#define DEV_CALL inline
#endif

#ifndef TENGEN_BOARD
#define TENGEN_BOARD 15
#endif

namespace tengen::train {

constexpr int side_length = TENGEN_BOARD;
constexpr int points = side_length * side_length;
constexpr int mine = 0, theirs = 32;  // first bit of each side
constexpr uint64_t one_row = (1u << side_length) - 1;
constexpr uint64_t both_rows = one_row << mine | one_row << theirs;
static_assert(side_length >= 5 && side_length <= 22);

#ifdef __CUDACC__
using half_t = __half;
constexpr int lanes = 32;
constexpr uint32_t all_lanes = 0xFFFFFFFFu;
DEV int lane() { return threadIdx.x & 31; }
DEV float warp_sum(float x) {
  for (int k = 16; k; k >>= 1) x += __shfl_xor_sync(all_lanes, x, k);
  return x;
}
DEV float warp_max(float x) {
  for (int k = 16; k; k >>= 1) x = fmaxf(x, __shfl_xor_sync(all_lanes, x, k));
  return x;
}
/// The point with the largest score over the warp; ties go to the lower point.
DEV int warp_argmax(float score, int point) {
  for (int k = 16; k; k >>= 1) {
    const float s = __shfl_xor_sync(all_lanes, score, k);
    const int p = __shfl_xor_sync(all_lanes, point, k);
    if (s > score || (s == score && p < point)) {
      score = s;
      point = p;
    }
  }
  return point;
}
DEV void warp_barrier() { __syncwarp(); }
DEV int count_bits(uint32_t x) { return __popc(x); }
DEV int low_bit(uint32_t x) { return __ffs(static_cast<int>(x)) - 1; }
#else
using half_t = _Float16;
constexpr int lanes = 1;
DEV int lane() { return 0; }
DEV float warp_sum(float x) { return x; }
DEV float warp_max(float x) { return x; }
DEV int warp_argmax(float, int point) { return point; }
DEV void warp_barrier() {}
DEV int count_bits(uint32_t x) { return __builtin_popcount(x); }
DEV int low_bit(uint32_t x) { return __builtin_ctz(x); }
#endif

/// Points one lane looks after: point = lane() + lanes * slot.
constexpr int slots = (points + lanes - 1) / lanes;

DEV uint32_t half_of(uint64_t word, int side) { return static_cast<uint32_t>(word >> side); }
DEV uint64_t bit_at(int side, int column) { return uint64_t{1} << (side + column); }
DEV uint64_t shifted(uint64_t word, int columns) { return columns >= 0 ? word >> columns : word << -columns; }

#ifdef __CUDACC__

struct Rows {
  uint64_t bits = 0;

  DEV Rows at(int dr, int dc) const {  // the set seen from (row + dr, column + dc)
    const auto word = static_cast<unsigned long long>(bits);
    const uint64_t x = dr ? __shfl_sync(all_lanes, word, lane() + dr & 31) : word;  // beyond the edge: an empty lane
    return {shifted(x, dc) & (lane() < side_length ? both_rows : 0)};
  }
  DEV Rows swapped() const { return {bits << 32 | bits >> 32}; }
  DEV bool any(int side) const { return __ballot_sync(all_lanes, half_of(bits, side) != 0) != 0; }
  DEV bool has(int side, int point) const {  // point may differ from lane to lane; beyond the board: false
    return __shfl_sync(all_lanes, half_of(bits, side), point / side_length) >> point % side_length & 1;
  }
  DEV int first(int side) const {  // −1 when empty
    const uint32_t rows = __ballot_sync(all_lanes, half_of(bits, side) != 0);
    if (!rows) return -1;
    const int row = low_bit(rows);
    return row * side_length + low_bit(__shfl_sync(all_lanes, half_of(bits, side), row));
  }
  DEV int count(int side) const { return __reduce_add_sync(all_lanes, __popc(half_of(bits, side))); }
  DEV Rows flipped_at(int side, int point) const {
    return {lane() == point / side_length ? bits ^ bit_at(side, point % side_length) : bits};
  }
  DEV Rows masked(uint64_t mask) const { return {bits & mask}; }
  DEV static Rows board() { return {lane() < side_length ? both_rows : 0}; }
  DEV static Rows load(const uint64_t* from) { return {lane() < side_length ? from[lane()] : 0}; }
  DEV void store(uint64_t* to) const {
    if (lane() < side_length) to[lane()] = bits;
  }
};
DEV Rows operator&(Rows a, Rows b) { return {a.bits & b.bits}; }
DEV Rows operator|(Rows a, Rows b) { return {a.bits | b.bits}; }
DEV Rows operator^(Rows a, Rows b) { return {a.bits ^ b.bits}; }
DEV Rows without(Rows a, Rows b) { return {a.bits & ~b.bits}; }

#else

struct Rows {
  uint64_t row[side_length] = {};

  Rows at(int dr, int dc) const {
    Rows out;
    for (int r = 0; r < side_length; ++r)
      if (r + dr >= 0 && r + dr < side_length) out.row[r] = shifted(row[r + dr], dc) & both_rows;
    return out;
  }
  Rows swapped() const {
    Rows out;
    for (int r = 0; r < side_length; ++r) out.row[r] = row[r] << 32 | row[r] >> 32;
    return out;
  }
  bool any(int side) const { return first(side) >= 0; }
  bool has(int side, int point) const { return half_of(row[point / side_length], side) >> point % side_length & 1; }
  int first(int side) const {
    for (int r = 0; r < side_length; ++r)
      if (half_of(row[r], side)) return r * side_length + low_bit(half_of(row[r], side));
    return -1;
  }
  int count(int side) const {
    int n = 0;
    for (int r = 0; r < side_length; ++r) n += count_bits(half_of(row[r], side));
    return n;
  }
  Rows flipped_at(int side, int point) const {
    Rows out = *this;
    out.row[point / side_length] ^= bit_at(side, point % side_length);
    return out;
  }
  Rows masked(uint64_t mask) const {
    Rows out;
    for (int r = 0; r < side_length; ++r) out.row[r] = row[r] & mask;
    return out;
  }
  static Rows board() {
    Rows out;
    for (int r = 0; r < side_length; ++r) out.row[r] = both_rows;
    return out;
  }
  static Rows load(const uint64_t* from) {
    Rows out;
    for (int r = 0; r < side_length; ++r) out.row[r] = from[r];
    return out;
  }
  void store(uint64_t* to) const {
    for (int r = 0; r < side_length; ++r) to[r] = row[r];
  }
};
template <class F>
Rows row_by_row(const Rows& a, const Rows& b, F f) {
  Rows out;
  for (int r = 0; r < side_length; ++r) out.row[r] = f(a.row[r], b.row[r]);
  return out;
}
inline Rows operator&(const Rows& a, const Rows& b) {
  return row_by_row(a, b, [](uint64_t x, uint64_t y) { return x & y; });
}
inline Rows operator|(const Rows& a, const Rows& b) {
  return row_by_row(a, b, [](uint64_t x, uint64_t y) { return x | y; });
}
inline Rows operator^(const Rows& a, const Rows& b) {
  return row_by_row(a, b, [](uint64_t x, uint64_t y) { return x ^ y; });
}
inline Rows without(const Rows& a, const Rows& b) {
  return row_by_row(a, b, [](uint64_t x, uint64_t y) { return x & ~y; });
}

#endif

DEV uint64_t side_bits(int side) { return uint64_t{0xFFFFFFFF} << side; }

}  // namespace tengen::train

// A set of board points for each side, and the threats on it, without a table and without a loop over points.
//
//   One warp owns one board. Lane r holds row r of the side to move ("mine"), lane 16+r row r of the other side
//   ("theirs"), one bit a column:
//
//        lane  0 . . . 14  15 | 16 . . . 30  31
//              mine, rows   0 | theirs, rows 0        rows 15 and 31 are always empty
//
//   Moving a whole set by one step along a line is then one shuffle and one shift, and each formula below is
//   computed for both sides at once. Compiled by a plain C++ compiler, a set holds all 32 rows and the same
//   formulas run on the CPU: that is what the tests and the CPU smoke run use.
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

namespace tengen::train {

constexpr int side_length = 15;
constexpr int points = side_length * side_length;
constexpr int mine = 0, theirs = 16;  // first lane of each side
constexpr uint32_t full_row = 0x7FFF;

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

#ifdef __CUDACC__

struct Rows {
  uint32_t bits = 0;

  DEV Rows at(int dr, int dc) const {  // the set seen from (row + dr, column + dc)
    const int row = (lane() & 15) + dr;
    uint32_t x = dr ? __shfl_sync(all_lanes, bits, lane() + dr) : bits;
    if (dr && static_cast<unsigned>(row) >= side_length) x = 0;
    return {(dc >= 0 ? x >> dc : x << -dc) & full_row};
  }
  DEV Rows swapped() const { return {__shfl_xor_sync(all_lanes, bits, 16)}; }
  DEV bool any(int side) const { return (__ballot_sync(all_lanes, bits != 0) >> side & 0xFFFF) != 0; }
  DEV bool has(int side, int point) const {  // point may differ from lane to lane
    const int row = point / side_length, column = point % side_length;
    return __shfl_sync(all_lanes, bits, side + (row < 15 ? row : 15)) >> column & 1;
  }
  DEV int first(int side) const {  // −1 when empty
    const uint32_t rows = __ballot_sync(all_lanes, bits != 0) >> side & 0xFFFF;
    if (!rows) return -1;
    const int row = low_bit(rows);
    return row * side_length + low_bit(__shfl_sync(all_lanes, bits, side + row));
  }
  DEV int count(int side) const { return static_cast<int>(warp_sum(lane() / 16 * 16 == side ? __popc(bits) : 0)); }
  DEV Rows flipped_at(int side, int point) const {
    return {lane() == side + point / side_length ? bits ^ 1u << point % side_length : bits};
  }
  DEV Rows only(int side) const { return {lane() / 16 * 16 == side ? bits : 0}; }
  DEV static Rows board() { return {(lane() & 15) < side_length ? full_row : 0}; }
  DEV static Rows load(const uint16_t* from) { return {from[lane()]}; }
  DEV void store(uint16_t* to) const { to[lane()] = static_cast<uint16_t>(bits); }
};
DEV Rows operator&(Rows a, Rows b) { return {a.bits & b.bits}; }
DEV Rows operator|(Rows a, Rows b) { return {a.bits | b.bits}; }
DEV Rows operator^(Rows a, Rows b) { return {a.bits ^ b.bits}; }
DEV Rows without(Rows a, Rows b) { return {a.bits & ~b.bits}; }

#else

struct Rows {
  uint32_t row[32] = {};

  Rows at(int dr, int dc) const {
    Rows out;
    for (int l = 0; l < 32; ++l) {
      const int r = (l & 15) + dr;
      if (r < 0 || r >= side_length) continue;
      const uint32_t x = row[l + dr];
      out.row[l] = (dc >= 0 ? x >> dc : x << -dc) & full_row;
    }
    return out;
  }
  Rows swapped() const {
    Rows out;
    for (int l = 0; l < 32; ++l) out.row[l] = row[l ^ 16];
    return out;
  }
  bool any(int side) const { return first(side) >= 0; }
  bool has(int side, int point) const { return row[side + point / side_length] >> point % side_length & 1; }
  int first(int side) const {
    for (int r = 0; r < side_length; ++r)
      if (row[side + r]) return r * side_length + low_bit(row[side + r]);
    return -1;
  }
  int count(int side) const {
    int n = 0;
    for (int r = 0; r < side_length; ++r) n += count_bits(row[side + r]);
    return n;
  }
  Rows flipped_at(int side, int point) const {
    Rows out = *this;
    out.row[side + point / side_length] ^= 1u << point % side_length;
    return out;
  }
  Rows only(int side) const {
    Rows out;
    for (int r = 0; r < side_length; ++r) out.row[side + r] = row[side + r];
    return out;
  }
  static Rows board() {
    Rows out;
    for (int l = 0; l < 32; ++l) out.row[l] = (l & 15) < side_length ? full_row : 0;
    return out;
  }
  static Rows load(const uint16_t* from) {
    Rows out;
    for (int l = 0; l < 32; ++l) out.row[l] = from[l];
    return out;
  }
  void store(uint16_t* to) const {
    for (int l = 0; l < 32; ++l) to[l] = static_cast<uint16_t>(row[l]);
  }
};
template <class F>
Rows row_by_row(const Rows& a, const Rows& b, F f) {
  Rows out;
  for (int l = 0; l < 32; ++l) out.row[l] = f(a.row[l], b.row[l]);
  return out;
}
inline Rows operator&(const Rows& a, const Rows& b) {
  return row_by_row(a, b, [](uint32_t x, uint32_t y) { return x & y; });
}
inline Rows operator|(const Rows& a, const Rows& b) {
  return row_by_row(a, b, [](uint32_t x, uint32_t y) { return x | y; });
}
inline Rows operator^(const Rows& a, const Rows& b) {
  return row_by_row(a, b, [](uint32_t x, uint32_t y) { return x ^ y; });
}
inline Rows without(const Rows& a, const Rows& b) {
  return row_by_row(a, b, [](uint32_t x, uint32_t y) { return x & ~y; });
}

#endif

/// For each side: empty points that make five, that make a four, and that make a four with two or more ways to
/// five (an open four or a double four: the other side cannot stop both).
struct Threats {
  Rows five, four, win;
};

/// Five-cell windows along one line, named by their first cell: how many stones of the side are in each.
struct Windows {
  Rows three, four;  // windows with exactly that many stones and no stone of the other side
  Rows hole[5];      // window cell k is empty
};

DEV Windows windows(const Rows& own, const Rows& usable, int dr, int dc) {
  Rows s[5], u[5];
  for (int k = 0; k < 5; ++k) s[k] = own.at(k * dr, k * dc), u[k] = usable.at(k * dr, k * dc);
  const Rows open = u[0] & u[1] & u[2] & u[3] & u[4];
  // Five one-bit numbers added bit by bit: (s0+s1+s2) is (low, carry), then + s3 + s4.
  const Rows low1 = s[0] ^ s[1] ^ s[2], carry1 = (s[0] & s[1]) | (s[2] & (s[0] ^ s[1]));
  const Rows bit0 = low1 ^ s[3] ^ s[4], carry2 = (low1 & s[3]) | (s[4] & (low1 ^ s[3]));
  const Rows bit1 = carry1 ^ carry2, bit2 = carry1 & carry2;
  Windows w;
  w.four = without(open & bit2, bit0);
  w.three = open & bit1 & bit0;
  for (int k = 0; k < 5; ++k) w.hole[k] = without(u[k], s[k]);
  return w;
}

constexpr int directions = 4;
DEV void direction(int d, int& dr, int& dc) { dr = d == 0 ? 0 : 1, dc = d == 1 ? 0 : d == 3 ? -1 : 1; }

DEV Rows usable_points(const Rows& stones) { return without(Rows::board(), stones.swapped()); }

/// Empty points where a side makes five or more in a row (freestyle).
DEV Rows five_points(const Rows& stones) {
  const Rows usable = usable_points(stones);
  Rows five;
#pragma unroll
  for (int d = 0; d < directions; ++d) {
    int dr, dc;
    direction(d, dr, dc);
    const Rows four = windows(stones, usable, dr, dc).four;
    for (int k = 0; k < 5; ++k) five = five | four.at(-k * dr, -k * dc);
  }
  return without(five & usable, stones);
}

DEV_CALL Threats threats(Rows stones) {
  const Rows usable = usable_points(stones);
  Rows five, once, twice;  // once/twice: at least one, two ways to five after a stone on the point
#pragma unroll
  for (int d = 0; d < directions; ++d) {
    int dr, dc;
    direction(d, dr, dc);
    const Windows w = windows(stones, usable, dr, dc);
    for (int k = 0; k < 5; ++k) five = five | w.four.at(-k * dr, -k * dc);
    if (!w.three.any(mine) && !w.three.any(theirs)) continue;
    for (int gap = 1; gap < 5; ++gap) {  // a stone on one hole leaves the hole `gap` steps away as the way to five
      Rows ahead, behind;
      for (int i = 0; i + gap < 5; ++i) {
        const int j = i + gap;
        const Rows pair = w.three & w.hole[i] & w.hole[j];
        ahead = ahead | pair.at(-i * dr, -i * dc);
        behind = behind | pair.at(-j * dr, -j * dc);
      }
      twice = twice | (once & ahead);
      once = once | ahead;
      twice = twice | (once & behind);
      once = once | behind;
    }
  }
  const Rows empty = without(usable, stones);
  return {five & empty, once & empty, twice & empty};
}

}  // namespace tengen::train

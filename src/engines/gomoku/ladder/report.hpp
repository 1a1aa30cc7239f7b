#pragma once
// How the one-ply players of the ladder report what they thought.

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "games/gomoku/position.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

// Whether a candidate goes before another: the larger value, then the first in row-major order.
template <class P>
bool is_better(const Candidate<P>& a, const Candidate<P>& b) noexcept {
  if (a.value != b.value) return a.value > b.value;
  return std::pair(a.move.row, a.move.column) < std::pair(b.move.row, b.move.column);
}

// Sorts the candidates, best first. Values of hundreds of points are quickly found, and a sort by comparisons, half of
// them mispredicted, would take five times as long as all the rest. So the values are rounded to 32 bits and sorted by
// radix, byte by byte, which never compares; what rounding left in the wrong order is mended by insertion.
template <class P>
void sort_best_first(std::vector<Candidate<P>>& candidates) {
  // 1. A key for each: the bits of the float, turned so that they ascend as the value descends, above its index. Most
  //    points are worth much the same, so taking the differences from one of them keeps what sets them apart.
  const std::size_t n = candidates.size();
  if (n < 2) return;
  std::array<std::array<std::uint64_t, P::max_moves>, 2> keys;
  std::array<std::array<std::uint16_t, 256>, 4> counts{};
  for (std::size_t i = 0; i < n; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(candidates[0].value - candidates[i].value));
    const std::uint32_t key = bits >> 31 ? ~bits : bits | 0x80000000U;
    keys[0][i] = std::uint64_t{key} << 32 | i;
    for (std::size_t byte = 0; byte < 4; ++byte) ++counts[byte][key >> 8 * byte & 0xff];
  }

  // 2. Each pass deals the keys into 256 heaps by one byte, the lowest byte first, and keeps the order within a heap.
  for (std::size_t byte = 0; byte < 4; ++byte) {
    std::uint16_t start = 0;
    for (std::uint16_t& count : counts[byte]) start = static_cast<std::uint16_t>(start + std::exchange(count, start));
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t key = keys[byte % 2][i];
      keys[1 - byte % 2][counts[byte][key >> (32 + 8 * byte) & 0xff]++] = key;
    }
  }

  // 3. Insertion into the sorted front, nearly always at its end.
  std::vector<Candidate<P>> sorted;
  sorted.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    sorted.push_back(candidates[keys[0][i] & 0xffff]);
    for (std::size_t k = i; k > 0 && is_better<P>(sorted[k], sorted[k - 1]); --k) std::swap(sorted[k], sorted[k - 1]);
  }
  candidates = std::move(sorted);
}

// What a player reports that has looked at these candidates. Precondition: there is one.
template <class P>
SearchResult<P> report(std::vector<Candidate<P>> candidates, int depth, std::uint64_t nodes) {
  sort_best_first<P>(candidates);
  SearchResult<P> result;
  result.best = candidates.front().move;
  result.score = candidates.front().value;
  result.depth = depth;
  result.nodes = nodes;
  result.pv = {result.best};
  result.candidates = std::move(candidates);
  return result;
}

}  // namespace tengen::gomoku

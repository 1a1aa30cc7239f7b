#pragma once
// Remembers searched positions. Single-threaded: every engine owns its own.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace tengen::search {

enum class Bound : std::uint8_t { exact, lower, upper };

// What a search of the window (alpha, beta) that returned this value knows of the true one.
constexpr Bound bound_of(int value, int alpha, int beta) noexcept {
  if (value >= beta) return Bound::lower;
  return value > alpha ? Bound::exact : Bound::upper;
}
// Whether such a value answers a search of the window (alpha, beta).
constexpr bool answers(Bound bound, int value, int alpha, int beta) noexcept {
  if (bound == Bound::exact) return true;
  return bound == Bound::lower ? value >= beta : value <= alpha;
}

// Buckets of two entries: the first keeps the deepest search, the second the latest.
//
//      63                    16 15          0
//      +-----------------------+-------------+-------+------+-------+-------+
//      | upper bits of the key | generation  | value | move | depth | bound |   16 bytes, with moves of one or two
//      +-----------------------+-------------+-------+------+-------+-------+
//                    tag                        32      16      8       8
//
// The lower bits of the key choose the bucket, so that from 2^16 buckets (2 MiB) on every bit of it is checked. A new
// game only raises the generation, so that starting one costs nothing; entries of other generations count as empty,
// which keeps games independent of what was played before them.
template <class Move>
class TranspositionTable {
 public:
  struct Entry {
    std::uint64_t tag = 0;  // no generation is 0, so this one is empty
    std::int32_t value = 0;
    Move move{};
    std::uint8_t depth = 0;
    Bound bound = Bound::exact;
  };

  // The largest power of two of buckets that fits; at least one.
  explicit TranspositionTable(std::size_t bytes)
      : buckets_(std::bit_floor(std::max<std::size_t>(1, bytes / sizeof(Bucket)))) {}

  void new_game() {
    if (++generation_ != 0) return;
    buckets_.assign(buckets_.size(), Bucket{});
    generation_ = 1;
  }

  const Entry* find(std::uint64_t key) const noexcept {
    for (const Entry& entry : buckets_[slot(key)].entries)
      if (entry.tag == tag_of(key)) return &entry;
    return nullptr;
  }

  void store(std::uint64_t key, int value, Move move, int depth, Bound bound) noexcept {
    auto& [deepest, latest] = buckets_[slot(key)].entries;
    const Entry entry{tag_of(key), value, move, static_cast<std::uint8_t>(depth), bound};
    const bool same_or_shallower = !is_current(deepest) || deepest.tag == entry.tag || deepest.depth <= depth;
    (same_or_shallower ? deepest : latest) = entry;
  }

 private:
  struct Bucket {
    Entry entries[2];
  };

  std::uint64_t tag_of(std::uint64_t key) const noexcept { return (key & ~std::uint64_t{0xffff}) | generation_; }
  bool is_current(const Entry& entry) const noexcept { return (entry.tag & 0xffff) == generation_; }
  std::size_t slot(std::uint64_t key) const noexcept { return key & (buckets_.size() - 1); }

  std::vector<Bucket> buckets_;
  std::uint16_t generation_ = 1;
};

}  // namespace tengen::search

#pragma once
// Remembers searched positions. Single-threaded: every engine owns its own.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace tengen {

enum class Bound : std::uint8_t { none, exact, lower, upper };

// Buckets of two 16-byte entries: the first keeps the deepest search, the second the latest. A new game only raises
// the generation, so that starting one costs nothing; entries of other generations count as empty, which keeps games
// independent of what was played before them.
template <class Move>
class TranspositionTable {
 public:
  struct Entry {
    std::uint32_t check = 0;  // the half of the key that does not choose the bucket
    std::int32_t value = 0;
    Move move{};
    std::uint8_t depth = 0;
    Bound bound = Bound::none;
    std::uint16_t generation = 0;
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
      if (entry.check == check_of(key) && is_current(entry)) return &entry;
    return nullptr;
  }

  void store(std::uint64_t key, int value, Move move, int depth, Bound bound) noexcept {
    auto& [deepest, latest] = buckets_[slot(key)].entries;
    const Entry entry{check_of(key), value, move, static_cast<std::uint8_t>(depth), bound, generation_};
    const bool same_or_shallower = !is_current(deepest) || deepest.check == entry.check || deepest.depth <= depth;
    (same_or_shallower ? deepest : latest) = entry;
  }

 private:
  struct Bucket {
    Entry entries[2];
  };

  static std::uint32_t check_of(std::uint64_t key) noexcept { return static_cast<std::uint32_t>(key >> 32); }
  bool is_current(const Entry& entry) const noexcept {
    return entry.bound != Bound::none && entry.generation == generation_;
  }
  std::size_t slot(std::uint64_t key) const noexcept { return key & (buckets_.size() - 1); }

  std::vector<Bucket> buckets_;
  std::uint16_t generation_ = 1;
};

}  // namespace tengen

#pragma once
// What the solver remembers of positions: bounds on their scores and a good move, in two words each, without locks.
//
//      first word     key ^ second word
//      second word    63   48 47        40 39   32 31   24 23   16 15    8 7     0
//                     +-------+------------+-------+-------+-------+-------+-------+
//                     | age   | certainty  | depth | work  | move  | upper | lower |
//                     +-------+------------+-------+-------+-------+-------+-------+
//
// Depth is how many plies the search looked ahead, certainty how boldly it cut on the way (search_tree.hpp). Exact
// scores have the number of empty cells for a depth, and full certainty.
//
// When threads race, an entry may hold words of two positions. Then the first word does not fit the second, and the
// entry is nobody's.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace tengen::engines::othello {

class SearchTable {
 public:
  static constexpr int no_move = 64;

  struct Entry {
    int lower;  // lower <= score <= upper
    int upper;
    int move;  // no_move where none is known
    int depth = 0;
    int certainty = 0;

    bool answers(int wanted_depth, int wanted_certainty) const noexcept {
      return depth >= wanted_depth && certainty >= wanted_certainty;
    }
  };

  // The largest power of two of buckets that fits into `bytes`. Throws NoMemory.
  explicit SearchTable(std::size_t bytes);

  // Every bit of both boards reaches the upper bits, which choose the bucket.
  static std::uint64_t key(std::uint64_t own, std::uint64_t opponent) noexcept {
    std::uint64_t h = own * 0x9e3779b97f4a7c15ULL + __builtin_bswap64(opponent * 0xc2b2ae3d27d4eb4fULL);
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93ULL;
    return (h ^ h >> 29) * 0xbf58476d1ce4e5b9ULL;
  }

  void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key)); }

  // False where the position is not known.
  bool find(std::uint64_t key, Entry& entry) const noexcept {
    for (const Slot& slot : bucket(key).slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || data >> age_shift != age_) continue;
      entry = unpacked(data);
      return true;
    }
    return false;
  }

  // `work` tells how large the search was: the cheapest entry of a bucket makes room. Bounds of the same position from
  // an equal search stay known, and those from a larger one are not given up.
  void store(std::uint64_t key, Entry entry, int work) noexcept {
    Slot* victim = nullptr;
    int victim_work = 1 << 10;
    for (Slot& slot : bucket(key).slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      const bool current = data >> age_shift == age_;
      if (current && (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
        const Entry known = unpacked(data);
        if (known.depth > entry.depth || (known.depth == entry.depth && known.certainty > entry.certainty)) return;
        if (known.depth == entry.depth && known.certainty == entry.certainty) {
          if (known.lower > entry.lower) entry.lower = known.lower;
          if (known.upper < entry.upper) entry.upper = known.upper;
        }
        if (entry.move == no_move) entry.move = known.move;
        victim = &slot;
        break;
      }
      const int its_work = current ? static_cast<int>(data >> work_shift & 0xff) : -1;
      if (its_work < victim_work) {
        victim = &slot;
        victim_work = its_work;
      }
    }
    const std::uint64_t data = age_ << age_shift | static_cast<std::uint64_t>(entry.certainty) << certainty_shift |
                               static_cast<std::uint64_t>(entry.depth) << depth_shift |
                               static_cast<std::uint64_t>(work) << work_shift |
                               static_cast<std::uint64_t>(entry.move) << move_shift |
                               static_cast<std::uint64_t>(entry.upper + offset) << upper_shift |
                               static_cast<std::uint64_t>(entry.lower + offset);
    victim->check.store(key ^ data, std::memory_order_relaxed);
    victim->data.store(data, std::memory_order_relaxed);
  }

  // Forgets everything, at hardly any cost. Not while others search.
  void clear() noexcept;

 private:
  struct Slot {
    std::atomic<std::uint64_t> check, data;
  };
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };
  static_assert(sizeof(Bucket) == 64);
  struct Free {
    void operator()(Bucket* buckets) const noexcept;
  };

  static constexpr int offset = 64;
  static constexpr int upper_shift = 8, move_shift = 16, work_shift = 24, depth_shift = 32, certainty_shift = 40,
                       age_shift = 48;

  static Entry unpacked(std::uint64_t data) noexcept {
    return {static_cast<int>(data & 0xff) - offset, static_cast<int>(data >> upper_shift & 0xff) - offset,
            static_cast<int>(data >> move_shift & 0xff), static_cast<int>(data >> depth_shift & 0xff),
            static_cast<int>(data >> certainty_shift & 0xff)};
  }
  const Bucket& bucket(std::uint64_t key) const noexcept { return buckets_[key >> shift_]; }
  Bucket& bucket(std::uint64_t key) noexcept { return buckets_[key >> shift_]; }

  std::uint64_t age_ = 1;
  std::size_t count_;
  int shift_;
  std::unique_ptr<Bucket[], Free> buckets_;
};

}  // namespace tengen::engines::othello

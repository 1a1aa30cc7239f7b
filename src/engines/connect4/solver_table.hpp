#pragma once
// What the solver remembers of positions: bounds on their scores, in eight bytes each, without locks.
//
//      63                    21 20     16 15   12 11        6 5         0
//      +-----------------------+---------+-------+-----------+-----------+
//      | rest of the key       | work    | move  | upper     | lower     |
//      +-----------------------+---------+-------+-----------+-----------+
//
// The key of a position is exact, not a hash: a bijection scrambles its bits, the lower ones choose the bucket and the
// entry keeps all others. So two positions are never taken for one another. An entry is one word, read and written at
// once; when threads race, one of them loses its entry, nothing worse.

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "core/no_memory.hpp"

namespace tengen::engines::connect4 {

class SolverTable {
 public:
  static constexpr int no_move = 15;

  struct Entry {
    int lower;  // lower <= score <= upper
    int upper;
    int move;  // of the canonical position; no_move where none is known
  };

  // A key in two parts.
  struct Place {
    std::size_t bucket;
    std::uint64_t rest;
  };

  // The largest power of two of buckets that fits into `bytes`, but no fewer than exact keys need.
  SolverTable(int key_bits, std::size_t bytes)
      : key_bits_(key_bits),
        bucket_bits_(std::clamp(static_cast<int>(std::bit_width(bytes / sizeof(Bucket))) - 1,
                                std::max(1, key_bits - rest_bits), std::max(1, key_bits - 1))),
        buckets_(allocate(std::size_t{1} << bucket_bits_)) {}

  Place place(std::uint64_t key) const noexcept {
    key ^= key >> (key_bits_ / 2);
    key = (key * 0x9e3779b97f4a7c15ULL) & (~std::uint64_t{0} >> (64 - key_bits_));
    key ^= key >> (key_bits_ / 2);
    const int rest = key_bits_ - bucket_bits_;
    // The low half, which the last step has just mixed with the high one, chooses the bucket.
    return {static_cast<std::size_t>(key & (bucket_count() - 1)),
            key >> bucket_bits_ & (~std::uint64_t{0} >> (64 - rest))};
  }

  void prefetch(Place place) const noexcept { __builtin_prefetch(&buckets_[place.bucket].words); }

  // False where the position is not known.
  bool find(Place place, Entry& entry) const noexcept {
    for (const Word& word : buckets_[place.bucket].words) {
      const std::uint64_t bits = word.load(std::memory_order_relaxed);
      if (bits >> rest_shift == place.rest && bits != 0) {
        entry = unpack(bits);
        return true;
      }
    }
    return false;
  }

  // `work` is the number of nodes that the bounds have cost: the cheapest entry of a bucket makes room. What is known of
  // the same position already stays known.
  void store(Place place, Entry entry, std::uint64_t work) noexcept {
    const std::uint64_t cost = std::min<std::uint64_t>(31, static_cast<std::uint64_t>(std::bit_width(work)));
    Word* victim = nullptr;
    std::uint64_t victim_cost = 32;
    for (Word& word : buckets_[place.bucket].words) {
      const std::uint64_t bits = word.load(std::memory_order_relaxed);
      if (bits >> rest_shift == place.rest && bits != 0) {
        const Entry known = unpack(bits);
        entry.lower = std::max(entry.lower, known.lower);
        entry.upper = std::min(entry.upper, known.upper);
        if (entry.move == no_move) entry.move = known.move;
        victim = &word;
        break;
      }
      const std::uint64_t its_cost = bits == 0 ? 0 : 1 + (bits >> work_shift & 31);
      if (its_cost < victim_cost) {
        victim = &word;
        victim_cost = its_cost;
      }
    }
    victim->store(place.rest << rest_shift | cost << work_shift | static_cast<std::uint64_t>(entry.move) << move_shift |
                      static_cast<std::uint64_t>(entry.upper + offset) << upper_shift |
                      static_cast<std::uint64_t>(entry.lower + offset),
                  std::memory_order_relaxed);
  }

  void clear() noexcept {
    for (std::size_t i = 0; i < bucket_count(); ++i)
      for (Word& word : buckets_[i].words) word.store(0, std::memory_order_relaxed);
  }

 private:
  std::size_t bucket_count() const noexcept { return std::size_t{1} << bucket_bits_; }

  using Word = std::atomic<std::uint64_t>;
  struct alignas(32) Bucket {
    std::array<Word, 4> words;
  };
  static_assert(sizeof(Bucket) == 32);

  struct Free {
    void operator()(Bucket* buckets) const noexcept { std::free(buckets); }
  };
  using Buckets = std::unique_ptr<Bucket[], Free>;

  // Every look is at a random place, so with pages of 4 KiB nearly every one of them would miss the processor's page
  // table cache as well: a third of the search's time.
  static Buckets allocate(std::size_t count) {
    constexpr std::size_t page = std::size_t{2} << 20;
    const std::size_t bytes = (count * sizeof(Bucket) + page - 1) / page * page;
    auto* const memory = static_cast<Bucket*>(std::aligned_alloc(page, bytes));
    if (memory == nullptr) throw NoMemory("connect4/solver", bytes);
    madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: it may fail and nothing is lost
    std::uninitialized_value_construct_n(memory, count);
    return Buckets(memory);
  }

  static constexpr int upper_shift = 6;
  static constexpr int move_shift = 12;
  static constexpr int work_shift = 16;
  static constexpr int rest_shift = 21;
  static constexpr int rest_bits = 64 - rest_shift;
  static constexpr int offset = 32;  // scores are stored as 1 … 63, so that no entry is 0

  static Entry unpack(std::uint64_t bits) noexcept {
    return {static_cast<int>(bits & 63) - offset, static_cast<int>(bits >> upper_shift & 63) - offset,
            static_cast<int>(bits >> move_shift & 15)};
  }

  int key_bits_;
  int bucket_bits_;
  Buckets buckets_;
};

}  // namespace tengen::engines::connect4

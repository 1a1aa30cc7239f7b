#pragma once
// The table of tabular learning: what each action in each state was worth so far.
//
// A state is a 64-bit key, an action the number of a move in the list of legal moves. All actions of a state lie in one
// run of slots, so that a state costs one visit to memory, whatever the number of its moves:
//
//      key of the state                            entry, 12 bytes
//      63      54 53         22 21        0        +---------------+------------------------+-----------+
//      +---------+-------------+----------+        | upper 32 bits | lower 22 bits | action | Q, 32-bit |
//      | segment | upper       | lower    |   →    | of the rest   | of the rest   | 10 bits| float     |
//      +---------+-------------+----------+        +---------------+------------------------+-----------+
//        1024 of   of the rest: 54 bits in all
//        them
//
// The ten bits that choose a segment need not be kept, so the whole key is checked. A segment is an array of slots that
// is never more than 7/8 full: an entry belongs at upper · slots / 2^32, or in the next free slot after it.
//
// A full segment moves to one with 9/8 of its slots. An entry so costs 13.7 to 15.4 bytes, and only a thousandth of the
// table is there twice at any time. It is small enough for the processor's cache, which makes moving cheap: an entry
// moves nine times in its life.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tengen::engines {

struct TableEntry {
  static constexpr int action_bits = 10;
  static constexpr std::uint32_t empty_low = ~std::uint32_t{0};  // the highest action is never used

  std::uint32_t high = ~std::uint32_t{0};
  std::uint32_t low = empty_low;
  float value = 0;

  bool is_empty() const noexcept { return low == empty_low; }
  std::uint32_t action() const noexcept { return low & ((1u << action_bits) - 1); }
  // By state, then by action.
  std::uint64_t order() const noexcept { return std::uint64_t{high} << 32 | low; }
};
static_assert(sizeof(TableEntry) == 12 && alignof(TableEntry) == 4);

// A key of a state, cut as above.
struct TableKey {
  static constexpr int segment_bits = 10;
  static constexpr std::size_t segments = std::size_t{1} << segment_bits;

  explicit TableKey(std::uint64_t key) noexcept
      : segment(static_cast<std::size_t>(key >> (64 - segment_bits))),
        high(static_cast<std::uint32_t>(key >> (32 - segment_bits))),
        low(static_cast<std::uint32_t>(key << TableEntry::action_bits)) {}

  // Precondition: the entry is not empty.
  bool owns(const TableEntry& entry) const noexcept {
    return entry.high == high && (entry.low ^ low) < (1u << TableEntry::action_bits);
  }

  std::size_t segment;
  std::uint32_t high;
  std::uint32_t low;  // with the action nought
};

// The most actions that a state may have: all numbers of ten bits but the last one, which marks an empty slot.
inline constexpr std::size_t most_actions = (std::size_t{1} << TableEntry::action_bits) - 1;

class ValueTable {
 public:
  ValueTable() : segments_(TableKey::segments) {}

  std::size_t size() const noexcept { return size_; }
  // Memory of all slots, used and free.
  std::size_t bytes() const noexcept;

  // Asks memory for a state that will be looked up soon.
  void prefetch(std::uint64_t key) const noexcept {
    const TableKey cut(key);
    const Segment& segment = segments_[cut.segment];
    if (segment.slots.empty()) return;
    const TableEntry* first = &segment.slots[segment.home(cut.high)];
    __builtin_prefetch(first);
    __builtin_prefetch(reinterpret_cast<const char*>(first) + 64);
  }

  // Calls visit(action, value) for every known action of the state, in any order.
  template <class Visit>
  void each_known(std::uint64_t key, Visit&& visit) const noexcept {
    const TableKey cut(key);
    const Segment& segment = segments_[cut.segment];
    if (segment.slots.empty()) return;
    for (std::size_t i = segment.home(cut.high); !segment.slots[i].is_empty(); i = segment.after(i))
      if (cut.owns(segment.slots[i])) visit(segment.slots[i].action(), segment.slots[i].value);
  }

  // The value of an action, made as nought where it is new. The reference holds until the next call.
  float& at(std::uint64_t key, std::uint32_t action) {
    assert(action < most_actions);
    const TableKey cut(key);
    Segment& segment = segments_[cut.segment];
    if (!segment.slots.empty())
      for (std::size_t i = segment.home(cut.high); !segment.slots[i].is_empty(); i = segment.after(i))
        if (segment.slots[i].high == cut.high && segment.slots[i].low == (cut.low | action))
          return segment.slots[i].value;
    if (8 * (segment.used + 1) > 7 * segment.slots.size()) grow(segment);
    ++segment.used;
    ++size_;
    return segment.put({cut.high, cut.low | action, 0}).value;
  }

  // A segment's entries by state and action: a table has one order, however it came about.
  void sorted(std::size_t segment, std::vector<TableEntry>& out) const;
  std::size_t used(std::size_t segment) const noexcept { return segments_[segment].used; }
  // Fills an empty segment.
  void fill(std::size_t segment, std::span<const TableEntry> entries);

 private:
  struct Segment {
    std::vector<TableEntry> slots;
    std::size_t used = 0;

    std::size_t home(std::uint32_t high) const noexcept {
      return static_cast<std::size_t>(std::uint64_t{high} * slots.size() >> 32);
    }
    std::size_t after(std::size_t i) const noexcept { return i + 1 == slots.size() ? 0 : i + 1; }
    TableEntry& put(const TableEntry& entry) noexcept;  // in the first free slot from its place on
  };
  static void grow(Segment& segment);

  std::vector<Segment> segments_;
  std::size_t size_ = 0;
};

// The best known action of a state; of several with the same value the one with the lowest number, whatever the order
// of the slots.
struct BestKnown {
  std::uint32_t known = 0;  // actions of the state that the table has
  std::uint32_t action = 0;
  float value = 0;
};
template <class Table>
BestKnown best_known(const Table& table, std::uint64_t key) noexcept {
  BestKnown best;
  table.each_known(key, [&best](std::uint32_t action, float value) {
    if (best.known++ == 0 || value > best.value || (value == best.value && action < best.action)) {
      best.action = action;
      best.value = value;
    }
  });
  return best;
}

}  // namespace tengen::engines

#include "engines/generic/table.hpp"

#include <algorithm>

namespace tengen::engines {

std::size_t ValueTable::bytes() const noexcept {
  std::size_t slots = 0;
  for (const Segment& segment : segments_) slots += segment.slots.size();
  return slots * sizeof(TableEntry);
}

TableEntry& ValueTable::Segment::put(const TableEntry& entry) noexcept {
  std::size_t i = home(entry.high);
  while (!slots[i].is_empty()) i = after(i);
  return slots[i] = entry;
}

void ValueTable::grow(Segment& segment) {
  Segment larger{std::vector<TableEntry>(segment.slots.size() * 9 / 8 + 8), segment.used};
  for (const TableEntry& entry : segment.slots)
    if (!entry.is_empty()) larger.put(entry);
  segment = std::move(larger);
}

void ValueTable::sorted(std::size_t segment, std::vector<TableEntry>& out) const {
  out.clear();
  for (const TableEntry& entry : segments_[segment].slots)
    if (!entry.is_empty()) out.push_back(entry);
  std::ranges::sort(out, {}, &TableEntry::order);
}

void ValueTable::fill(std::size_t segment, std::span<const TableEntry> entries) {
  Segment& filled = segments_[segment];
  assert(filled.used == 0);
  if (entries.empty()) return;
  filled.slots.assign(entries.size() * 8 / 7 + 8, TableEntry{});
  filled.used = entries.size();
  for (const TableEntry& entry : entries) filled.put(entry);
  size_ += entries.size();
}

}  // namespace tengen::engines

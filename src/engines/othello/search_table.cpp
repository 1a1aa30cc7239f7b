#include "engines/othello/search_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>

#include "core/no_memory.hpp"

namespace tengen::engines::othello {

SearchTable::SearchTable(std::size_t bytes) {
  count_ = std::bit_floor(std::max<std::size_t>(2, bytes / sizeof(Bucket)));
  shift_ = 64 - std::countr_zero(count_);
  // Every look is at a random place: large pages spare most of them a miss in the processor's page table cache.
  constexpr std::size_t page = std::size_t{2} << 20;
  const std::size_t size = (count_ * sizeof(Bucket) + page - 1) / page * page;
  auto* const memory = static_cast<Bucket*>(std::aligned_alloc(page, size));
  if (memory == nullptr) throw NoMemory("othello/solver", size);
  madvise(memory, size, MADV_HUGEPAGE);  // a wish: it may fail and nothing is lost
  std::uninitialized_value_construct_n(memory, count_);
  buckets_.reset(memory);
}

void SearchTable::clear() noexcept {
  constexpr std::uint64_t last_age = 0xffff;
  if (age_++ < last_age) return;
  age_ = 1;
  std::uninitialized_value_construct_n(buckets_.get(), count_);
}

void SearchTable::Free::operator()(Bucket* buckets) const noexcept { std::free(buckets); }

}  // namespace tengen::engines::othello

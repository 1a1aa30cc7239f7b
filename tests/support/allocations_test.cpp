#include "support/allocations.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace {

thread_local std::size_t count = 0;

}  // namespace

// The sanitizers bring their own operator new, which finds more bugs than this one could.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

bool tengen::counts_allocations() noexcept { return false; }

#else

bool tengen::counts_allocations() noexcept { return true; }

// GCC inlines one half of a pair and then takes malloc and free for strangers to new and delete.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

// The other forms of new (arrays, nothrow) are defined by the standard library in terms of these.
void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++count;
  const auto align = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(align, (size + align - 1) / align * align)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

#endif

std::size_t tengen::allocations() noexcept { return count; }

TEST(Allocations, AreCounted) {
  if (!tengen::counts_allocations()) GTEST_SKIP() << "a sanitizer owns the allocator";
  const std::size_t before = tengen::allocations();
  const std::vector<int> numbers(1000, 1);
  const auto one = std::make_unique<int>(numbers[7]);
  EXPECT_EQ(tengen::allocations(), before + 2);
}

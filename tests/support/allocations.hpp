#pragma once
// Counts what the running thread allocates, to prove that inner loops do not.

#include <cstddef>

namespace tengen {

// Calls of operator new by this thread since it started. Always 0 where a sanitizer owns the allocator.
std::size_t allocations() noexcept;

// Whether allocations() counts in this build.
bool counts_allocations() noexcept;

}  // namespace tengen

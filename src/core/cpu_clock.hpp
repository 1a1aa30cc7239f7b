#pragma once

#include <chrono>
#include <ctime>

namespace tengen {

// Processor time.
inline std::chrono::nanoseconds cpu_of_this_thread() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace tengen

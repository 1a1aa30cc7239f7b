#pragma once
// What a thread has spent on a task, with the threads that it had help it.

#include <chrono>
#include <ctime>

namespace tengen {

// Of helpers that this thread has waited for. Whoever waits adds to it, as the system does for child processes.
inline thread_local std::chrono::nanoseconds helpers_cpu{};

inline std::chrono::nanoseconds cpu_of_this_thread() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec) + helpers_cpu;
}

}  // namespace tengen

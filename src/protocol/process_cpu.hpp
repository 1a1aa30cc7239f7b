#pragma once
// CPU time of a family of processes, as /proc tells it.

#include <sys/types.h>

#include <chrono>

namespace tengen {

// Of this process, all under it, and those of them that have ended and were waited for. Zero where there is none.
std::chrono::nanoseconds family_cpu_time(pid_t head);

}  // namespace tengen

#pragma once
// CPU time of a family of processes, as /proc tells it.

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>

namespace tengen::protocol {

// Of this process, all under it, and those of them that have ended and were waited for. Zero where there is none.
std::chrono::nanoseconds family_cpu_time(pid_t head);

// How long threads have been ready to run and had no processor: all of a family, and the one that asks.
struct Waits {
  std::map<std::string, std::chrono::nanoseconds> family;  // by thread
  std::chrono::nanoseconds own{};
};
Waits waits_of(pid_t head);
// The most that a single thread of the family waited in between, and what we waited to hear of it.
std::chrono::nanoseconds waited(const Waits& before, const Waits& after);

}  // namespace tengen::protocol

#pragma once
// What a busy machine kept from a player.

#include <chrono>
#include <optional>
#include <string>

#include "core/limits.hpp"

namespace tengen::roster {

// How long a thread has been ready to run and had no processor: this one, or that of a folder in /proc. Zero where the
// kernel does not say.
std::chrono::nanoseconds processor_wait(const std::string& thread = "/proc/thread-self");

// Made when a move is asked for, in the thread that thinks about it: of what it then takes beyond its limits, what that
// thread waited for a processor and could not help.
class Lateness {
 public:
  explicit Lateness(const Limits& limits);
  std::chrono::nanoseconds excused() const;

 private:
  std::optional<std::chrono::nanoseconds> allowed_;
  Clock::time_point asked_ = Clock::now();
  std::chrono::nanoseconds waited_{};
};

}  // namespace tengen::roster

#pragma once
// How a search spends the time of its move.

#include <algorithm>
#include <cstdint>

#include "core/limits.hpp"

namespace tengen::gomoku {

// The time of a search that began when this was made.
class Spending {
 public:
  explicit Spending(const Limits& limits) noexcept
      : begun_(Clock::now()), time_(limits.time.value_or(std::chrono::nanoseconds::max())), game_(limits.clock) {}

  std::chrono::nanoseconds taken() const noexcept { return Clock::now() - begun_; }
  std::chrono::nanoseconds left() const noexcept { return time_ - std::min(taken(), time_); }
  // Whether time that is not spent comes back: a game has a clock.
  bool saves() const noexcept { return game_; }

  // Whether so many more visits are out of reach in the time that is left. Lines that are decided are walked faster than
  // others, so the simulations to come may be half as fast again as those so far.
  static bool is_out_of_reach(std::uint64_t visits, std::uint64_t simulations, std::chrono::nanoseconds taken,
                              std::chrono::nanoseconds left) noexcept {
    return static_cast<double>(visits) * static_cast<double>(taken.count()) >
           1.5 * static_cast<double>(simulations) * static_cast<double>(left.count());
  }

 private:
  Clock::time_point begun_;
  std::chrono::nanoseconds time_;
  bool game_;
};

}  // namespace tengen::gomoku

#include "roster/lateness.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>

namespace tengen::roster {

using std::chrono::nanoseconds;

// "TIME_RUN TIME_WAITED SLICES" in nanoseconds.
nanoseconds processor_wait(const std::string& thread) {
  std::ifstream file(thread + "/schedstat");
  std::int64_t run = 0, waited = 0;
  file >> run >> waited;
  return nanoseconds(file ? waited : 0);
}

Lateness::Lateness(const Limits& limits) : allowed_(limits.time) {
  if (limits.clock) allowed_ = std::min(limits.clock->left, allowed_.value_or(limits.clock->left));
  if (allowed_) waited_ = processor_wait();
}

nanoseconds Lateness::excused() const {
  if (!allowed_ || Clock::now() - asked_ <= *allowed_) return {};
  const nanoseconds waited = processor_wait() - waited_;
  return std::min<nanoseconds>(Clock::now() - asked_ - *allowed_, waited);  // the look itself may have had to wait
}

}  // namespace tengen::roster

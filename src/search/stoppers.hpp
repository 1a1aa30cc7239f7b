#pragma once
// Reasons to stop a search, one small class each, and the one object that asks them all.

#include <cstdint>
#include <tuple>

#include "core/limits.hpp"

namespace tengen {

struct SearchProgress {
  std::uint64_t nodes = 0;
};

class NodeStopper {
 public:
  explicit NodeStopper(const Limits& limits) : limit_(limits.nodes.value_or(~std::uint64_t{0})) {}
  bool operator()(const SearchProgress& progress) noexcept { return progress.nodes >= limit_; }

 private:
  std::uint64_t limit_;
};

// Looks at the clock only now and then: asking costs about as much as a node.
class TimeStopper {
 public:
  TimeStopper(const Limits& limits, Clock::time_point start, int calls_per_look)
      : timed_(limits.time.has_value()), period_(calls_per_look) {
    if (timed_) deadline_ = start + std::chrono::duration_cast<Clock::duration>(*limits.time);
  }
  bool operator()(const SearchProgress&) noexcept {
    if (!timed_ || --countdown_ > 0) return false;
    countdown_ = period_;
    return Clock::now() >= deadline_;
  }

 private:
  bool timed_;
  int period_;
  int countdown_ = 1;
  Clock::time_point deadline_{};
};

// Somebody outside wants the search to end.
class TokenStopper {
 public:
  explicit TokenStopper(StopToken token) : token_(std::move(token)) {}
  bool operator()(const SearchProgress&) noexcept { return token_.stop_requested(); }

 private:
  StopToken token_;
};

// Asked between iterations, not at nodes.
class DepthStopper {
 public:
  explicit DepthStopper(int depth) : depth_(depth) {}
  bool operator()(int finished_depth) const noexcept { return finished_depth >= depth_; }

 private:
  int depth_;
};

// All reasons that can interrupt a running search. Once it says stop, it goes on saying so.
class Stopper {
 public:
  Stopper(const Limits& limits, StopToken token, int calls_per_look = 256)
      : reasons_(NodeStopper(limits), TimeStopper(limits, Clock::now(), calls_per_look),
                 TokenStopper(std::move(token))) {}

  bool should_stop(const SearchProgress& progress) noexcept {
    if (!stopped_) stopped_ = std::apply([&](auto&... reason) { return (reason(progress) || ...); }, reasons_);
    return stopped_;
  }
  bool stopped() const noexcept { return stopped_; }

 private:
  std::tuple<NodeStopper, TimeStopper, TokenStopper> reasons_;
  bool stopped_ = false;
};

}  // namespace tengen

#pragma once
// Reasons to stop a search, one small class each, and the one object that asks them all.

#include <cstdint>
#include <optional>
#include <tuple>

#include "core/limits.hpp"

namespace tengen::search {

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

// All reasons to stop. Those in the chain can interrupt a running search; once it says stop, it goes on saying so. A
// depth ends nothing halfway, so it is asked for between iterations and costs no node anything.
class Stopper {
 public:
  Stopper(const Limits& limits, StopToken token, int calls_per_look = 256)
      : reasons_(NodeStopper(limits), TimeStopper(limits, Clock::now(), calls_per_look),
                 TokenStopper(std::move(token))),
        depth_(limits.depth) {}

  bool should_stop(const SearchProgress& progress) noexcept {
    if (!stopped_) stopped_ = std::apply([&](auto&... reason) { return (reason(progress) || ...); }, reasons_);
    return stopped_;
  }
  bool stopped() const noexcept { return stopped_; }

  // Between iterations: whether the one that finished this depth is to be the last.
  bool enough(int finished_depth) const noexcept { return stopped_ || (depth_ && finished_depth >= *depth_); }
  std::optional<int> depth() const noexcept { return depth_; }

 private:
  std::tuple<NodeStopper, TimeStopper, TokenStopper> reasons_;
  std::optional<int> depth_;
  bool stopped_ = false;
};

// The loop of every search by simulations: they go on until a reason to stop, or until `simulate` says that nothing is
// left to find out. News go out after `first_news` of them, and whenever there are twice as many. Returns how many.
template <class Simulate, class News>
std::uint64_t simulate_until(Stopper& stopper, std::uint64_t first_news, Simulate&& simulate, News&& news) {
  SearchProgress progress;
  for (bool open = true; open && !stopper.should_stop(progress);) {
    open = simulate();
    if (++progress.nodes != first_news) continue;
    news(progress.nodes);
    first_news *= 2;
  }
  return progress.nodes;
}

}  // namespace tengen::search

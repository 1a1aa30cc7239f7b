#include "protocol/gomocup_info.hpp"

#include <algorithm>

namespace tengen::protocol::gomocup {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t no_limit = 2147483647;

// The way to the manager and back counts too.
std::chrono::nanoseconds less_margin(std::int64_t time) {
  const milliseconds whole(std::clamp<std::int64_t>(time, 0, no_limit));
  const auto margin = std::clamp(whole / 20, milliseconds(5), milliseconds(100));
  return std::max(whole - margin, milliseconds(1));
}

}  // namespace

bool ToldLimits::set(std::string_view key, std::int64_t value) {
  const std::int64_t time = std::clamp(value, -no_limit, no_limit);
  if (key == "TIMEOUT_TURN") {
    turn_ = time;
  } else if (key == "TIMEOUT_MATCH") {
    match_ = time;
  } else if (key == "TIME_LEFT") {
    left_ = time;
    spent_ = 0;
  } else if (key == "TIME_INCREMENT") {
    increment_ = std::max<std::int64_t>(time, 0);
  } else if (key == "MAX_DEPTH") {
    depth_ = value;
  } else if (key == "MAX_NODE") {
    nodes_ = value;
  } else {
    return false;
  }
  return true;
}

Limits ToldLimits::limits() const {
  Limits limits;
  if (turn_ && *turn_ < no_limit)
    limits.time = std::max<std::chrono::nanoseconds>(less_margin(*turn_) - kept_back_, milliseconds(1));
  const auto match = left_ ? left_ : match_ && *match_ > 0 ? match_ : std::nullopt;
  if (match && *match < no_limit) limits.clock = GameClock{less_margin(*match - spent_), milliseconds(increment_)};
  if (depth_ && *depth_ > 0 && *depth_ < 99) limits.depth = static_cast<int>(*depth_);
  if (nodes_ && *nodes_ > 0) limits.nodes = static_cast<std::uint64_t>(*nodes_);
  return limits;
}

void ToldLimits::spend(std::chrono::nanoseconds time) {
  spent_ += std::chrono::duration_cast<milliseconds>(time).count() - increment_;
}

void ToldLimits::was_late(std::chrono::nanoseconds lateness) {
  kept_back_ = std::max({lateness, kept_back_ - kept_back_ / 32, std::chrono::nanoseconds(0)});
}

std::int64_t megabytes_for_table(std::int64_t bytes) {
  return std::max<std::int64_t>((bytes - smallest_memory) >> 20, 1);
}

}  // namespace tengen::protocol::gomocup

#pragma once
// How much a player may think about one move.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>

namespace tengen {

using Clock = std::chrono::steady_clock;
using StopToken = std::stop_token;

struct Limits {
  std::optional<std::chrono::nanoseconds> time;
  std::optional<std::uint64_t> nodes;  // positions for a tree search, simulations for UCT
  std::optional<int> depth;

  bool none() const noexcept { return !time && !nodes && !depth; }
  bool operator==(const Limits&) const = default;
};

// Both limits at once: the smaller of each.
inline Limits tighter(const Limits& a, const Limits& b) {
  const auto smaller = [](const auto& x, const auto& y) {
    if (!x) return y;
    return y ? std::min(x, y) : x;
  };
  return {smaller(a.time, b.time), smaller(a.nodes, b.nodes), smaller(a.depth, b.depth)};
}

}  // namespace tengen

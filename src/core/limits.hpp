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

// A clock for the whole game: what is left of it, and what each move adds once it is made.
struct GameClock {
  std::chrono::nanoseconds left{};
  std::chrono::nanoseconds increment{};
  bool operator==(const GameClock&) const = default;
};

// What the player may spend; where none is set, the roster sets what the player declares (PlayerInfo::default_limits).
struct Limits {
  std::optional<std::chrono::nanoseconds> time = std::nullopt;
  // Positions visited, as Choice::nodes counts them. A player that counts something else, such as simulations, says so in
  // PlayerInfo::counts.
  std::optional<std::uint64_t> nodes = std::nullopt;
  std::optional<int> depth = std::nullopt;
  std::optional<GameClock> clock = std::nullopt;
  std::chrono::nanoseconds grace{};  // how much later than its time a move may come; for whoever waits for it

  bool timed() const noexcept { return time || clock; }
  bool none() const noexcept { return !time && !nodes && !depth && !clock; }
  bool operator==(const Limits&) const = default;
};

// What a player without a mind of its own for clocks should spend on the next move: a share of what is left, with a
// little kept back for the way there and back.
inline std::chrono::nanoseconds share_of(const GameClock& clock) {
  constexpr int moves_to_go = 25;
  constexpr auto reserve = std::chrono::milliseconds(20);
  const auto most = std::max<std::chrono::nanoseconds>(clock.left - reserve, std::chrono::milliseconds(1));
  return std::min(clock.left / moves_to_go + clock.increment * 3 / 4, most);
}

// Both limits at once: the smaller of each, and the first clock there is; a grace that either gives stays.
inline Limits tighter(const Limits& a, const Limits& b) {
  const auto smaller = [](const auto& x, const auto& y) {
    if (!x) return y;
    return y ? std::min(x, y) : x;
  };
  return {smaller(a.time, b.time), smaller(a.nodes, b.nodes), smaller(a.depth, b.depth), a.clock ? a.clock : b.clock,
          std::max(a.grace, b.grace)};
}

}  // namespace tengen

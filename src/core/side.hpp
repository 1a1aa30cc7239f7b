#pragma once
// Who is to move, and how a game stands. The first player is Black in Gomoku and Othello.

#include <cstdint>
#include <optional>

namespace tengen {

enum class Side : std::uint8_t { first, second };

constexpr Side other(Side side) noexcept { return side == Side::first ? Side::second : Side::first; }
constexpr int index(Side side) noexcept { return static_cast<int>(side); }

enum class Outcome : std::uint8_t { ongoing, first_wins, second_wins, draw };

constexpr Outcome win_for(Side side) noexcept {
  return side == Side::first ? Outcome::first_wins : Outcome::second_wins;
}

constexpr std::optional<Side> winner(Outcome outcome) noexcept {
  if (outcome == Outcome::first_wins) return Side::first;
  if (outcome == Outcome::second_wins) return Side::second;
  return std::nullopt;
}

}  // namespace tengen

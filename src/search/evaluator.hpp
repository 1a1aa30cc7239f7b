#pragma once
// How searches value positions.

#include <algorithm>
#include <concepts>
#include <cstdlib>

#include "games/position.hpp"

namespace tengen::search {

// A guess at how good an unfinished position is for the side to move. Stays well inside ±win_threshold.
template <class E, class P>
concept Evaluator = requires(const E e, const P& p) {
  { e(p) } noexcept -> std::same_as<int>;
};

// A win n plies from the root is worth win_value − n: sooner is better, and later losses are better losses.
inline constexpr int win_value = 1'000'000;
inline constexpr int max_ply = 1000;
inline constexpr int win_threshold = win_value - max_ply;

constexpr bool is_decided(int value) noexcept { return value >= win_threshold || value <= -win_threshold; }

// Decided values count plies from the root in a search, but from their own position in a table that outlives it.
constexpr int to_table(int value, int ply) noexcept {
  if (!is_decided(value)) return value;
  return value > 0 ? value + ply : value - ply;
}
constexpr int from_table(int value, int ply) noexcept {
  if (!is_decided(value)) return value;
  return value > 0 ? value - ply : value + ply;
}

// The value of a finished game `ply` plies below the root.
constexpr int terminal_value(Outcome outcome, Side to_move, int ply) noexcept {
  if (outcome == Outcome::draw) return 0;
  return outcome == win_for(to_move) ? win_value - ply : -(win_value - ply);
}

// The evaluation that a game brings along as a function `static_evaluation(position)` beside its rules; nought for a
// game without one, which still lets every search play it to the end of its horizon.
template <games::Position P>
struct StaticEvaluator {
  int operator()(const P& position) const noexcept {
    if constexpr (requires { static_evaluation(position); }) {
      // A diagram may hold more stones than any game; no guess may look like a proof.
      return std::clamp(static_evaluation(position), -win_threshold + 1, win_threshold - 1);
    } else {
      return 0;
    }
  }
};

}  // namespace tengen::search

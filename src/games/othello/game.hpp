#pragma once
// Othello at the edge: no options, one position type.

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "core/settings.hpp"
#include "games/othello/position.hpp"

namespace tengen::games::othello {

struct Game {
  using AnyPosition = std::variant<Position>;
  static constexpr std::string_view name = "othello";
  static constexpr std::string_view title = "Othello";
  static constexpr std::string_view summary = "Flank and flip on 8×8; most discs at the end win";
  static constexpr std::array<std::string_view, 2> sides = {"black", "white"};
  static constexpr std::string_view move_help = "a cell, a1 at the upper left (f5), or pass";
  static constexpr BoardLook look = BoardLook::felt;
  static constexpr std::string_view bare_transcript = "abcdefgh";

  static std::vector<Setting> options() { return {}; }
  static Expected<AnyPosition> from_string(std::string_view text, const Values&) { return Position::from_string(text); }
};

}  // namespace tengen::games::othello

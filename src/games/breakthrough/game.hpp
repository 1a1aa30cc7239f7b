#pragma once
// Breakthrough at the edge: no options, one position type.

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "core/settings.hpp"
#include "games/breakthrough/position.hpp"

namespace tengen::games::breakthrough {

struct Game {
  using AnyPosition = std::variant<Position>;
  static constexpr std::string_view name = "breakthrough";
  static constexpr std::string_view title = "Breakthrough";
  static constexpr std::string_view summary = "Pawns on 8×8; the first to reach the last row wins";
  static constexpr std::array<std::string_view, 2> sides = {"white", "black"};
  static constexpr std::string_view move_help = "from a square to a square (a2a3, a2b3)";

  static std::vector<Setting> options() { return {}; }
  static Expected<AnyPosition> from_string(std::string_view text, const Values&) { return Position::from_string(text); }
};

}  // namespace tengen::games::breakthrough

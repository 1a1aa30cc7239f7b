#pragma once
// The m,n,k game at the edge: what it is called, what can be set, and how a written position is read.

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "core/settings.hpp"
#include "games/mnk/position.hpp"

namespace tengen::games::mnk {

struct Game {
  using AnyPosition = std::variant<Position>;
  static constexpr std::string_view name = "mnk";
  static constexpr std::string_view title = "Tic-tac-toe";
  static constexpr std::string_view summary = "Tic-tac-toe and its friends: k in a row on 3×3 to 8×8";
  static constexpr std::array<std::string_view, 2> sides = {"cross", "nought"};
  static constexpr std::string_view move_help = "a cell, a1 at the lower left (b2)";
  static constexpr BoardLook look = BoardLook::paper;

  static std::vector<Setting> options() {
    return {Setting::integer("columns", 3, smallest_side, largest_side, "columns of the board, m"),
            Setting::integer("rows", 3, smallest_side, largest_side, "rows of the board, n"),
            Setting::integer("k", 3, smallest_side, largest_side, "stones in a row that win")};
  }
  static Expected<AnyPosition> from_string(std::string_view text, const Values& options) {
    return Position::from_string(text, options);
  }
};

}  // namespace tengen::games::mnk

#pragma once
// Gomoku at the edge: its options, and how a start or a written position becomes one of its position types.

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "core/settings.hpp"
#include "games/gomoku/position.hpp"

namespace tengen::games::gomoku {

std::string_view name_of(Rule rule) noexcept;

struct Game {
  using AnyPosition = std::variant<SmallPosition, LargePosition>;
  static constexpr std::string_view name = "gomoku";
  static constexpr std::string_view title = "Gomoku";
  static constexpr std::string_view summary = "Five in a row on 5×5 to 22×22, freestyle, standard or renju";
  static constexpr std::array<std::string_view, 2> sides = {"black", "white"};
  static constexpr std::string_view move_help = "a point, a1 at the lower left (h8)";
  static constexpr BoardLook look = BoardLook::points;

  static std::vector<Setting> options();
  static Expected<AnyPosition> from_string(std::string_view text, const Values& options);

  // The same for one position type: an error where the board does not fit it.
  template <class P>
  static Expected<P> parse(std::string_view text, const Values& options);
};

}  // namespace tengen::games::gomoku

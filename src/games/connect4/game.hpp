#pragma once
// Connect Four at the edge: its options, and how a start or a written position becomes one of its position types.

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "core/settings.hpp"
#include "games/connect4/position.hpp"

namespace tengen::games::connect4 {

struct Game {
  using AnyPosition = std::variant<SmallPosition, LargePosition>;
  static constexpr std::string_view name = "connect4";
  static constexpr std::string_view title = "Connect Four";
  static constexpr std::string_view summary =
      "Four in a row of falling discs, 4×4 to 12×12, with or without a blocked cell";
  static constexpr std::array<std::string_view, 2> sides = {"first", "second"};
  static constexpr std::string_view move_help = "a column: its number (4) or letter (d)";
  static constexpr BoardLook look = BoardLook::frame;
  static constexpr std::string_view bare_transcript = "0123456789";

  static std::vector<Setting> options();
  static Expected<AnyPosition> from_string(std::string_view text, const Values& options);

  // The same for one position type: an error where the board does not fit it.
  template <class P>
  static Expected<P> parse(std::string_view text, const Values& options);
};

}  // namespace tengen::games::connect4

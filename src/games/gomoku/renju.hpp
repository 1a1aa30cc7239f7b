#pragma once
// Renju's forbidden points for Black: overline, double four, double three. White has none.

#include <string_view>

#include "games/gomoku/board.hpp"

namespace tengen::games::gomoku {

// Whether Black may not play on the empty point `cell`. A move that makes exactly five is always allowed.
template <class Bits>
bool is_forbidden(const Bits& black, const Bits& white, int size, int cell) noexcept;

// All empty points where Black may not play: the same answers at a fraction of the cost of asking for each point.
template <class Bits>
Bits forbidden_points(const Bits& black, const Bits& white, int size) noexcept;

// Why: "overline", "double_four" or "double_three". Precondition: the point is forbidden.
template <class Bits>
std::string_view why_forbidden(const Bits& black, const Bits& white, int size, int cell) noexcept;

extern template bool is_forbidden(const WideBits<4>&, const WideBits<4>&, int, int) noexcept;
extern template bool is_forbidden(const WideBits<8>&, const WideBits<8>&, int, int) noexcept;
extern template WideBits<4> forbidden_points(const WideBits<4>&, const WideBits<4>&, int) noexcept;
extern template WideBits<8> forbidden_points(const WideBits<8>&, const WideBits<8>&, int) noexcept;

}  // namespace tengen::games::gomoku

#pragma once
// For players that know Gomoku only: `template <Position P> requires is_gomoku<P>`.

#include "games/gomoku/position.hpp"

namespace tengen::gomoku {

template <class P>
inline constexpr bool is_gomoku = false;
template <int words>
inline constexpr bool is_gomoku<Position<words>> = true;

}  // namespace tengen::gomoku

#pragma once
// For players that know Gomoku only: `template <games::Position P> requires is_gomoku<P>`.

#include "engines/rules.hpp"
#include "games/gomoku/position.hpp"

namespace tengen::engines::gomoku {

template <class P>
inline constexpr bool is_gomoku = false;
template <int words>
inline constexpr bool is_gomoku<Position<words>> = true;

}  // namespace tengen::engines::gomoku

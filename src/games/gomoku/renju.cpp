#include "games/gomoku/renju.hpp"

namespace tengen::gomoku {

template <class Bits>
bool is_forbidden(const Bits& black, const Bits& white, int size, int cell) noexcept {
  (void)white;
  Bits with = black;
  with.set(cell);
  bool overline = false;
  for (const int step : directions(size)) {
    const int run = run_through(with, size, cell, step);
    if (run == 5) return false;
    overline = overline || run > 5;
  }
  return overline;
}

template bool is_forbidden(const WideBits<4>&, const WideBits<4>&, int, int) noexcept;
template bool is_forbidden(const WideBits<8>&, const WideBits<8>&, int, int) noexcept;

}  // namespace tengen::gomoku

#include "engines/gomoku/pattern/table.hpp"

#include <algorithm>

#include "core/bits.hpp"

namespace tengen::engines::gomoku {

Pattern pattern_at(const LineFace& face, Side side, int i, Rule rule) noexcept {
  if (wins(rule, side == Side::first, face.run_through(side, i))) return Pattern::five;
  const auto s = static_cast<std::size_t>(side);
  const std::uint32_t own = face.stones[s] | 1u << i, theirs = face.stones[1 - s];
  int closed = 0, open = 0;  // most stones in any five, and between the free ends of any six, with the new one
  for (int w = std::max(0, i - 4); w <= std::min(i, face.length - 5); ++w)
    if ((theirs >> w & 31) == 0) closed = std::max(closed, bit_count(own >> w & 31));
  for (int w = std::max(0, i - 4); w <= std::min(i - 1, face.length - 6); ++w)
    if ((theirs >> w & 63) == 0 && (own >> w & 0b100001) == 0) open = std::max(open, bit_count(own >> w & 0b011110));
  if (open >= 4) return Pattern::open_four;
  if (closed >= 4) return Pattern::four;
  if (open == 3) return Pattern::open_three;
  if (closed == 3) return Pattern::three;
  if (open == 2) return Pattern::open_two;
  return closed == 2 ? Pattern::two : Pattern::none;
}

void PatternLines::operator()(const LineFace& face, Info& out) const noexcept {
  out.total = {{}, {face.has_five(Side::first, rule), face.has_five(Side::second, rule)}};
  for (int i = 0; i < face.length; ++i) {
    if (!face.empty(i)) continue;
    const auto at = static_cast<std::size_t>(i);
    const PatternValue& first = pattern_values[static_cast<std::size_t>(pattern_at(face, Side::first, i, rule))];
    const PatternValue& second = pattern_values[static_cast<std::size_t>(pattern_at(face, Side::second, i, rule))];
    out.points[0][at] = first.mine + second.against;
    out.points[1][at] = second.mine + first.against;
    out.total.values[0] += first.mine - second.against;
    out.total.values[1] += second.mine - first.against;
  }
}

}  // namespace tengen::engines::gomoku

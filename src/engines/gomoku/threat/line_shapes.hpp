#pragma once
// What a stone would make on one line, looked up from the cells around it.
//
// The code of an empty point on a line, for one colour. Eight neighbours are digits to base 3 (0 empty, 1 own stone,
// 2 blocked: the other colour or beyond the edge), the two outer ones a bit each (1 own stone):
//
//     offset   −5    −4  −3  −2  −1   p   +1  +2  +3  +4    +5
//     weight  3⁸·1   3⁰  3¹  3²  3³       3⁴  3⁵  3⁶  3⁷   3⁸·2
//
// A five through p lies within four steps of it. One step further only matters where six in a row are no five, and
// there only own stones matter. So 4 · 3⁸ = 26244 codes say everything, and a stone changes a code by one addition.

#include <array>
#include <cstdint>

namespace tengen::engines::gomoku {

// What the line through a point would be worth with an own stone on it, worst first. Only stones that can share a
// five with the point count; "closed" means that the next stone makes only one threat.
//
//     one         ..x..     three       oxxx..      four       oxxxx.   xx.xx     one point completes five
//     two         o.xx..    open three  ..xxx.      open four  .xxxx.   x.xxx.x   two points complete five
//     open two    ..xx..    open three  .xx.x.      five       xxxxx
enum class Shape : std::uint8_t { none, one, two, open_two, three, open_three, four, open_four, five };
inline constexpr int shape_count = 9;

// The offsets from the point of the cells that complete five; 0 where there is none.
struct Completions {
  std::int8_t behind = 0;  // at negative offsets
  std::int8_t ahead = 0;
};

class ShapeTable {
 public:
  static constexpr int reach = 5;
  static constexpr int code_count = 4 * 6561;

  // The table for five or more, or for exactly five. Built once, then only read.
  static const ShapeTable& get(bool exactly_five);

  Shape shape(unsigned code) const noexcept { return shapes_[code]; }
  Completions completions(unsigned code) const noexcept { return completions_[code]; }

  // What a stone at this offset (−5 to 5, not 0) adds to the code of the point.
  static constexpr unsigned own_weight(int offset) noexcept {
    if (offset == -5) return 6561;
    if (offset == 5) return 2 * 6561;
    return power(offset < 0 ? offset + 4 : offset + 3);
  }
  static constexpr unsigned blocked_weight(int offset) noexcept {
    return offset == -5 || offset == 5 ? 0 : 2 * own_weight(offset);
  }

 private:
  explicit ShapeTable(bool exactly_five);
  static constexpr unsigned power(int digit) noexcept {
    unsigned p = 1;
    for (int i = 0; i < digit; ++i) p *= 3;
    return p;
  }

  std::array<Shape, code_count> shapes_{};
  std::array<Completions, code_count> completions_{};
};

}  // namespace tengen::engines::gomoku

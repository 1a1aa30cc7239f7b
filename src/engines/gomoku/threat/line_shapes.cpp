#include "engines/gomoku/threat/line_shapes.hpp"

#include <vector>

namespace tengen::engines::gomoku {

namespace {

// The eleven cells of a code, with the point itself counted as an own stone.
class Line {
 public:
  explicit Line(unsigned code) {
    cells_[0] = (code / 6561) & 1;
    cells_[10] = (code / 6561) >> 1;
    for (int offset = -4; offset <= 4; ++offset) {
      if (offset == 0) continue;
      at(offset) = static_cast<int>(code % 3);
      code /= 3;
    }
    at(0) = 1;
  }

  int& at(int offset) { return cells_[static_cast<std::size_t>(offset + 5)]; }
  bool is_empty(int offset) { return offset >= -4 && offset <= 4 && at(offset) == 0; }

  // The first offset that is not an own stone, in one direction.
  int end(int sign) {
    int offset = sign;
    while (offset >= -5 && offset <= 5 && at(offset) == 1) offset += sign;
    return offset;
  }
  int run() { return end(1) - end(-1) - 1; }

 private:
  std::array<int, 11> cells_{};
};

}  // namespace

const ShapeTable& ShapeTable::get(bool exactly_five) {
  static const ShapeTable exact(true);
  static const ShapeTable free(false);
  return exactly_five ? exact : free;
}

// A further own stone makes a code larger, so counting down meets every successor before the code itself.
ShapeTable::ShapeTable(bool exactly_five) {
  std::vector<bool> is_straight_four(code_count);
  for (int i = code_count - 1; i >= 0; --i) {
    const auto code = static_cast<unsigned>(i);
    Line line(code);
    const auto with = [&](int offset) { return code + own_weight(offset); };

    // 1. Five, and the points that complete it.
    const int run = line.run();
    if (exactly_five ? run == 5 : run >= 5) {
      shapes_[code] = Shape::five;
      continue;
    }
    Completions& gaps = completions_[code];
    for (int offset = -4; offset <= 4; ++offset)
      if (offset != 0 && line.is_empty(offset) && shapes_[with(offset)] == Shape::five)
        (offset < 0 ? gaps.behind : gaps.ahead) = static_cast<std::int8_t>(offset);
    is_straight_four[code] = run == 4 && gaps.behind == line.end(-1) && gaps.ahead == line.end(1);
    if (gaps.behind != 0 || gaps.ahead != 0) {
      shapes_[code] = gaps.behind != 0 && gaps.ahead != 0 ? Shape::open_four : Shape::four;
      continue;
    }

    // 2. Otherwise the best that one more stone on the line can do.
    Shape best = Shape::none;
    const auto at_least = [&](Shape shape) {
      if (best < shape) best = shape;
    };
    for (int offset = -4; offset <= 4; ++offset) {
      if (offset == 0 || !line.is_empty(offset)) continue;
      const Shape next = shapes_[with(offset)];
      if (is_straight_four[with(offset)]) at_least(Shape::open_three);
      if (next >= Shape::four) at_least(Shape::three);
      if (next == Shape::open_three) at_least(Shape::open_two);
      if (next >= Shape::three) at_least(Shape::two);
      if (next >= Shape::two) at_least(Shape::one);
    }
    shapes_[code] = best;
  }
}

}  // namespace tengen::engines::gomoku

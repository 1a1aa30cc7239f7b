#include "server/forbidden.hpp"

#include <array>

namespace tengen {

namespace {

// A line through the new stone, which lies at 0: cells are asked by their distance.
class Line {
 public:
  Line(const Diagram& board, int cell, int right, int down)
      : board_(board), row_(cell / board.columns), column_(cell % board.columns), right_(right), down_(down) {}

  bool black(int at) const { return at == 0 || is(at, Cell::first); }
  bool empty(int at) const { return at != 0 && is(at, Cell::empty); }
  // Black stones in a row around `at`, which counts as one.
  int run(int at) const {
    int count = 1;
    for (int i = at + 1; black(i); ++i) ++count;
    for (int i = at - 1; black(i); --i) ++count;
    return count;
  }

 private:
  bool is(int at, Cell wanted) const {
    const int row = row_ + at * down_, column = column_ + at * right_;
    return row >= 0 && row < board_.rows && column >= 0 && column < board_.columns && board_.at(row, column) == wanted;
  }
  const Diagram& board_;
  int row_, column_, right_, down_;
};

// Fours through the new stone: points that complete a five with it, where the two ends of a row of four are one four.
int fours(const Line& line) {
  int completing = 0;
  bool ends[2] = {};
  for (const int direction : {1, -1}) {
    int at = 0;
    while (line.black(at)) at += direction;
    if (!line.empty(at) || line.run(at) != 5) continue;
    ++completing;
    ends[direction > 0] = true;
  }
  return line.run(0) == 4 && ends[0] && ends[1] ? 1 : completing;
}

}  // namespace

std::string_view why_forbidden(const Diagram& board, int cell) {
  int four_count = 0;
  for (const auto& [right, down] : {std::array{1, 0}, std::array{0, 1}, std::array{1, 1}, std::array{1, -1}}) {
    const Line line(board, cell, right, down);
    if (line.run(0) > 5) return "overline";
    four_count += fours(line);
  }
  return four_count >= 2 ? "double_four" : "double_three";
}

}  // namespace tengen

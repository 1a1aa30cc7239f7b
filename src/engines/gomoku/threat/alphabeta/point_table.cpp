#include "engines/gomoku/threat/alphabeta/point_table.hpp"

namespace tengen::engines::gomoku {

namespace {

// The weights of the evaluation come from logistic regressions of who won on the counts of shapes, over the positions
// of games of the player against itself, in two rounds, halved between them: 400 points are one unit of log-odds. The
// order's weights follow the paper's order of threats.
//
// shapes: none, one, two, open two, three, open three, four, open four, five
// kinds:  none, one, two, open two, three, open three, double three, four, four-three, double four, open four, five
const PointWeights to_move_weights{{0, 0, 0, 5, 20, 25, 50, 80, 0},  //
                                   {0, 0, 0, 0, 0, 24, 80, 50, 900, 300, 300, 1000}};
const PointWeights waiting_weights{{0, 0, 0, 4, 16, 20, 45, 130, 0},  //
                                   {0, 0, 0, 0, 0, 20, 40, 50, 300, 30, 140, 500}};
// So that searches of odd and even depth agree on average.
constexpr int tempo_weight = 135;
const PointWeights order_weights{{0, 4, 6, 20, 24, 90, 90, 0, 0},  //
                                 {0, 0, 0, 0, 0, 0, 600, 100, 1500, 3000, 3000, 10000}};

// As the line board has it, which counts the lines in its own way.
Kind kind_of(const std::array<int, shape_count>& count) {
  const auto n = [&count](Shape shape) { return count[static_cast<std::size_t>(shape)]; };
  if (n(Shape::five) > 0) return Kind::five;
  if (n(Shape::open_four) > 0) return Kind::open_four;
  if (n(Shape::four) > 1) return Kind::double_four;
  if (n(Shape::four) > 0) return n(Shape::open_three) > 0 ? Kind::four_three : Kind::four;
  if (n(Shape::open_three) > 1) return Kind::double_three;
  if (n(Shape::open_three) > 0) return Kind::open_three;
  return Kind::none;  // the weaker kinds are no more than their shapes
}

}  // namespace

PointTable::PointTable(const PointWeights& to_move, const PointWeights& waiting, const PointWeights& order, int tempo)
    : entries_(std::size_t{1} << 16), tempo_(tempo) {
  for (std::size_t key = 0; key < entries_.size(); ++key) {
    std::array<int, shape_count> count{};
    bool valid = true;
    for (int direction = 0; direction < 4; ++direction) {
      const std::size_t shape = key >> (4 * direction) & 15;
      if (shape < count.size())
        ++count[shape];
      else
        valid = false;
    }
    if (!valid) continue;
    const auto kind = static_cast<std::size_t>(kind_of(count));
    const auto total = [&](const PointWeights& weights) {
      int sum = weights.kind[kind];
      for (std::size_t shape = 0; shape < count.size(); ++shape) sum += count[shape] * weights.shape[shape];
      return static_cast<std::int16_t>(sum);
    };
    entries_[key] = {total(to_move), total(waiting), total(order)};
  }
}

const PointTable& PointTable::standard() {
  static const PointTable table(to_move_weights, waiting_weights, order_weights, tempo_weight);
  return table;
}

}  // namespace tengen::engines::gomoku

#include "players/gomoku/classic/point_table.hpp"

#include <algorithm>

namespace tengen::gomoku {

namespace {

// The weights of the evaluation come from a logistic regression over the positions of 1400 games of the player against
// itself: 400 points are one unit of log-odds. The order's weights follow the paper's order of threats.
//                               none one two open_two three open_three four open_four five
const PointWeights to_move_weights{{0, 0, 0, 4, 8, 18, 22, 80, 0},
                                   // none one two open_two three open_three double_three four four_three
                                   // double_four open_four five
                                   {0, 0, 0, 0, 0, 20, 120, 22, 370, 300, 300, 1000}};
const PointWeights waiting_weights{{0, 0, 0, 4, 6, 17, 20, 87, 0},  //
                                   {0, 0, 0, 0, 0, 18, 68, 24, 150, 60, 95, 500}};
const PointWeights order_weights{{0, 4, 6, 20, 24, 90, 90, 0, 0},  //
                                 {0, 0, 0, 0, 0, 0, 600, 100, 1500, 3000, 3000, 10000}};

}  // namespace

namespace {

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

PointTable::PointTable(const PointWeights& to_move, const PointWeights& waiting, const PointWeights& order)
    : entries_(std::size_t{1} << 16) {
  for (std::size_t key = 0; key < entries_.size(); ++key) {
    std::array<int, shape_count> count{};
    bool valid = true;
    for (int direction = 0; direction < 4; ++direction) {
      const std::size_t shape = key >> (4 * direction) & 15;
      if (shape < count.size()) ++count[shape];
      else valid = false;
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
  static const PointTable table(to_move_weights, waiting_weights, order_weights);
  return table;
}

}  // namespace tengen::gomoku

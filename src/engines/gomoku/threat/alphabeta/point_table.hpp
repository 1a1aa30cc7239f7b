#pragma once
// What a point is worth to a side, looked up from the shapes that a stone there would make in the four directions.
//
//     key of a point for one side:   up-left  up-right   up     right
//                                    15…12    11…8      7…4     3…0      four shapes of four bits each

#include <array>
#include <cstdint>
#include <vector>

#include "engines/gomoku/threat/line_board.hpp"

namespace tengen::engines::gomoku {

struct PointEntry {
  std::int16_t to_move = 0;  // in the evaluation, when the side is to move
  std::int16_t waiting = 0;  // and when it is not
  std::int16_t order = 0;    // for the order of moves
};

// One weight for each shape that a stone would make, and one for what the four lines make together.
struct PointWeights {
  std::array<int, shape_count> shape;
  std::array<int, kind_count> kind;
};

class PointTable {
 public:
  PointTable(const PointWeights& to_move, const PointWeights& waiting, const PointWeights& order, int tempo);
  const PointEntry& operator[](std::uint16_t key) const noexcept { return entries_[key]; }

  // What it is worth to be to move.
  int tempo() const noexcept { return tempo_; }

  // The table with the weights that the player uses; built once and only read.
  static const PointTable& standard();

 private:
  std::vector<PointEntry> entries_;
  int tempo_;
};

}  // namespace tengen::engines::gomoku

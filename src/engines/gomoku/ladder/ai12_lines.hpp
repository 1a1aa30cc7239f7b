#pragma once
// The point scores of AI12, line by line.
//
// For every run of L stones of one colour that cannot be made longer:
//
//     . X X .            each empty point beside it gets weight[L], that of four also where L is more
//     . X X X .          an open three: both ends get 5·weight[3] besides
//     . X X . X .        a broken three with both ends free: the gap gets weight[4] besides
//     . X . X X .
//
// Weights are positive for my stones and negative for theirs, so that what is good for both cancels; this is the
// weakness that the paper found in AI12. Each point also gets its distance to the nearest edge.

#include <array>
#include <cstdint>

#include "engines/gomoku/lines.hpp"

namespace tengen::gomoku {

// By stones in the run, 1 to 4, and what a finished game counts, the fifth weight. The standard ones are the paper's.
struct Ai12Weights {
  std::array<int, 5> mine = {0, 7, 28, 4'002, 26'473};
  std::array<int, 5> theirs = {0, -8, -55, -4'828, -5'784};
  std::int64_t mine_five = 10'000'000'000;
  std::int64_t theirs_five = -10'000'000'000;

  bool operator==(const Ai12Weights&) const = default;
};

struct Ai12Lines {
  using Totals = LineTotals;  // values: Σ over empty points
  struct Info {
    Totals total;
    std::array<std::array<int, largest_size>, 2> points;  // the score of an empty point, by side that sees it
  };

  Rule rule = Rule::freestyle;
  Ai12Weights weights;

  void operator()(const LineFace& face, Info& out) const noexcept;
  bool operator==(const Ai12Lines&) const = default;
};

}  // namespace tengen::gomoku

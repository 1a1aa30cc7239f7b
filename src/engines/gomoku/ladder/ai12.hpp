#pragma once
// What AI12 thinks with: its point scores, line by line, and the shape of its tree.
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

#include "core/settings.hpp"
#include "engines/gomoku/ladder/point_model.hpp"
#include "engines/gomoku/lines.hpp"

namespace tengen::engines::gomoku {

// By stones in the run, 1 to 4, and what a finished game counts, the fifth weight. The standard ones are the paper's.
struct Ai12Weights {
  std::array<int, 5> mine = {0, 7, 28, 4'002, 26'473};
  std::array<int, 5> theirs = {0, -8, -55, -4'828, -5'784};
  std::int64_t mine_five = 10'000'000'000;
  std::int64_t theirs_five = -10'000'000'000;

  static Ai12Weights from(const Values& settings);
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

// The paper allows 10^5 leaves and speaks of about 7 plies of 6 moves: this is the widest such tree within the limit.
inline constexpr TreeShape ai12_paper_shape{{6, 5, 5, 5, 5, 5, 5}};
inline constexpr TreeShape ai12_program_shape{{8, 8, 8, 8, 8, 8}};

}  // namespace tengen::engines::gomoku

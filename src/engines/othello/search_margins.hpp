#pragma once
// How far outside of the window a short search must be for Multi-ProbCut, looked up.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "engines/othello/pattern_weights.hpp"

namespace tengen::engines::othello {

// How certain a search is to say what one without cuts would say, cut by cut: 73%, 87%, 95%, 98%, 99%; `certain` makes
// no cuts.
inline constexpr int certain = 5;

class CutMargins {
 public:
  explicit CutMargins(const PatternWeights& weights) {
    constexpr std::array<double, certain> deviations = {1.1, 1.5, 2.0, 2.4, 2.7};  // two-sided, by certainty_percent
    for (int empties = 0; empties < size; ++empties)
      for (int depth = 1; depth < size; ++depth) {
        const ErrorModel& model = depth >= empties ? weights.end_errors : weights.errors;
        const double probe = model.deviation(empties, std::min(depth, empties), probe_depth(depth));
        const double first = model.deviation(empties, std::min(depth, empties), 0);
        for (int certainty = 0; certainty < certain; ++certainty) {
          const double by = deviations[static_cast<std::size_t>(certainty)];
          margins_[index(certainty, empties, depth)] = {rounded(by * probe), rounded(by * first)};
        }
      }
  }

  struct Margin {
    std::uint8_t probe;  // for a search of probe_depth
    std::uint8_t first;  // for the evaluation alone
  };
  Margin of(int certainty, int empties, int depth) const noexcept { return margins_[index(certainty, empties, depth)]; }

  // About half as deep, and of the same parity: evaluations swing with the side that moved last.
  static int probe_depth(int depth) noexcept {
    const int half = 2 * (depth / 4) + (depth & 1);
    return half == 0 ? depth - 2 : half;
  }

 private:
  static constexpr int size = 61;
  static std::size_t index(int certainty, int empties, int depth) noexcept {
    return static_cast<std::size_t>((certainty * size + empties) * size + depth);
  }
  static std::uint8_t rounded(double margin) {
    return static_cast<std::uint8_t>(std::clamp(std::ceil(margin), 1.0, 200.0));
  }

  std::array<Margin, static_cast<std::size_t>(certain) * size * size> margins_{};
};

}  // namespace tengen::engines::othello

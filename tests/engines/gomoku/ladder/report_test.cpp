// The sort of candidates against the library's.

#include "engines/gomoku/ladder/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "support/effort.hpp"

namespace tengen::gomoku {
namespace {

using P = LargePosition;

TEST(Report, SortsAsTheLibraryDoes) {
  Rng rng(1);
  for (int round = 0; round < effort(3000); ++round) {
    std::vector<Candidate<P>> candidates;
    const int kind = round % 5;
    const double base = kind == 3 ? -1e17 : 0;
    const auto n = 1 + rng.below(22 * 22);
    for (std::uint32_t i = 0; i < n; ++i) {
      const Move move{static_cast<std::uint8_t>(i % 22), static_cast<std::uint8_t>(i / 22)};
      double value = rng.real() - 0.5;                                       // 0: all different
      if (kind == 1) value = static_cast<double>(rng.below(5));              // 1: nearly all equal
      if (kind >= 2) value *= std::pow(10, rng.below(kind == 2 ? 60 : 14));  // small and huge ones together
      if (kind == 4 && rng.below(50) == 0) value = value > 0 ? HUGE_VAL : -HUGE_VAL;
      candidates.push_back({move, base + value, true, i});
    }
    if (rng.below(2) == 0)
      for (std::size_t i = candidates.size(); i > 1; --i)
        std::swap(candidates[i - 1], candidates[rng.below(static_cast<std::uint32_t>(i))]);
    auto expected = candidates;
    std::ranges::sort(expected, [](const auto& a, const auto& b) {
      return std::tuple(-a.value, a.move.row, a.move.column) < std::tuple(-b.value, b.move.row, b.move.column);
    });
    const auto result = report<P>(candidates, 1, 7);
    ASSERT_EQ(result.candidates.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(result.candidates[i].move, expected[i].move) << "kind " << kind;
      ASSERT_EQ(result.candidates[i].value, expected[i].value);
      ASSERT_EQ(result.candidates[i].visits, expected[i].visits);
    }
    ASSERT_EQ(result.best, expected.front().move);
    ASSERT_EQ(result.score, expected.front().value);
    ASSERT_EQ(result.nodes, 7u);
  }
}

}  // namespace
}  // namespace tengen::gomoku

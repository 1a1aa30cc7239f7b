#include "experiments/estimates.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "experiments/finding.hpp"
#include "support/effort.hpp"

namespace tengen::experiments {
namespace {

TEST(Estimates, exponents_are_found_and_covered) {
  const auto exact = exponent_of({{9, 81}, {11, 121}, {15, 225}, {19, 361}});
  EXPECT_NEAR(*exact.value, 2, 1e-9);
  EXPECT_NEAR(*exact.high - *exact.low, 0, 1e-6);
  Rng rng(1);
  int covered = 0;
  const int runs = effort(2000);
  for (int i = 0; i < runs; ++i) {
    std::vector<std::pair<double, double>> points;
    for (const double x : {9.0, 11.0, 13.0, 15.0, 17.0, 19.0, 22.0}) {
      double noise = -6;  // nearly normal
      for (int k = 0; k < 12; ++k) noise += rng.real();
      points.emplace_back(x, 3e-6 * std::pow(x, 2.5) * std::exp(0.2 * noise));
    }
    const auto fit = exponent_of(points);
    covered += *fit.low <= 2.5 && 2.5 <= *fit.high;
  }
  EXPECT_NEAR(static_cast<double>(covered) / runs, 0.95, 0.02);
}

TEST(Estimates, means_have_an_interval_from_two_values_on) {
  EXPECT_FALSE(mean_of({}).value);
  EXPECT_FALSE(mean_of({3}).low);
  const auto mean = mean_of({1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(*mean.value, 2.5);
  EXPECT_NEAR(*mean.high - 2.5, 1.96 * std::sqrt(5.0 / 3 / 4), 1e-9);
}

TEST(Agreement, asks_whether_both_figures_may_be_one) {
  EXPECT_EQ(compare_shares(share_of(500, 1000, 1000), 0.52, 1000), Agreement::agrees);
  EXPECT_EQ(compare_shares(share_of(500, 1000, 1000), 0.56, 1000), Agreement::differs);
  EXPECT_EQ(compare_shares(share_of(500, 1000, 1000), 0.56, 60), Agreement::agrees);  // the paper had few games
  EXPECT_EQ(compare_shares(share_of(500, 1000, 1000), 0.54, std::nullopt), Agreement::differs);
  EXPECT_EQ(compare_shares(share_of(0, 0, 0), 0.5, 100), Agreement::not_comparable);
  // One and the same game, however often: only its winner counts.
  EXPECT_EQ(compare_shares(share_of(1000, 1000, 1), 1.0, std::nullopt), Agreement::agrees);
  EXPECT_EQ(compare_shares(share_of(1000, 1000, 1), 0.0, std::nullopt), Agreement::differs);
}

TEST(Finding, tables_say_what_is_not_counted) {
  const document::Table table =
      table_of("t", {{"x", "5", "6", 0, 0, Agreement::differs, "why"}, {"y", "", "", 10, 9, Agreement::agrees, ""}}, 7);
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"x", "5", "6", "–", "–", "7", "differs: why"}));
  EXPECT_EQ(table.rows[1], (std::vector<std::string>{"y", "", "", "10", "9", "7", "agrees"}));
}

}  // namespace
}  // namespace tengen::experiments

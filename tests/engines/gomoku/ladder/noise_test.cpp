// Chance: the cheap sum has the mean and variance of the sum of uniform numbers that it stands for, and leads to the
// same choices.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/ladder_games.hpp"
#include "engines/gomoku/ladder/twins.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

using P = SmallPosition;

// A number of draws and their first two moments.
struct Sample {
  double n = 0, sum = 0, squares = 0;
  void add(double x) {
    ++n;
    sum += x;
    squares += x * x;
  }
  double mean() const { return sum / n; }
  double variance() const { return (squares - sum * sum / n) / (n - 1); }
};

TEST(BellCurve, HasVarianceOneAndTheMomentsOfANormal) {
  const BellCurve& bell = BellCurve::shared();
  double second = 0, fourth = 0;
  for (std::size_t i = 0; i < BellCurve::slices; ++i) {
    const double a = bell.edge(i), b = bell.edge(i + 1);
    ASSERT_LT(a, b);
    ASSERT_EQ(a, -bell.edge(BellCurve::slices - i));
    second += (a * a + a * b + b * b) / 3 / BellCurve::slices;
    fourth += (std::pow(a, 4) + std::pow(a, 3) * b + a * a * b * b + a * std::pow(b, 3) + std::pow(b, 4)) / 5 /
              BellCurve::slices;
  }
  EXPECT_NEAR(second, 1, 1e-12);
  EXPECT_NEAR(fourth, 3, 0.02);
  EXPECT_GT(bell.edge(BellCurve::slices), 3.4);
}

TEST(BellCurve, DrawsFollowTheNormalDistribution) {
  Rng rng(1);
  const int n = effort(400'000);
  std::map<double, int> below = {{-3, 0}, {-2, 0}, {-1, 0}, {-0.3, 0}, {0, 0}, {0.5, 0}, {1, 0}, {2, 0}, {3, 0}};
  for (int i = 0; i < n; ++i) {
    const double x = BellCurve::shared().draw(rng);
    for (auto& [edge, count] : below) count += x < edge;
  }
  for (const auto& [edge, count] : below) {
    const double p = 0.5 * std::erfc(-edge / std::sqrt(2.0));
    EXPECT_NEAR(count, n * p, 5 * std::sqrt(n * p * (1 - p))) << edge;
  }
}

TEST(WindowScore, KnowsItsMeanAndVariance) {
  for (const auto& [low, high] : {std::pair{0, 2499}, {0, 100}, {1, 799}, {1, 10}, {1, 1}, {0, 0}}) {
    const WindowScore score{0, low, high};
    double sum = 0, squares = 0;
    for (int x = low; x <= high; ++x) {
      sum += x;
      squares += static_cast<double>(x) * x;
    }
    const double n = high - low + 1;
    EXPECT_NEAR(score.mean(), sum / n, 1e-9);
    EXPECT_NEAR(score.variance(), squares / n - sum / n * sum / n, 1e-6);
    Rng rng(2);
    std::set<double> seen;
    for (int i = 0; i < 40 * (high - low + 1); ++i) seen.insert(score.draw(rng));
    EXPECT_EQ(*seen.begin(), low);
    EXPECT_EQ(*seen.rbegin(), high);
  }
}

// The random part of a board as the page has it: how many windows draw from which range.
using Ranges = std::function<std::pair<int, int>(const twin::Five&)>;

std::pair<int, int> ai4_paper_range(const twin::Five& s) { return {0, twin::n_of(s) == 0 ? 2499 : 0}; }
std::pair<int, int> ai4_program_range(const twin::Five& s) { return {0, std::ranges::count(s, 0) == 5 ? 100 : 2499}; }
std::pair<int, int> ai7_range(const twin::Five& s) {
  if (std::ranges::count(s, 0) == 5) return {1, 10};
  return twin::n_of(s) == 0 ? std::pair{1, 799} : std::pair{0, 0};
}

// Runs the player often on one position and compares each point's values with the exact mean and variance.
template <class Kind>
void check_moments(const std::string& settings, int runs, const Ranges& ranges, const P& position) {
  const auto off = think(*make_engine<Kind, P>(settings + "noise=off"), position);
  std::map<Move, double> plain;
  for (const auto& c : off.candidates) plain[c.move] = c.value;
  for (const char* noise : {"sum", "exact"}) {
    auto engine = make_engine<Kind, P>(settings + "noise=" + noise);
    std::map<Move, Sample> samples;
    // Values are taken relative to the plain one: next to a window worth 10^13 the squares would drown the chance.
    for (int i = 0; i < runs; ++i)
      for (const auto& c : think(*engine, position).candidates) samples[c.move].add(c.value - plain.at(c.move));
    ASSERT_EQ(samples.size(), plain.size());
    for (const auto& [move, sample] : samples) {
      twin::Grid grid = twin::grid_of(position);
      grid[move.row][move.column] = 1;
      double mean = 0, variance = 0;
      twin::for_each_window(grid, [&](const twin::Five& s, const auto&) {
        const auto [low, high] = ranges(s);
        mean += 0.5 * (low + high);
        variance += ((high - low + 1.0) * (high - low + 1.0) - 1) / 12;
      });
      EXPECT_NEAR(sample.mean(), mean, 5 * std::sqrt(variance / runs)) << noise;
      EXPECT_NEAR(sample.variance() / variance, 1, 5 * std::sqrt(2.0 / runs)) << noise;
    }
  }
}

TEST(LadderNoise, HasTheMomentsOfTheSumOverWindows) {
  Rng rng(3);
  const int runs = effort(500);
  for (const int plies : {1, 12, 70}) {
    const P position = lively_game<P>(15, plies, rng).back();
    check_moments<Ai4>("", runs, ai4_paper_range, position);
    check_moments<Ai4>("variant=program,", runs, ai4_program_range, position);
    check_moments<Ai7>("", runs, ai7_range, position);
  }
}

// How often each move is chosen with the cheap sum and with exact draws: the chi-square test of two samples.
template <class Kind>
void expect_same_choices(const std::string& settings, const P& position) {
  const int runs = effort(3000);
  std::map<Move, std::array<double, 2>> counts;
  for (std::size_t k = 0; k < 2; ++k) {
    auto engine = make_engine<Kind, P>(settings + (k == 0 ? "noise=sum" : "noise=exact"));
    for (int i = 0; i < runs; ++i) ++counts[think(*engine, position).best][k];
  }
  double chi_square = 0;
  int kinds = 0;
  std::array<double, 2> rare{};  // moves with too few counts go into one class
  const auto add = [&](const std::array<double, 2>& c) {
    chi_square += (c[0] - c[1]) * (c[0] - c[1]) / (c[0] + c[1]);
    ++kinds;
  };
  for (const auto& [move, c] : counts) {
    if (c[0] + c[1] >= 20)
      add(c);
    else
      rare = {rare[0] + c[0], rare[1] + c[1]};
  }
  if (rare[0] + rare[1] >= 20) add(rare);
  const double freedom = std::max(1, kinds - 1);
  EXPECT_LT(chi_square, freedom + 4 * std::sqrt(2 * freedom) + 4) << kinds << " classes";
}

TEST(LadderNoise, LeadsToTheSameChoicesAsExactDraws) {
  Rng rng(4);
  for (const int plies : {2, 9}) {
    const P position = lively_game<P>(9, plies, rng).back();
    expect_same_choices<Ai4>("", position);
    expect_same_choices<Ai4>("variant=program,", position);
    expect_same_choices<Ai7>("", position);
    expect_same_choices<Ai8>("", position);
  }
}

TEST(LadderNoise, Ai2DrawsOnceForEachWindowOfAPoint) {
  Rng rng(5);
  const P position = lively_game<P>(15, 25, rng).back();
  const int runs = effort(2000);
  for (const std::string variant : {"paper", "program"}) {
    std::map<Move, double> plain;
    for (const auto& c : think(*make_engine<Ai2, P>("noise=off"), position).candidates) plain[c.move] = c.value;
    auto engine = make_engine<Ai2, P>("variant=" + variant);
    std::map<Move, Sample> samples;
    for (int i = 0; i < runs; ++i)
      for (const auto& c : think(*engine, position).candidates) samples[c.move].add(c.value - plain.at(c.move));
    std::map<Move, int> draws;
    twin::for_each_window(twin::grid_of(position), [&](const twin::Five& s, const std::array<twin::At, 5>& points) {
      if (variant == "paper" && twin::n_of(s) != 0) return;
      for (const twin::At& p : points) ++draws[{static_cast<std::uint8_t>(p.column), static_cast<std::uint8_t>(p.row)}];
    });
    ASSERT_EQ(samples.size(), 200u);
    for (const auto& [move, sample] : samples) {
      const double variance = draws[move] * (2500.0 * 2500.0 - 1) / 12;
      EXPECT_NEAR(sample.mean(), draws[move] * 1249.5, 5 * std::sqrt(variance / runs));
      EXPECT_NEAR(sample.variance(), variance, 5 * variance * std::sqrt(2.0 / runs));
    }
  }
}

TEST(LadderNoise, Ai5DrawsUpToTheNumberOfPoints) {
  const P position = position_from("9/9/9/9/4x4/9/9/9/9 o");
  std::map<Move, double> plain;
  for (const auto& c : think(*make_engine<Ai5, P>("noise=off"), position).candidates) plain[c.move] = c.value;
  auto engine = make_engine<Ai5, P>();
  std::map<double, double> counts;
  const int runs = effort(500);
  for (int i = 0; i < runs; ++i)
    for (const auto& c : think(*engine, position).candidates) ++counts[c.value - plain.at(c.move)];
  ASSERT_EQ(counts.size(), 82u);  // 0 … 81, all of them
  EXPECT_EQ(counts.begin()->first, 0);
  EXPECT_EQ(counts.rbegin()->first, 81);
  const double expected = runs * 80.0 / 82;
  double chi_square = 0;
  for (const auto& [value, count] : counts) chi_square += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_square, 81 + 4 * std::sqrt(2 * 81.0));
}

}  // namespace
}  // namespace tengen::engines::gomoku

// Every evaluator of the ladder against its formula, bit for bit where there is no chance, and engines that follow a
// game against fresh ones.

#include <gtest/gtest.h>

#include <map>

#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/ladder_games.hpp"
#include "engines/gomoku/ladder/twins.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

template <class P>
std::map<Move, double> by_move(const search::SearchResult<P>& result) {
  std::map<Move, double> values;
  for (const auto& candidate : result.candidates) values[candidate.move] = candidate.value;
  return values;
}

// Candidates come best first, equal ones row by row from the lower left, and the first of them is played.
template <class P>
void expect_in_order(const search::SearchResult<P>& result) {
  const auto key = [](const search::Candidate<P>& c) { return std::tuple(-c.value, c.move.row, c.move.column); };
  for (std::size_t i = 1; i < result.candidates.size(); ++i)
    ASSERT_LT(key(result.candidates[i - 1]), key(result.candidates[i]));
  ASSERT_EQ(result.best, result.candidates.front().move);
  ASSERT_EQ(result.score, result.candidates.front().value);
  ASSERT_EQ(result.pv.front(), result.best);
}

// A stone of mine on each empty point, and the whole board added up each time.
std::map<Move, double> board_values(const twin::Grid& start, const std::function<long long(const twin::Five&)>& g) {
  std::map<Move, double> values;
  twin::Grid grid = start;
  for (std::size_t row = 0; row < grid.size(); ++row)
    for (std::size_t column = 0; column < grid.size(); ++column) {
      if (grid[row][column] != 0) continue;
      grid[row][column] = 1;
      values[{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}] =
          static_cast<double>(twin::board_value<long long>(grid, g));
      grid[row][column] = 0;
    }
  return values;
}

// The windows through each empty point.
std::map<Move, double> point_values(const twin::Grid& grid, const std::function<long long(const twin::Five&)>& g) {
  std::map<Move, long long> sums;
  for (std::size_t row = 0; row < grid.size(); ++row)
    for (std::size_t column = 0; column < grid.size(); ++column)
      if (grid[row][column] == 0) sums[{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}] = 0;
  twin::for_each_window(grid, [&](const twin::Five& s, const std::array<twin::At, 5>& points) {
    for (const twin::At& p : points) {
      const auto found = sums.find({static_cast<std::uint8_t>(p.column), static_cast<std::uint8_t>(p.row)});
      if (found != sums.end()) found->second += g(s);
    }
  });
  std::map<Move, double> values;
  for (const auto& [move, sum] : sums) values[move] = static_cast<double>(sum);
  return values;
}

using Values2 = std::map<Move, double> (*)(const twin::Grid&, const std::function<long long(const twin::Five&)>&);

// One engine follows lively games on all sizes, both colours in turn, going back and forth now and then; every answer
// is compared with the twin's and with that of an engine that has seen nothing before.
template <class Kind, class P>
void compare_with_twin(const char* settings, Values2 values, const std::function<long long(const twin::Five&)>& g) {
  Rng rng(7);
  auto follower = make_engine<Kind, P>(settings);
  for (int game = 0; game < effort(P::fits(16) ? 10 : 60); ++game) {
    const int largest = P::fits(16) ? largest_size : 15;
    const int size = smallest_size + static_cast<int>(rng.below(static_cast<std::uint32_t>(largest - 4)));
    const auto positions = lively_game<P>(size, std::min(size * size - 2, 60), rng);
    const bool one_colour = rng.below(2) == 0;  // as in a match, or both, as in an analysis
    for (std::size_t i = 1; i < positions.size(); i += one_colour ? 2 : 1) {
      // Mostly the next position, sometimes any earlier one.
      const P& position = positions[rng.below(8) == 0 ? 1 + rng.below(static_cast<std::uint32_t>(i)) : i];
      const auto result = think(*follower, position);
      ASSERT_NO_FATAL_FAILURE(expect_in_order(result));
      ASSERT_EQ(by_move(result), values(twin::grid_of(position), g)) << position.to_string();
      const auto fresh = think(*make_engine<Kind, P>(settings), position);
      ASSERT_EQ(by_move(fresh), by_move(result)) << position.to_string();
      ASSERT_EQ(fresh.best, result.best);
    }
  }
}

TEST(LadderEvaluation, Ai2IsItsFormula) {
  compare_with_twin<Ai2, SmallPosition>("noise=off", point_values, twin::ai2);
  compare_with_twin<Ai2, LargePosition>("noise=off,variant=program", point_values, twin::ai2);
}

TEST(LadderEvaluation, Ai4IsItsFormula) {
  compare_with_twin<Ai4, SmallPosition>("noise=off", board_values, twin::ai4_paper);
  compare_with_twin<Ai4, LargePosition>("noise=off", board_values, twin::ai4_paper);
}

TEST(LadderEvaluation, Ai4OfTheProgramIsItsFormula) {
  compare_with_twin<Ai4, SmallPosition>("noise=off,variant=program", board_values, twin::ai4_program);
}

TEST(LadderEvaluation, Ai4HasItsThreeWeights) {
  compare_with_twin<Ai4, SmallPosition>("noise=off,a1=3,a2=70,a3=11", board_values, [](const twin::Five& s) {
    const int n = twin::n_of(s);
    if (n == 0) return 0LL;
    return (n >= 3 ? 3 : n > 0 ? 70 : -11) * twin::to_the(2500LL, std::abs(n) - 1);
  });
}

TEST(LadderEvaluation, Ai7IsItsFormula) {
  const auto g = [](const twin::Five& s) { return twin::ai7<long long>(s, {30, 900, 40, 90, 799, 10}); };
  compare_with_twin<Ai7, SmallPosition>("noise=off", board_values, g);
  compare_with_twin<Ai7, LargePosition>("noise=off", board_values, g);
  compare_with_twin<Ai8, SmallPosition>("noise=off,preset=rounds0", board_values, g);
}

// AI8's numbers are no whole ones, so that sums depend on their order in the last bits: near enough to the formula in
// long double, and still bit for bit what a fresh engine says.
TEST(LadderEvaluation, Ai8IsAi7sFormulaWithItsNumbersByColour) {
  const std::array<std::array<long double, 6>, 2> table = {
      {{30.945376L, 903.967744L, 28.987532L, 38.239987L, 324.778935L, 13.718610L},
       {27.753161L, 889.600012L, 5.938275L, 207.790961L, 994.864699L, 5.680720L}}};
  Rng rng(8);
  auto follower = make_engine<Ai8, SmallPosition>("noise=off");
  for (int game = 0; game < effort(20); ++game) {
    const auto positions = lively_game<SmallPosition>(15, 60, rng);
    for (std::size_t i = 1; i < positions.size(); ++i) {
      const auto& num = table[static_cast<std::size_t>(positions[i].side_to_move())];
      const auto result = think(*follower, positions[i]);
      ASSERT_EQ(by_move(result), by_move(think(*make_engine<Ai8, SmallPosition>("noise=off"), positions[i])));
      twin::Grid grid = twin::grid_of(positions[i]);
      ASSERT_EQ(result.candidates.size(), 225 - i);
      long double before = 0;
      twin::for_each_window(
          grid, [&](const twin::Five& s, const auto&) { before += std::abs(twin::ai7<long double>(s, num)); });
      for (const auto& [move, value, exact, visits, pv] : result.candidates) {
        grid[move.row][move.column] = 1;
        long double sum = 0, magnitude = before;
        twin::for_each_window(grid, [&](const twin::Five& s, const auto&) {
          sum += twin::ai7<long double>(s, num);
          magnitude += std::abs(twin::ai7<long double>(s, num));
        });
        grid[move.row][move.column] = 0;
        ASSERT_NEAR(value, static_cast<double>(sum), static_cast<double>(magnitude) * 1e-14);
      }
    }
  }
}

TEST(LadderEvaluation, Ai8sPresetsAreThePapersTable) {
  const auto values = [](std::string_view text) { return *parse_values(Ai8::info().settings, text, "ai8"); };
  EXPECT_EQ(Ai8::nums(values(""))[1][3], 207.790961);
  EXPECT_EQ(Ai8::nums(values("preset=rounds40"))[0],
            (Nums{29.153065, 900.865529, 34.812081, 118.971993, 689.591161, 10.554894}));
  EXPECT_EQ(Ai8::nums(values("preset=rounds40"))[1],
            (Nums{30.168348, 897.030364, 29.570714, 86.135963, 1336.091075, 11.988389}));
  EXPECT_EQ(Ai8::nums(values("preset=rounds0"))[0], (Nums{30, 900, 40, 90, 799, 10}));
  const auto mixed = Ai8::nums(values("preset=rounds0,black2=7.5,white6=3"));
  EXPECT_EQ(mixed[0], (Nums{30, 7.5, 40, 90, 799, 10}));
  EXPECT_EQ(mixed[1], (Nums{30, 900, 40, 90, 799, 3}));

  // Spelled out, the numbers no longer depend on the preset.
  auto said = Ai8::spelled_out(values("preset=rounds40,white6=3"));
  EXPECT_EQ(said.real("black3"), 34.812081);
  EXPECT_EQ(said.real("white6"), 3);
  const auto before = Ai8::nums(said);
  ASSERT_TRUE(said.set(Ai8::info().settings, "preset", "rounds0", "ai8"));
  EXPECT_EQ(Ai8::nums(said), before);
}

TEST(LadderEvaluation, RunsCountSquared) {
  const auto t = [](int a, int b, int c, int d, int e) {
    return squared_runs(window_contents[static_cast<std::size_t>(a + 3 * b + 9 * c + 27 * d + 81 * e)]);
  };
  EXPECT_EQ(t(0, 0, 0, 0, 0), 0);
  EXPECT_EQ(t(1, 1, 0, 1, 0), 5);
  EXPECT_EQ(t(0, 2, 2, 2, 0), 9);
  EXPECT_EQ(t(1, 0, 1, 0, 1), 3);
  EXPECT_EQ(t(1, 1, 1, 1, 0), 16);
  EXPECT_EQ(t(1, 1, 1, 1, 1), 25);
  EXPECT_EQ(t(2, 2, 0, 2, 2), 8);
}

// AI5's sums where nothing is forced, and its rules where something is, on every point.
TEST(LadderEvaluation, Ai5IsItsRulesAndItsFormula) {
  Rng rng(9);
  auto follower = make_engine<Ai5, SmallPosition>("noise=off");
  std::array<int, 7> seen{};
  for (int game = 0; game < effort(300); ++game) {
    const int size = smallest_size + static_cast<int>(rng.below(11));
    const auto positions = lively_game<SmallPosition>(size, std::min(size * size - 2, 50), rng);
    for (std::size_t i = 1; i < positions.size(); ++i) {
      const twin::Grid grid = twin::grid_of(positions[i]);
      const auto sums = point_values(grid, twin::ai5);
      twin::Ai5Rules rules(grid);
      std::map<Move, double> values;
      int first_rule = 6;
      for (const auto& [move, sum] : sums) {
        const int rule = rules.rule({move.row, move.column});
        values[move] = rule < 6 ? (6 - rule) * 1e18 : sum;
        first_rule = std::min(first_rule, rule);
      }
      ++seen[static_cast<std::size_t>(first_rule)];
      const auto result = think(*follower, positions[i]);
      ASSERT_NO_FATAL_FAILURE(expect_in_order(result));
      ASSERT_EQ(by_move(result), values) << "rule " << first_rule << " in " << positions[i].to_string();
    }
  }
  for (std::size_t rule = 1; rule <= 6; ++rule) EXPECT_GT(seen[rule], 0) << "no position for rule " << rule;
}

}  // namespace
}  // namespace tengen::engines::gomoku

// The methods on functions instead of games: the rules of the genetic algorithm one by one, and every method on a noisy
// hill.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/rng.hpp"
#include "learn/tune/method.hpp"
#include "support/effort.hpp"

namespace tengen::learn::tune {
namespace {

std::vector<Parameter> sample_parameters() {
  return {{"a", 30, 0, 1e6, 0.01, true, false},  //
          {"b", 40, 0, 1e6, 0.1, true, false},
          {"c", -5, -100, 100, 0.5, false, false}};
}

// Trials that a function answers; it sees each trial and its number.
class FunctionTrials : public Trials {
 public:
  using Answer = std::function<Measure(const Trial&)>;
  explicit FunctionTrials(Answer answer) : answer_(std::move(answer)) {}
  std::vector<Measure> measure(std::span<const Trial> trials) override {
    std::vector<Measure> measures;
    for (const Trial& trial : trials) {
      seen.push_back(trial);
      measures.push_back(answer_(trial));
      games += trial.games;
    }
    return measures;
  }
  std::vector<Trial> seen;
  std::uint64_t games = 0;

 private:
  Answer answer_;
};

Measure flat(std::uint64_t games, double mean) {
  const auto n = static_cast<double>(games);
  return {games, 0, 0, n * mean, n * mean * mean};
}

// --- The rules of the paper ---

TEST(Genetic, TwoStayAndThreeAreMutatedFromTheBest) {
  const Search search{sample_parameters(), 7, 0, 50, 1};
  const auto method = make_genetic(search, {});
  // The highest second number wins.
  FunctionTrials trials([](const Trial& t) { return flat(t.games, t.point[1]); });
  std::vector<Point> last;
  Point best = start_of(search.parameters);
  for (int round = 0; round < 20; ++round) {
    EXPECT_EQ(method->next_games(), 250u);
    trials.seen.clear();
    const Standing standing = method->next_generation(trials);
    ASSERT_EQ(trials.seen.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) {
      const Trial& trial = trials.seen[i];
      EXPECT_EQ(trial.games, 50u);
      EXPECT_EQ(trial.generation, static_cast<std::uint64_t>(round));
      EXPECT_EQ(trial.individual, i);
      const std::size_t old = round == 0 ? 1 : 2;
      if (i < old && round > 0) EXPECT_EQ(trial.point, last[i]) << "the best and the second stay";
      if (i < old) continue;
      for (std::size_t p = 0; p < 3; ++p) {
        const Parameter& parameter = search.parameters[p];
        const double change = parameter.share ? trial.point[p] / best[p] - 1 : trial.point[p] - best[p];
        EXPECT_LE(std::abs(change), parameter.step * (1 + 1e-12));
        EXPECT_NE(change, 0);
      }
    }
    std::vector<Point> points;
    for (const Trial& t : trials.seen) points.push_back(t.point);
    std::ranges::stable_sort(points, std::greater{}, [](const Point& p) { return p[1]; });
    last = points;
    EXPECT_EQ(standing.best, points[0]);
    EXPECT_DOUBLE_EQ(standing.fitness, points[0][1]);
    best = points[0];
  }
  EXPECT_GT(best[1], 60);  // up to 10% better in every round
}

TEST(Genetic, FitnessIsTheMeanOverAllGamesOfASurvivor) {
  const auto method = make_genetic({sample_parameters(), 3, 0, 50, 1}, {});
  // Luck of the first round, 10, is worn down by rounds of 1; newcomers get 4.
  std::map<Point, int> rounds;
  const Point start = start_of(sample_parameters());
  FunctionTrials trials([&](const Trial& t) {
    const int round = rounds[t.point]++;
    return flat(t.games, t.point == start ? (round == 0 ? 10 : 1) : 4);
  });
  // 10, (10 + 1) / 2 = 5.5, 4, … : in the third round it meets the others' 4, and the older of equals stays in front.
  EXPECT_DOUBLE_EQ(method->next_generation(trials).fitness, 10);
  EXPECT_DOUBLE_EQ(method->next_generation(trials).fitness, 5.5);
  EXPECT_DOUBLE_EQ(method->next_generation(trials).fitness, 4);
  const Standing fourth = method->next_generation(trials);
  EXPECT_DOUBLE_EQ(fourth.fitness, 4);
  EXPECT_NE(fourth.best, start);
}

TEST(Genetic, StepAndSizesAreSettings) {
  auto parameters = sample_parameters();
  for (Parameter& p : parameters) p.step = 0.005, p.share = true;
  const auto method = make_genetic({parameters, 3, 0, 10, 1}, {9, 3});
  FunctionTrials trials([](const Trial& t) { return flat(t.games, t.point[0]); });
  EXPECT_EQ(method->next_games(), 90u);
  for (int round = 0; round < 3; ++round) {
    trials.seen.clear();
    method->next_generation(trials);
    ASSERT_EQ(trials.seen.size(), 9u);
  }
  for (const Trial& t : trials.seen) EXPECT_LE(std::abs(t.point[0] / 30 - 1), std::pow(1.005, 3) - 1);
}

// --- Every method climbs a noisy hill ---

// A player of this point wins with a probability that falls with the square of the distance from (33, 60, -8), in steps.
struct Hill {
  std::vector<Parameter> parameters = sample_parameters();
  Point top = {33, 60, -8};

  double height(const Point& point) const {
    double distance = 0;
    for (std::size_t i = 0; i < 3; ++i)
      distance += std::pow(parameters[i].steps(point[i]) - parameters[i].steps(top[i]), 2);
    return -0.012 * distance;
  }
  Measure play(const Trial& t) const {
    Rng rng(hash_words(77, t.generation, t.individual));
    // Elo-like: the difference of heights decides.
    const double difference = height(t.point) - (t.rival ? height(*t.rival) : -1);
    const double chance = 1 / (1 + std::exp(-difference * (t.rival ? 1 : 2)));
    Measure m;
    for (std::uint64_t i = 0; i < t.games; ++i) {
      const bool won = rng.real() < chance;
      (won ? m.wins : m.losses) += 1;
      m.sum += won;
      m.squares += won;
    }
    return m;
  }
};

using Maker = std::function<std::unique_ptr<Method>(const Search&)>;
struct Named {
  const char* name;
  Maker make;
};
std::vector<Named> all_methods() {
  const auto pagmo = [](PagmoKind kind) {
    return [kind](const Search& s) { return *make_pagmo(s, {kind, 0, 2, 25}); };
  };
  SpsaOptions opponents;
  opponents.duel = false;
  return {{"genetic", [](const Search& s) { return make_genetic(s, {}); }},
          {"cmaes", pagmo(PagmoKind::cmaes)},
          {"de", pagmo(PagmoKind::de)},
          {"sade", pagmo(PagmoKind::sade)},
          {"pso", pagmo(PagmoKind::pso)},
          {"spsa, duels", [](const Search& s) { return make_spsa(s, {}); }},
          {"spsa, opponents", [opponents](const Search& s) { return make_spsa(s, opponents); }}};
}

TEST(Methods, ImproveOnANoisyHill) {
  const Hill hill;
  const Search standard{hill.parameters, 1, 20'000, 50, 1};
  const double before = hill.height(start_of(hill.parameters));
  EXPECT_LT(before, -1);
  for (const auto& [name, make] : all_methods()) {
    double sum = 0;
    const int runs = effort(6);
    for (int run = 0; run < runs; ++run) {
      Search search = standard;
      search.seed = static_cast<std::uint64_t>(run + 1);
      FunctionTrials trials([&](const Trial& t) { return hill.play(t); });
      const auto method = make(search);
      Standing standing;
      while (trials.games + method->next_games() <= search.games) {
        const std::uint64_t games = trials.games, promised = method->next_games();
        standing = method->next_generation(trials);
        ASSERT_EQ(trials.games - games, promised) << name;
      }
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_GE(standing.best[i], hill.parameters[i].low);
        EXPECT_LE(standing.best[i], hill.parameters[i].high);
      }
      sum += hill.height(standing.best);
    }
    RecordProperty(name, fmt::format("{:.3f}", sum / runs));
    EXPECT_GT(sum / runs, before * 0.6) << name;
  }
}

// Told the same, a method does the same: this is what lets a run go on after a kill.
TEST(Methods, AreFunctionsOfTheirSeedAndMeasures) {
  const Hill hill;
  for (const auto& [name, make] : all_methods()) {
    const auto points = [&](std::uint64_t seed) {
      const auto method = make({hill.parameters, seed, 4000, 20, 1});
      FunctionTrials trials([&](const Trial& t) { return hill.play(t); });
      for (int i = 0; i < 6; ++i) method->next_generation(trials);
      std::vector<Point> seen;
      for (const Trial& t : trials.seen) seen.push_back(t.point);
      return seen;
    };
    EXPECT_EQ(points(5), points(5)) << name;
    EXPECT_NE(points(5), points(6)) << name;
  }
}

TEST(Parameters, CountInSteps) {
  for (const Parameter& p : sample_parameters()) {
    EXPECT_DOUBLE_EQ(p.value(0), p.start);
    for (double steps = -5; steps <= 5; ++steps) EXPECT_NEAR(p.steps(p.value(steps)), steps, 1e-9);
    EXPECT_EQ(p.value(1e6), p.share ? 1e6 : 100);
  }
}

}  // namespace
}  // namespace tengen::learn::tune

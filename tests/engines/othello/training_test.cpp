// How the evaluation learns: games that can be played again, a file that can be gone on with, weights that are found.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engines/othello/kernels.hpp"
#include "engines/othello/naive.hpp"
#include "engines/othello/pattern_features.hpp"
#include "engines/othello/training/errors.hpp"
#include "engines/othello/training/fit.hpp"
#include "engines/othello/training/games.hpp"
#include "support/effort.hpp"

namespace tengen::engines::othello {
namespace {

TEST(OthelloTraining, GamesDependOnTheirNumberAlone) {
  const GamePlan plan{3, 8, 40, 5};
  const auto together = play_games(PatternWeights::built_in(), plan, 10, 6, 3, {});
  std::vector<Sample> apart = play_games(PatternWeights::built_in(), plan, 10, 2, 1, {});
  const auto rest = play_games(PatternWeights::built_in(), plan, 12, 4, 1, {});
  apart.insert(apart.end(), rest.begin(), rest.end());
  EXPECT_EQ(together, apart);
  EXPECT_EQ(together.front().game, 10u);
  EXPECT_EQ(together.back().game, 15u);
}

TEST(OthelloTraining, ResultsAreThoseOfTheGames) {
  const auto samples =
      play_games(PatternWeights::built_in(), {3, 9, 40, 6}, 0, static_cast<std::uint32_t>(effort(20)), 1, {});
  ASSERT_FALSE(samples.empty());
  int exact = 0;
  for (const Sample& sample : samples) {
    EXPECT_EQ(sample.own & sample.opponent, 0u);
    if (sample.empties() > 6) continue;  // play is perfect there, so that minimax must say the same
    EXPECT_EQ(sample.result, naive::Tree{}.score(Position(sample.own, sample.opponent, Side::first)));
    EXPECT_EQ(sample.searched, sample.result);
    ++exact;
  }
  EXPECT_GT(exact, 10);
}

TEST(OthelloTraining, FilesGoOnWhereTheyStopped) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("othello games " + std::to_string(getpid()))).string();
  EXPECT_EQ(next_game(path), 0u);
  const auto samples = play_games(PatternWeights::built_in(), {3, 8, 40, 7}, 0, 3, 1, {});
  ASSERT_TRUE(append_samples(path, samples));
  EXPECT_EQ(next_game(path), 3u);
  // A program that was killed while it wrote leaves a part of a record.
  std::ofstream(path, std::ios::binary | std::ios::app) << "half a rec";
  EXPECT_EQ(next_game(path), 3u);
  ASSERT_TRUE(append_samples(path, samples));
  const auto read = read_samples(path);
  ASSERT_TRUE(read);
  std::vector<Sample> twice = samples;
  twice.insert(twice.end(), samples.begin(), samples.end());
  EXPECT_EQ(*read, twice);
  std::ofstream(path, std::ios::binary) << std::string(Sample::bytes, '\x7f');
  EXPECT_FALSE(read_samples(path));
  std::filesystem::remove(path);
  EXPECT_FALSE(read_samples(path));
}

// Games are decided by the corners here: the weights must find that out, and for games they were not shown as well.
TEST(OthelloTraining, FindsWhatDecides) {
  Rng rng(8);
  std::vector<Sample> samples;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const Position position = naive::random_fill(rng, 29, 128);
    constexpr std::uint64_t corners = 0x8100000000000081ULL;
    const int result = 10 * (naive::count(position.own() & corners) - naive::count(position.opponent() & corners));
    samples.push_back({position.own(), position.opponent(), i, static_cast<std::int8_t>(result), 0});
  }
  PatternWeights weights, again;
  std::vector<PhaseFit> fits;
  FitPlan plan;
  plan.epochs = 6;
  plan.last_rate = 0.001;
  fit_weights(weights, samples, plan, 1, {}, [&](const PhaseFit& fit) { fits.push_back(fit); });
  fit_weights(again, samples, plan, 3, {}, [](const PhaseFit&) {});
  for (int p = 0; p < PatternWeights::phases; ++p) ASSERT_TRUE(weights.phase(p) == again.phase(p));
  PatternWeights untouched;
  plan.phases = PatternWeights::phase_of(29);
  fit_weights(untouched, samples, plan, 1, {}, [](const PhaseFit&) {});
  EXPECT_TRUE(untouched.phase(plan.phases) == PatternWeights().phase(plan.phases));
  const PhaseFit& fit = fits[static_cast<std::size_t>(PatternWeights::phase_of(29))];
  EXPECT_GT(fit.held_out, 100u);
  EXPECT_LT(fit.held_out_error, 10);  // 14 when nothing is known
  const auto value = [&](const Sample& sample) {
    return PatternFeatures<PlainKernels>(sample.own, sample.opponent)
        .value(weights, mobility(sample.own, sample.opponent), mobility(sample.opponent, sample.own), 29);
  };
  int right = 0, decided = 0;
  for (const Sample& sample : samples) {
    if (sample.result == 0) continue;
    ++decided;
    right += (value(sample) > 0) == (sample.result > 0);
  }
  EXPECT_GT(right, decided * 9 / 10);
}

TEST(OthelloTraining, MeasuresErrors) {
  const auto samples = play_games(PatternWeights::built_in(), {3, 8, 20, 9}, 0, 20, 1, {});
  std::vector<Sample> late;
  for (const Sample& sample : samples)
    if (sample.empties() <= 14) late.push_back(sample);
  const auto measured = measure_errors(PatternWeights::built_in(), late, 60, 2, {});
  ASSERT_TRUE(measured) << measured.error().message;
  const double end = measured->end.deviation(12, 12, 4), longer = measured->midgame.deviation(14, 6, 2);
  EXPECT_TRUE(end > 0.5 && end < 30) << end;
  EXPECT_TRUE(longer > 0.3 && longer < 30) << longer;
  EXPECT_FALSE(measure_errors(PatternWeights::built_in(), {}, 60, 1, {}));
}

}  // namespace
}  // namespace tengen::engines::othello

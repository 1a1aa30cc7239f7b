// The tactics against the trainer's own, which the network learned with: to be included by one test file for each size of
// board, since the trainer's is fixed when it is compiled. Before it: TENGEN_BOARD, and `train` as a name of its own.

#include <gtest/gtest.h>

#include <array>

#include "engines/gomoku/champion/random_boards.hpp"
#include "engines/gomoku/champion/tactics.hpp"
#include "support/effort.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wunused-function"
#include "../../../../train/gomoku/native/settle.hpp"
#pragma GCC diagnostic pop

namespace tengen::engines::gomoku {
namespace {

constexpr int board_size = TENGEN_BOARD;
using TestRows = std::conditional_t<(TENGEN_BOARD <= 15), SmallRows, LargeRows>;

train::Rows to_trainer(const TestRows& rows) {
  train::Rows out;
  for (std::size_t r = 0; r < board_size; ++r)
    out.row[r] = std::uint64_t{rows.row[r] & TestRows::all} << train::mine |
                 static_cast<std::uint64_t>(rows.row[r] >> TestRows::half) << train::theirs;
  return out;
}

bool same(const train::Rows& expected, const TestRows& found) {
  const train::Rows ours = to_trainer(found);
  return std::equal(std::begin(ours.row), std::end(ours.row), std::begin(expected.row)) &&
         std::all_of(found.row.begin() + board_size, found.row.end(), [](auto word) { return word == 0; });
}

train::View to_trainer(View view) {
  if (view.rule != Rule::renju) return view.rule == Rule::standard ? train::standard_view : train::free_view;
  return view.black ? train::renju_black : train::renju_white;
}

int point_of(int trainers) { return trainers < 0 ? trainers : point_at(trainers / board_size, trainers % board_size); }

// Calls check(tactics, stones, view) for random positions of all rules.
template <class Check>
void for_positions(int count, Check check) {
  const Tactics<TestRows> tactics(board_size);
  Rng rng(board_size);
  for (int i = 0; i < effort(count) && !testing::Test::HasFatalFailure(); ++i) {
    const Rule rule = static_cast<Rule>(i % 3);
    const int stones = 4 + static_cast<int>(rng.below(60));
    const auto rows = random_board<TestRows>(board_size, stones, rng);
    SCOPED_TRACE(testing::Message() << "position " << i << ", rule " << static_cast<int>(rule));
    check(tactics, rows, View{rule, stones % 2 == 0});
  }
}

TEST(TENGEN_SUITE, ShapesAreTheTrainers) {
  for_positions(3000, [](const auto& tactics, const TestRows& stones, View view) {
    const auto found = tactics.shapes().threats(stones, view);
    const auto expected = train::threats(to_trainer(stones), to_trainer(view));
    ASSERT_TRUE(same(expected.five, found.five));
    ASSERT_TRUE(same(expected.four, found.four));
    ASSERT_TRUE(same(expected.win, found.win));
    const auto threes = tactics.shapes().threes(stones, view, found.four);
    const auto wanted = train::shapes(to_trainer(stones), to_trainer(view), expected.four);
    ASSERT_TRUE(same(wanted.three, threes.three));
    ASSERT_TRUE(same(wanted.fork, threes.fork));
    ASSERT_TRUE(same(wanted.forbidden, threes.forbidden));
  });
}

TEST(TENGEN_SUITE, SettlesAsTheTrainer) {
  std::array<int, 4> seen{};
  for_positions(1500, [&](const auto& tactics, TestRows stones, View view) {
    train::Rows expected = to_trainer(stones);
    int turns = 0, expected_turns = 0;
    const auto outcome = train::settle(expected, to_trainer(view), expected_turns, {200, 64});
    ASSERT_EQ(static_cast<int>(tactics.settle(stones, view, turns, {200, 64})), static_cast<int>(outcome));
    ASSERT_EQ(turns, expected_turns);
    ASSERT_TRUE(same(expected, stones));
    ++seen[static_cast<std::size_t>(outcome + 1)];
  });
  EXPECT_GT(seen[0], 0);  // losses
  EXPECT_GT(seen[1], 0);  // quiet positions
  EXPECT_GT(seen[2], 0);  // wins
}

TEST(TENGEN_SUITE, ForcedMovesAreTheTrainers) {
  int runs = 0;
  for_positions(600, [&](const auto& tactics, const TestRows& stones, View view) {
    const int expected = train::forced_move(to_trainer(stones), to_trainer(view), {300, 200});
    const auto found = tactics.forced_move(stones, view, {300, 200});
    ASSERT_EQ(found.point, point_of(expected));
    runs += found.verdict == Verdict::win && found.plies != 1;
    FourLine<TestRows> line;
    train::Line wanted;
    const auto t = tactics.shapes().threats(stones, view);
    if (t.five.first(TestRows::theirs) >= 0) return;
    const bool wins = tactics.vcf(stones, view, 32, &line);
    ASSERT_EQ(wins, train::vcf(to_trainer(stones), to_trainer(view), 32, &wanted));
    if (!wins) return;
    ASSERT_TRUE(same(wanted.attack, line.attack));
    ASSERT_TRUE(same(wanted.reply, line.reply));
    ASSERT_EQ(line.first, point_of(wanted.first));
  });
  EXPECT_GT(runs, 0);
}

}  // namespace
}  // namespace tengen::engines::gomoku

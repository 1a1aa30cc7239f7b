// The endgame solver against plain minimax, known scores and itself.

#include "engines/othello/solver.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "engines/othello/naive.hpp"
#include "support/effort.hpp"
#include "support/places.hpp"

namespace tengen::engines::othello {
namespace {

constexpr std::size_t small_table = std::size_t{1} << 20;

Position read(std::string_view text) {
  const auto position = Position::from_string(text);
  EXPECT_TRUE(position) << text;
  return *position;
}

struct Seen {
  int positions = 0, passes = 0, wipe_outs = 0, draws = 0;
};

void expect_minimax(Solver& solver, const Position& position, Seen& seen) {
  naive::Tree tree;
  const int expected = tree.score(position);
  ASSERT_EQ(solver.score(position), expected) << position.to_string();
  // Any window gives the score or a bound on the right side of it.
  for (const int low : {expected - 3, expected - 1, expected, expected + 2}) {
    const auto bound = solver.score(position, low, low + 1);
    if (expected > low)
      ASSERT_TRUE(bound > low && bound <= expected) << position.to_string();
    else
      ASSERT_TRUE(bound <= low && bound >= expected) << position.to_string();
  }
  ++seen.positions;
  seen.passes += tree.passed;
  seen.wipe_outs += expected == 64 || expected == -64;
  seen.draws += expected == 0;
}

// On every processor this machine can stand in for.
class OthelloSolvers : public testing::TestWithParam<Processor> {};
std::string name_of(const testing::TestParamInfo<Processor>& tested) {
  constexpr const char* names[] = {"Plain", "Avx2", "Avx512"};
  return names[static_cast<std::size_t>(tested.param)];
}
INSTANTIATE_TEST_SUITE_P(Processors, OthelloSolvers, testing::ValuesIn(known_processors()), name_of);

TEST_P(OthelloSolvers, MatchMinimaxOnRandomBoards) {
  Solver solver(small_table, 1, GetParam());
  Rng rng(11);
  Seen seen;
  for (int i = 0; i < effort(3000) && !HasFatalFailure(); ++i)
    expect_minimax(solver, naive::random_fill(rng, i % 8, 8 + 60 * rng.below(5)), seen);
  EXPECT_GT(seen.passes, seen.positions / 4);
  EXPECT_GT(seen.wipe_outs, seen.positions / 100);
  EXPECT_GT(seen.draws, 0);
}

TEST_P(OthelloSolvers, MatchMinimaxInRandomGames) {
  Solver solver(small_table, 1, GetParam());
  Rng rng(12);
  Seen seen;
  for (int i = 0; i < effort(1500) && !HasFatalFailure(); ++i)
    expect_minimax(solver, naive::random_game(rng, 3 + i % 6), seen);
  for (int i = 0; i < effort(60) && !HasFatalFailure(); ++i)
    expect_minimax(solver, naive::random_game(rng, 9 + i % 2), seen);
  EXPECT_GT(seen.passes, seen.positions / 10);
}

// Where the tree is too large for minimax, the plain kernels, no memory to speak of and the other order of questions
// stand in for it.
TEST(OthelloSolver, AgreesWithItselfOnLargerBoards) {
  Solver fast, plain(std::size_t{1} << 12, 1, Processor::plain), together(small_table, 3);
  Rng rng(13);
  for (int i = 0; i < effort(30); ++i) {
    const Position position = naive::random_game(rng, 14 + i % 4);
    const auto score = fast.score(position);
    ASSERT_EQ(plain.score(position), score) << position.to_string();
    ASSERT_EQ(together.score(position), score) << position.to_string();
    ASSERT_TRUE(score);
    EXPECT_EQ(fast.outcome(position), *score > 0 ? 1 : *score < 0 ? -1 : 0);
  }
}

TEST(OthelloSolver, SeesPassesAndWipeOuts) {
  Solver solver(small_table);
  // Black takes everything.
  EXPECT_EQ(solver.score(read("XOOOOOO--------------------------------------------------------- X")), 64);
  // Finished games: 40 to none with 24 cells that nobody can take, and a draw.
  EXPECT_EQ(solver.score(read(std::string(40, 'X') + std::string(24, '-') + " O")), -64);
  EXPECT_EQ(solver.score(read(std::string(32, 'X') + std::string(32, 'O') + " X")), 0);
  // White must pass, then Black fills the last cell.
  EXPECT_EQ(solver.score(read(std::string(62, 'X') + "O- O")), -64);
}

TEST(OthelloSolver, PlaysBestLines) {
  Solver solver(small_table);
  Rng rng(14);
  for (int i = 0; i < effort(200); ++i) {
    Position position = naive::random_game(rng, 4 + i % 7);
    if (position.outcome() != Outcome::ongoing) continue;
    const int score = solver.score(position).value();
    const auto moves = solver.moves(position);
    ASSERT_TRUE(moves);
    EXPECT_EQ(moves->front().second, score);
    for (const auto& [move, its] : *moves) {
      Position next = position;
      next.play(move);
      EXPECT_EQ(its, -naive::Tree{}.score(next)) << position.to_string() << " " << position.format(move);
    }
    int sign = 1;
    for (const Move move : solver.line(position, score)) {
      games::MoveList<Position> legal;
      position.legal_moves(legal);
      ASSERT_NE(std::ranges::find(legal, move), legal.end());
      position.play(move);
      sign = -sign;
    }
    EXPECT_NE(position.outcome(), Outcome::ongoing);
    EXPECT_EQ(sign * solver.score(position).value(), score);
  }
}

// The public endgame suite. Positions 40 and 41 take a second; the others a minute.
TEST(OthelloSolver, SolvesThePublicSuite) {
  if (slow_build) GTEST_SKIP() << "minutes in a slow build";
  std::ifstream file(test_data("othello/fforum-40-59.obf"));
  std::string line;
  Solver solver(std::size_t{64} << 20);
  for (int number = 40; number <= (long_run() ? 49 : 41); ++number) {
    ASSERT_TRUE(std::getline(file, line)) << "#" << number;
    const Position position = read(line.substr(0, line.find(';')));
    const int score = std::stoi(line.substr(line.find(':') + 1));
    EXPECT_EQ(solver.score(position), score) << "#" << number;
    const std::string best = position.format(solver.best_move(position, score).value());
    std::string upper = best;
    for (char& c : upper) c = static_cast<char>(std::toupper(c));
    EXPECT_NE(line.find(upper + ":" + (score < 0 ? "" : "+") + std::to_string(score)), std::string::npos) << best;
  }
}

TEST(OthelloSolver, StopsAtLimitsAndGoesOn) {
  Solver solver(small_table);
  const Position hard = read("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X");
  Limits limits;
  limits.nodes = 1000;
  solver.begin(limits, {});
  EXPECT_FALSE(solver.score(hard));
  EXPECT_FALSE(solver.outcome(hard));  // the series is over
  EXPECT_LT(solver.nodes(), 50'000u);
  std::stop_source stop;
  stop.request_stop();
  solver.begin({}, stop.get_token());
  EXPECT_FALSE(solver.score(hard));
  Rng rng(15);
  const Position easy = naive::random_game(rng, 8);
  solver.begin({}, {});
  EXPECT_EQ(solver.score(easy), naive::Tree{}.score(easy));
  EXPECT_GT(solver.nodes(), 0u);
}

// Far from the end the order of the moves costs more nodes than the moves: limits are looked at all the same.
TEST(OthelloSolver, StopsSoonFarFromTheEnd) {
  Solver solver(small_table);
  Limits limits;
  limits.nodes = 1'200'000;
  solver.begin(limits, {});
  EXPECT_FALSE(solver.score(Position()));
  EXPECT_LT(solver.nodes(), 1'240'000u);
}

TEST(OthelloSolver, IsRepeatableAfterClearing) {
  Rng rng(16);
  const Position position = naive::random_game(rng, 15);
  Solver solver(small_table);
  std::vector<std::uint64_t> nodes;
  for (int i = 0; i < 2; ++i) {
    solver.clear();
    solver.begin({}, {});
    solver.score(position);
    nodes.push_back(solver.nodes());
  }
  EXPECT_EQ(nodes[0], nodes[1]);
}

}  // namespace
}  // namespace tengen::engines::othello

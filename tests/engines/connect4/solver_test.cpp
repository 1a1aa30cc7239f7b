// The solver against brute force, known results and itself.

#include "engines/connect4/solver.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "engines/connect4/solver_twin.hpp"
#include "games/connect4/game.hpp"
#include "support/allocations.hpp"
#include "support/effort.hpp"
#include "support/places.hpp"

namespace tengen::engines::connect4 {
namespace {

Geometry board(int columns, int rows, int blocked_column = -1, int blocked_row = -1) {
  return {rows, columns, blocked_column, blocked_row};
}

SmallPosition played(const Geometry& geometry, std::string_view columns) {
  SmallPosition position(geometry);
  for (const char c : columns) position.play({static_cast<std::uint8_t>(c - '1')});
  return position;
}

constexpr std::size_t small_table = std::size_t{4} << 20;

// Every position of the board, solved in both ways.
void expect_brute_force(const Geometry& geometry) {
  Solver solver(geometry, small_table);
  std::size_t wrong = 0;
  BruteForce all(SmallPosition(geometry), [&](const SmallPosition& position, int score) {
    const auto answer = solver.solve(position);
    if (answer.score == score) return;
    if (++wrong <= 3) ADD_FAILURE() << position.to_string() << " is " << score << ", not " << answer.score.value_or(99);
  });
  EXPECT_EQ(wrong, 0u) << "of " << all.size() << " positions";
  EXPECT_GT(all.size(), 10'000u);
}

TEST(Connect4Solver, MatchesBruteForceOn4x4WithEveryBlockedCell) {
  expect_brute_force(board(4, 4));
  for (int cell = 0; cell < 16; cell += slow_build ? 5 : 1) expect_brute_force(board(4, 4, cell / 4, cell % 4));
}

TEST(Connect4Solver, MatchesBruteForceOn4x5And5x4) {
  if (slow_build && !long_run()) GTEST_SKIP() << "a million positions";
  expect_brute_force(board(4, 5));
  expect_brute_force(board(5, 4, 2, 1));
  if (!long_run()) return;  // all the others take minutes
  expect_brute_force(board(5, 4));
  for (int cell = 0; cell < 20; ++cell) {
    expect_brute_force(board(4, 5, cell / 5, cell % 5));
    expect_brute_force(board(5, 4, cell / 4, cell % 4));
  }
}

TEST(Connect4Solver, KnowsWhoWinsOnEachSize) {
  // Columns × rows and the result for the first player, as published by John Tromp and others.
  struct Known {
    int columns, rows, result;
  };
  std::vector<Known> known = {{4, 4, 0}, {5, 4, 0}, {6, 4, -1}, {7, 4, 0}, {4, 5, 0}, {5, 5, 0}, {4, 6, 0}, {4, 8, 0}};
  if (!slow_build) known.insert(known.end(), {{8, 4, -1}, {6, 5, 0}, {5, 6, 0}, {6, 6, -1}});
  if (long_run()) known.insert(known.end(), {{7, 6, 1}, {7, 5, 0}, {6, 7, 1}, {9, 4, -1}});
  for (const auto& [columns, rows, result] : known) {
    Solver solver(board(columns, rows));
    const auto answer = solver.solve_outcome(SmallPosition(board(columns, rows)));
    EXPECT_EQ(answer.score, result) << columns << "×" << rows;
  }
}

TEST(Connect4Solver, AQuestionAllocatesNothing) {
  if (!counts_allocations()) GTEST_SKIP() << "a sanitizer owns the allocator";
  Limits limits;
  limits.nodes = 50'000;
  for (const Geometry& geometry : {board(7, 6), board(7, 7, 2, 3)}) {
    Solver solver(geometry, small_table);
    const SmallPosition position = played(geometry, "44");
    const std::size_t before = allocations();
    const auto answer = solver.solve(position, limits);
    EXPECT_EQ(allocations(), before);
    EXPECT_GT(answer.nodes, 1000U);
  }
}

TEST(Connect4Solver, SolvesTheEmptyBoardWithFewNodes) {
  if (slow_build) GTEST_SKIP() << "half a minute in a slow build";
  Solver solver(Geometry{});
  const auto answer = solver.solve(SmallPosition());
  EXPECT_EQ(answer.score, 1);  // the first player wins with its last disc
  EXPECT_LT(answer.nodes, 100'000'000u);
}

// The public sets: column digits, then the score.
void expect_set(const std::string& name, std::size_t step) {
  std::ifstream in(test_data("connect4/Test_" + std::string(name) + ".txt"));
  ASSERT_TRUE(in) << name;
  Solver solver(Geometry{});
  std::string columns;
  int score = 0;
  std::size_t read = 0;
  while (in >> columns >> score)
    if (read++ % step == 0) EXPECT_EQ(solver.solve(played(Geometry{}, columns)).score, score) << columns;
  EXPECT_GE(read, 8u);
}

TEST(Connect4Solver, IsRightOnTheLateAndMiddleSets) {
  expect_set("L3_R1", 1);
  expect_set("L2_R1", 1);
  expect_set("L2_R2", slow_build && !long_run() ? 10 : 1);
}

TEST(Connect4Solver, IsRightOnTheEarlySets) {
  expect_set("L1_R1", slow_build && !long_run() ? 10 : 1);
  expect_set("L1_R2", long_run() ? 1 : slow_build ? 30 : 6);
  expect_set("L1_R3", long_run() ? 1 : 8);
}

SmallPosition random_position(const Geometry& geometry, int plies, Rng& rng) {
  SmallPosition position(geometry);
  while (position.plies() < plies) {
    const auto move = position.random_move(rng);
    if (!move) return random_position(geometry, plies, rng);
    SmallPosition next = position;
    next.play(*move);
    if (next.outcome() != Outcome::ongoing) return random_position(geometry, plies, rng);
    position = next;
  }
  return position;
}

TEST(Connect4Solver, MirrorImagesHaveTheSameScore) {
  Rng rng(3);
  for (const Geometry& g : {board(7, 6), board(8, 7, 3, 2), board(9, 5, 4, 1), board(6, 8, 0, 5)}) {
    const int cells = cells_of(g);
    const Geometry image = SmallPosition(g).transformed(1).geometry();
    Solver solver(g), other(image);
    for (int i = 0; i < effort(40); ++i) {
      const SmallPosition position = random_position(g, cells - 22 + static_cast<int>(rng.below(10)), rng);
      EXPECT_EQ(solver.solve(position).score, other.solve(position.transformed(1)).score) << position.to_string();
    }
  }
}

TEST(Connect4Solver, WindowsAndOutcomesAgreeWithTheScore) {
  Rng rng(4);
  Solver solver(Geometry{}), fresh(Geometry{});
  for (int i = 0; i < effort(100); ++i) {
    const SmallPosition position = random_position(Geometry{}, 18 + static_cast<int>(rng.below(16)), rng);
    const int score = *solver.solve(position).score;
    const int sign = (score > 0) - (score < 0);
    EXPECT_EQ(fresh.solve_outcome(position).score, sign);
    const int low = -5 + static_cast<int>(rng.below(8)), high = low - 1 + static_cast<int>(rng.below(4));
    const int found = *fresh.solve(position, low, high).score;
    if (score > high) {
      EXPECT_TRUE(found > high && found <= score) << position.to_string();
    } else if (score < low) {
      EXPECT_TRUE(found < low && found >= score) << position.to_string();
    } else {
      EXPECT_EQ(found, score) << position.to_string();
    }
    // The end comes when the score says so.
    const int last = position.plies() + Solver::plies_left(position, score);
    if (score != 0) EXPECT_EQ(win_score(42, last), std::abs(score));
    EXPECT_EQ(last % 2 == 0, score == 0 || (position.side_to_move() == Side::second) == (score > 0));
  }
}

TEST(Connect4Solver, ThreadsFindTheSameScores) {
  Rng rng(5);
  Solver alone(Geometry{}), together(Geometry{}, Solver::default_table_bytes, 4);
  for (int i = 0; i < effort(20); ++i) {
    const SmallPosition position = random_position(Geometry{}, 14 + static_cast<int>(rng.below(8)), rng);
    EXPECT_EQ(together.solve(position).score, alone.solve(position).score) << position.to_string();
  }
}

TEST(Connect4Solver, SiblingsWorkAtTheSameTimeOnOneTable) {
  Solver first(Geometry{}, small_table);
  Solver second = first.sibling();
  std::optional<int> a, b;
  {
    const SmallPosition here = played(Geometry{}, "44444252");
    std::jthread thread([&] { a = first.solve(here).score; });
    b = second.solve(here).score;
  }
  EXPECT_TRUE(a);
  EXPECT_EQ(a, b);
}

TEST(Connect4Solver, ObeysLimits) {
  Limits limits;
  limits.nodes = 5000;
  for (const int threads : {1, 3}) {
    Solver solver(Geometry{}, small_table, threads);
    const auto answer = solver.solve(SmallPosition(), limits);
    EXPECT_FALSE(answer.score);
    EXPECT_GE(answer.nodes, 1000u);
    EXPECT_LE(answer.nodes, 6000u);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(solver.solve(SmallPosition(), {}, stop.get_token()).score);
  }
}

}  // namespace
}  // namespace tengen::engines::connect4

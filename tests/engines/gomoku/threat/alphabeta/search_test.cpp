// The search of threat/alphabeta without its selective parts against plain minimax, and its claims at sight against brute force.

#include "engines/gomoku/threat/alphabeta/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/allocations.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

constexpr Rule rules[] = {Rule::freestyle, Rule::standard, Rule::renju};

SmallPosition random_position(int size, Rule rule, int moves, Rng& rng) {
  for (;;) {
    SmallPosition position(size, rule);
    for (int i = 0; i < moves && position.outcome() == Outcome::ongoing; ++i)
      position.play(*games::random_move(position, rng));
    if (position.outcome() == Outcome::ongoing) return position;
  }
}

bool makes_five_now(const SmallPosition& position) {
  games::MoveList<SmallPosition> moves;
  position.legal_moves(moves);
  return std::ranges::any_of(moves, [&](Move move) {
    SmallPosition next = position;
    next.play(move);
    return winner(next.outcome()) == position.side_to_move();
  });
}

// Plain minimax with the player's evaluation and candidates: no bounds, no memory, no order. A five that can be made at
// once counts as made, at the horizon too.
int minimax(const SmallPosition& position, int depth, int ply) {
  if (position.outcome() != Outcome::ongoing)
    return search::terminal_value(position.outcome(), position.side_to_move(), ply);
  if (makes_five_now(position)) return search::win_value - (ply + 1);
  Field field;
  field.set(position);
  if (depth == 0) return field.evaluate();
  games::MoveList<SmallPosition> moves;
  position.legal_moves(moves);
  int best = -search::win_value;
  bool any = false;
  for (const Move move : moves) {
    if (!field.near().test(position.cell_of(move))) continue;
    SmallPosition next = position;
    next.play(move);
    best = std::max(best, -minimax(next, depth - 1, ply + 1));
    any = true;
  }
  return any ? best : 0;
}

int value_of(const AlphaBetaOptions& options, const SmallPosition& position, int depth) {
  ThreatAlphaBeta search(options, 1 << 16);
  search.new_game();
  Field field;
  field.set(position);
  return search.value(field, depth);
}

TEST(ThreatAlphaBeta, WithoutItsSelectivePartsIsMinimax) {
  Rng rng(1);
  for (int round = 0; round < effort(60); ++round) {
    const int size = 5 + round % 3;
    const int empty = 8 + static_cast<int>(rng.below(8));
    const SmallPosition position = random_position(size, rules[rng.below(3)], size * size - empty, rng);
    const int depth = 1 + static_cast<int>(rng.below(4));
    EXPECT_EQ(value_of(AlphaBetaOptions::plain(), position, depth), minimax(position, depth, 0))
        << position.to_string() << " depth " << depth;
  }
}

// The table answers with searches at least as deep, so only at depth one, where nothing deeper is stored, is the value
// bound to be the same; wins and losses within the horizon are the same at any depth.
TEST(ThreatAlphaBeta, FindsTheSameDecisionsWithTheTable) {
  Rng rng(2);
  AlphaBetaOptions with_table = AlphaBetaOptions::plain();
  with_table.table = true;
  for (int round = 0; round < effort(60); ++round) {
    const SmallPosition position = random_position(6, rules[rng.below(3)], 24, rng);
    const int twin = minimax(position, 3, 0), value = value_of(with_table, position, 3);
    if (search::is_decided(twin) || search::is_decided(value)) {
      EXPECT_EQ(value, twin) << position.to_string();
    }
  }
}

// Full-width minimax that knows wins and losses only, to `plies` plies: 0 where nothing is decided.
int decided_in(const SmallPosition& position, int plies, int ply) {
  if (position.outcome() != Outcome::ongoing)
    return search::terminal_value(position.outcome(), position.side_to_move(), ply);
  if (plies == 0) return 0;
  games::MoveList<SmallPosition> moves;
  position.legal_moves(moves);
  int best = -search::win_value;
  for (const Move move : moves) {
    SmallPosition next = position;
    next.play(move);
    best = std::max(best, -decided_in(next, plies - 1, ply + 1));
  }
  return best;
}

TEST(ThreatAlphaBeta, WhatItDecidesAtSightIsTrueToThePly) {
  Rng rng(3);
  AlphaBetaOptions sight = AlphaBetaOptions::plain();
  sight.sight = true;
  int decided = 0;
  for (int round = 0; round < effort(400); ++round) {
    const SmallPosition position = random_position(6, rules[rng.below(3)], 10 + static_cast<int>(rng.below(14)), rng);
    const int value = value_of(sight, position, 0);
    if (!search::is_decided(value)) continue;
    ++decided;
    EXPECT_EQ(decided_in(position, 3, 0), value) << position.to_string();
  }
  EXPECT_GT(decided, slow_build ? 0 : 20);
}

AlphaBetaOptions everything() {
  AlphaBetaOptions options;
  options.leaf_vcf = options.star = true;
  return options;
}

// With every part switched on, a claimed win is one: nothing selective may invent it.
TEST(ThreatAlphaBeta, ClaimedWinsOnSmallBoardsAreReal) {
  Rng rng(4);
  int won = 0;
  for (int round = 0; round < effort(300); ++round) {
    const SmallPosition position = random_position(6, rules[rng.below(2)], 24, rng);
    const int value = value_of(everything(), position, 3);
    if (value < search::win_value - 5) continue;
    ++won;
    EXPECT_GE(decided_in(position, search::win_value - value, 0), value) << position.to_string();
  }
  EXPECT_GT(won, 0);
}

TEST(ThreatAlphaBeta, DoesNotAllocateAtNodes) {
  if (!counts_allocations()) GTEST_SKIP();
  Rng rng(5);
  ThreatAlphaBeta search(everything(), 1 << 20);
  Field field;
  for (int round = 0; round < 3; ++round) {
    const SmallPosition position = random_position(15, Rule::freestyle, 12, rng);
    field.set(position);
    search.value(field, 2);
    const std::size_t before = allocations();
    search.value(field, 5);
    EXPECT_EQ(allocations(), before);
    EXPECT_GT(search.nodes(), 100U);
  }
}

}  // namespace
}  // namespace tengen::engines::gomoku

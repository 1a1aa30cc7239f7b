// Minimax is the obviously right twin; alpha-beta in every configuration must return its value to the bit.

#include <gtest/gtest.h>

#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "search/alpha_beta.hpp"
#include "search/minimax.hpp"
#include "support/allocations.hpp"
#include "support/property.hpp"

namespace tengen::search {
namespace {

template <games::Position P>
P after_random_moves(P position, int plies, Rng& rng) {
  for (int i = 0; i < plies; ++i) {
    P next = position;
    const auto move = games::random_move(next, rng);
    if (!move) break;
    next.play(*move);
    if (next.outcome() != Outcome::ongoing) break;
    position = next;
  }
  return position;
}

template <games::Position P>
SearchResult<P> minimax(const P& position, int depth, bool deepening = false) {
  Stopper stopper({.depth = depth}, {});
  Minimax<P, StaticEvaluator<P>> search({}, stopper);
  return run_to_depth(search, position, deepening, stopper, InfoSink<P>{});
}

template <games::Position P>
SearchResult<P> alpha_beta(const P& position, int depth, bool deepening, TranspositionTable<typename P::Move>* table) {
  Stopper stopper({.depth = depth}, {});
  AlphaBeta<P, StaticEvaluator<P>> search({}, stopper, table);
  return run_to_depth(search, position, deepening, stopper, InfoSink<P>{});
}

// Playing the line out must lead to a leaf of the claimed value.
template <games::Position P>
void check_line(const P& root, const SearchResult<P>& result) {
  RC_ASSERT(!result.pv.empty());
  RC_ASSERT(result.pv.front() == result.best);
  P position = root;
  int sign = 1;
  for (const auto move : result.pv) {
    games::MoveList<P> moves;
    position.legal_moves(moves);
    RC_ASSERT(std::ranges::find(moves, move) != moves.end());
    position.play(move);
    sign = -sign;
  }
  const auto ply = static_cast<int>(result.pv.size());
  const Outcome outcome = position.outcome();
  if (ply < result.depth && outcome == Outcome::ongoing) return;  // cut off by a table entry
  const int leaf = outcome == Outcome::ongoing ? StaticEvaluator<P>{}(position)
                                               : terminal_value(outcome, position.side_to_move(), ply);
  RC_ASSERT(result.score == sign * leaf);
}

template <games::Position P>
void compare(const P& start, int max_plies, int max_search_depth, Rng& rng) {
  const P position = after_random_moves(start, static_cast<int>(rng.below(static_cast<std::uint32_t>(max_plies))), rng);
  const int depth = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(max_search_depth)));
  const auto plain = minimax(position, depth);
  check_line(position, plain);
  RC_ASSERT(minimax(position, depth, true).score == plain.score);
  TranspositionTable<typename P::Move> small(1 << 12), large(1 << 22);
  for (auto* table : {static_cast<decltype(&small)>(nullptr), &small, &large})
    for (const bool deepening : {false, true}) {
      const auto pruned = alpha_beta(position, depth, deepening, table);
      RC_ASSERT(pruned.score == plain.score);
      RC_ASSERT(pruned.end_in == plain.end_in);
      check_line(position, pruned);
      if (!table && !deepening) RC_ASSERT(pruned.nodes <= plain.nodes);
      // A second search meets the table that the first one filled.
      if (table) RC_ASSERT(alpha_beta(position, depth, deepening, table).score == plain.score);
    }
  // Every candidate of plain minimax is exact: searching the move alone gives the same value.
  for (const auto& candidate : plain.candidates) {
    P next = position;
    next.play(candidate.move);
    if (next.outcome() != Outcome::ongoing || depth == 1) continue;
    const double value = -minimax(next, depth - 1).score;
    if (!is_decided(static_cast<int>(value))) RC_ASSERT(value == candidate.value);
  }
}

TEST(MinimaxAlphaBeta, AgreeOnConnect4) {
  check_property(100, [](std::uint64_t seed) {
    Rng rng(seed);
    const int rows = 4 + static_cast<int>(rng.below(3)), columns = 4 + static_cast<int>(rng.below(4));
    games::connect4::Geometry geometry{rows, columns, -1, -1};
    if (rng.below(2) == 0) {
      geometry.blocked_column = static_cast<int>(rng.below(static_cast<std::uint32_t>(columns)));
      geometry.blocked_row = static_cast<int>(rng.below(static_cast<std::uint32_t>(rows)));
    }
    compare(games::connect4::SmallPosition(geometry), rows * columns, 5, rng);
    compare(games::connect4::LargePosition(geometry), rows * columns, 4, rng);
  });
}

TEST(MinimaxAlphaBeta, AgreeOnOthello) {
  check_property(100, [](std::uint64_t seed) {
    Rng rng(seed);
    compare(games::othello::Position(), 60, 4, rng);
  });
}

TEST(MinimaxAlphaBeta, AgreeOnGomoku) {
  check_property(100, [](std::uint64_t seed) {
    Rng rng(seed);
    const auto rule = static_cast<games::gomoku::Rule>(rng.below(3));
    const int size = 5 + static_cast<int>(rng.below(2));
    compare(games::gomoku::SmallPosition(size, rule), size * size, 3, rng);
    compare(games::gomoku::LargePosition(size, rule), size * size, 2, rng);
  });
}

// What is left belongs to the list of root moves and the line, however many nodes lie below them.
template <games::Position P, class Search>
void expect_no_allocation_at_nodes(const P& position, Search search, int depth) {
  const std::size_t before = allocations();
  search.search(position, depth);
  EXPECT_LE(allocations() - before, 16U);
  EXPECT_GT(search.nodes(), 2000U);
}

template <games::Position P>
void expect_no_allocation_at_nodes(const P& position, int depth) {
  Stopper stopper({}, {});
  TranspositionTable<typename P::Move> table(1 << 16);
  using E = StaticEvaluator<P>;
  expect_no_allocation_at_nodes(position, Minimax<P, E>({}, stopper), depth);
  expect_no_allocation_at_nodes(position, AlphaBeta<P, E>({}, stopper, nullptr), depth + 2);
  expect_no_allocation_at_nodes(position, AlphaBeta<P, E>({}, stopper, &table), depth + 2);
}

TEST(MinimaxAlphaBeta, DoNotAllocateAtNodes) {
  if (!counts_allocations()) GTEST_SKIP() << "a sanitizer owns the allocator";
  expect_no_allocation_at_nodes(games::connect4::SmallPosition(), 5);
  expect_no_allocation_at_nodes(games::connect4::LargePosition(games::connect4::Geometry{9, 11, 3, 2}), 4);
  expect_no_allocation_at_nodes(games::othello::Position(), 6);
  expect_no_allocation_at_nodes(games::gomoku::SmallPosition(5, games::gomoku::Rule::renju), 3);
  expect_no_allocation_at_nodes(games::gomoku::LargePosition(6, games::gomoku::Rule::freestyle), 3);
}

TEST(RunToDepth, AStoppedSearchClaimsNoDepth) {
  for (const bool deepening : {false, true}) {
    Stopper stopper({.nodes = 100, .depth = 8}, {});
    Minimax<games::connect4::SmallPosition, StaticEvaluator<games::connect4::SmallPosition>> search({}, stopper);
    const auto result = run_to_depth(search, games::connect4::SmallPosition(), deepening, stopper, {});
    EXPECT_EQ(result.depth, deepening ? 2 : 0);  // 7 + 49 nodes
  }
}

TEST(Minimax, FindsTheShortestWin) {
  const auto position = *games::connect4::SmallPosition::from_string("112233");
  const auto result = minimax(position, 5);
  EXPECT_EQ(position.format(result.best), "4");
  EXPECT_EQ(result.end_in, 1);
}

TEST(AlphaBeta, SeesALossAndHowFarItIs) {
  // x has three in a row open at both ends: o can stop only one of them.
  const auto position = *games::connect4::SmallPosition::from_string("33447");  // x: c1 d1 g1, then o moves
  const auto threat = alpha_beta(position, 6, true, nullptr);
  EXPECT_EQ(threat.end_in, minimax(position, 6).end_in);
}

TEST(RunToDepth, StopsWhenTheGameIsSolved) {
  // Two cells are left: two plies decide, however deep the search may go.
  Rng rng(3);
  games::connect4::SmallPosition position(games::connect4::Geometry{4, 4, -1, -1});
  do {
    position = after_random_moves(games::connect4::SmallPosition(games::connect4::Geometry{4, 4, -1, -1}), 14, rng);
  } while (position.plies() != 14);
  const auto result = minimax(position, 64, true);
  EXPECT_LE(result.depth, 3);
}

}  // namespace
}  // namespace tengen::search

// The champion's proofs against brute force, and the books of its tree.

#include "engines/connect4/champion_tree.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>

#include "engines/connect4/champion_endgame.hpp"
#include "engines/connect4/champion_twins.hpp"
#include "support/allocations.hpp"

namespace tengen::engines::connect4 {
namespace {

Limits simulations(std::uint64_t n) { return {std::nullopt, n, std::nullopt}; }

// Both kinds of boards search the same small positions here.
template <class Bits>
Board<Bits> board_of(const Shape<Bits>& shape, const SmallPosition& position) {
  return make_board(shape, [&](int column, int row) {
    const int bit = column * position.stride() + row;
    return test_bit(position.mine(), bit) ? 1 : test_bit(position.theirs(), bit) ? -1 : 0;
  });
}

int sign(int value) { return (value > 0) - (value < 0); }

template <class Bits>
class ChampionTree : public testing::Test {
 protected:
  static Tree<Bits> tree(const Geometry& g, std::size_t bytes = std::size_t{4} << 20) {
    Tree<Bits> made(Shape<Bits>(g), {0.7, bytes});
    made.new_game(11);
    return made;
  }
};
using AllBits = testing::Types<std::uint64_t, Lanes>;
TYPED_TEST_SUITE(ChampionTree, AllBits);

// What a report says in plies, as SearchResult::end_in does; 0 for a draw.
int end_in(const RootReport& report, const SmallPosition& position) {
  if (!is_win(report.end)) return 0;
  return static_cast<int>(report.value) * (report.end - position.plies());
}

TYPED_TEST(ChampionTree, ProvesWhatBruteForceFinds) {
  using Bits = TypeParam;
  int proven = 0, asked = 0;
  std::array<int, 3> results{};
  for (int board = 0; board < effort(50); ++board) {
    Rng rng(static_cast<std::uint64_t>(board));
    Geometry g{4 + static_cast<int>(rng.below(2)), 4, -1, -1};
    if (g.rows == 4) g.columns += static_cast<int>(rng.below(2));
    if (board % 3 > 0) {
      g.blocked_column = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.columns)));
      g.blocked_row = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.rows)));
    }
    BruteForce<SmallPosition> brute;
    auto tree = this->tree(g);
    const Shape<Bits> shape(g);
    for (int i = 0; i < 40; ++i) {
      const auto position = random_position<SmallPosition>(g, 6 + static_cast<int>(rng.below(9)), rng);
      const auto report = tree.search(board_of(shape, position), simulations(4000), {}, {});
      ++asked;
      if (report.end == open_end) continue;
      ++proven;
      const int exact = brute.end_in(position);
      ASSERT_EQ(sign(end_in(report, position)), sign(exact)) << position.to_string();
      ++results[static_cast<std::size_t>(sign(exact) + 1)];
      // A proof need not be the shortest way, but it is a way.
      ASSERT_GE(std::abs(end_in(report, position)), std::abs(exact)) << position.to_string();
      // The move keeps what was proven.
      SmallPosition next = position;
      next.play({static_cast<std::uint8_t>(report.pv.front())});
      ASSERT_EQ(sign(brute(next)), -sign(exact)) << position.to_string();
      // So does what it says about the other moves of a choice.
      if (!report.forced.empty()) continue;
      for (const RootMove& move : report.moves) {
        if (move.end == open_end) continue;
        SmallPosition after = position;
        after.play({static_cast<std::uint8_t>(move.column)});
        ASSERT_EQ(sign(static_cast<int>(move.value)), -sign(brute(after))) << position.to_string();
      }
    }
  }
  EXPECT_GT(proven, asked * 9 / 10) << proven << " of " << asked;
  for (const int count : results) EXPECT_GT(count, asked / 20);
}

TYPED_TEST(ChampionTree, TheLineOfAProvenWinIsThatWin) {
  using Bits = TypeParam;
  int wins = 0;
  const int starts = effort(300);
  for (int number = 0; number < starts; ++number) {
    Rng rng(static_cast<std::uint64_t>(number));
    const Geometry g{5, 5, static_cast<int>(rng.below(5)), static_cast<int>(rng.below(5))};
    const auto start = random_position<SmallPosition>(g, 10, rng);
    auto tree = this->tree(g);
    const auto report = tree.search(board_of(Shape<Bits>(g), start), simulations(5000), {}, {});
    if (!is_win(report.end)) continue;
    SmallPosition position = start;
    for (const int column : report.pv) {
      ASSERT_EQ(position.outcome(), Outcome::ongoing);
      ASSERT_TRUE(position.is_open(column));
      position.play({static_cast<std::uint8_t>(column)});
    }
    if (position.outcome() == Outcome::ongoing) continue;  // a part of the line may have been forgotten
    ++wins;
    EXPECT_EQ(position.plies(), report.end) << start.to_string();
  }
  EXPECT_GT(wins, starts / 10);  // there was something to check
}

TYPED_TEST(ChampionTree, VisitsAddUp) {
  using Bits = TypeParam;
  const Geometry g{6, 7, 3, 2};
  auto tree = this->tree(g, std::size_t{64} << 20);
  const Board<Bits> root{Shape<Bits>(g)};
  for (const std::uint64_t n : {1U, 10U, 1000U, 20'000U}) {
    tree.new_game(3);
    const auto report = tree.search(root, simulations(n), {}, {});
    EXPECT_EQ(report.simulations, n);
    const auto sum = std::accumulate(report.moves.begin(), report.moves.end(), std::uint64_t{0},
                                     [](auto total, const RootMove& m) { return total + m.visits; });
    EXPECT_EQ(sum, n);
  }
  // One visit made a node, every other one went on to one of its moves; values are means of results.
  std::size_t nodes = 0;
  tree.table().for_each([&](const Node& node) {
    ++nodes;
    EXPECT_EQ(node.visits, 1 + std::accumulate(node.move_visits.begin(), node.move_visits.end(), 0U));
    EXPECT_LE(std::abs(node.value), 1.0F);
    for (std::size_t i = 0; i < node.move_visits.size(); ++i) {
      EXPECT_LE(std::abs(node.move_values[i]), 1.0F);
      if ((node.moves >> i & 1) == 0) {
        EXPECT_EQ(node.move_visits[i], 0U);
      }
    }
  });
  EXPECT_EQ(nodes, tree.table().used());
  EXPECT_GT(nodes, 1000U);
}

TYPED_TEST(ChampionTree, KeepsWhatItKnowsTwoPliesOn) {
  using Bits = TypeParam;
  const Geometry g{7, 7, 1, 1};
  const Shape<Bits> shape(g);
  auto tree = this->tree(g, std::size_t{16} << 20);
  Board<Bits> board(shape);
  const auto report = tree.search(board, simulations(20'000), {}, {});
  ASSERT_GE(report.pv.size(), 2U);
  for (int i = 0; i < 2; ++i) board.play(shape, board.tops & shape.column(report.pv[static_cast<std::size_t>(i)]));
  const auto next = tree.search(board, simulations(1), {}, {});
  std::uint64_t visits = 0;
  for (const RootMove& move : next.moves) visits += move.visits;
  EXPECT_GT(visits, 100U);  // all but one were made before
}

TYPED_TEST(ChampionTree, SameSeedSameTree) {
  using Bits = TypeParam;
  const Geometry g{6, 7, -1, -1};
  const Board<Bits> root{Shape<Bits>(g)};
  auto tree = this->tree(g);
  const auto first = tree.search(root, simulations(5000), {}, {});
  tree.new_game(11);
  const auto again = tree.search(root, simulations(5000), {}, {});
  tree.new_game(12);
  const auto other = tree.search(root, simulations(5000), {}, {});
  ASSERT_EQ(first.moves.size(), again.moves.size());
  for (std::size_t i = 0; i < first.moves.size(); ++i) {
    EXPECT_EQ(first.moves[i].column, again.moves[i].column);
    EXPECT_EQ(first.moves[i].visits, again.moves[i].visits);
    EXPECT_EQ(first.moves[i].value, again.moves[i].value);
  }
  EXPECT_EQ(first.pv, again.pv);
  EXPECT_NE(first.value, other.value);
}

TYPED_TEST(ChampionTree, StaysInItsMemory) {
  using Bits = TypeParam;
  const Geometry g{7, 8, 2, 2};
  const std::size_t bytes = 64 * 1024;
  auto tree = this->tree(g, bytes);
  EXPECT_LE(tree.table().bytes(), bytes);
  const Board<Bits> root{Shape<Bits>(g)};
  const auto report = tree.search(root, simulations(30'000), {}, {});
  EXPECT_EQ(report.simulations, 30'000U);
  EXPECT_LE(tree.table().used(), tree.table().capacity());
  EXPECT_GT(tree.table().used(), tree.table().capacity() * 9 / 10);
  const std::size_t before = allocations();
  tree.search(root, simulations(30'000), {}, {});
  EXPECT_LE(allocations() - before, 500U);  // only the report allocates
}

// The mirrored board has the mirrored proofs.
TYPED_TEST(ChampionTree, TreatsLeftAndRightAlike) {
  using Bits = TypeParam;
  int both = 0;
  const int starts = effort(150);
  for (int number = 0; number < starts; ++number) {
    Rng rng(static_cast<std::uint64_t>(number));
    const Geometry g{5, 5, static_cast<int>(rng.below(5)), static_cast<int>(rng.below(5))};
    const auto position = random_position<SmallPosition>(g, 11, rng);
    const auto mirror = position.transformed(1);
    auto tree = this->tree(g);
    auto mirrored = this->tree(mirror.geometry());
    const auto a = tree.search(board_of(Shape<Bits>(g), position), simulations(3000), {}, {});
    const auto b = mirrored.search(board_of(Shape<Bits>(mirror.geometry()), mirror), simulations(3000), {}, {});
    if (a.end == open_end || b.end == open_end) continue;
    ++both;
    EXPECT_EQ(sign(end_in(a, position)), sign(end_in(b, mirror)));
  }
  EXPECT_GT(both, starts / 3);
}

TYPED_TEST(ChampionTree, GrowsNoDeeperThanTold) {
  using Bits = TypeParam;
  const Geometry g{6, 7, -1, -1};
  const Board<Bits> root{Shape<Bits>(g)};
  auto tree = this->tree(g);
  Limits limits = simulations(3000);
  limits.depth = 2;
  tree.search(root, limits, {}, {});
  EXPECT_LE(tree.table().used(), 1U + 7 + 49);
  EXPECT_GT(tree.table().used(), 20U);
}

TYPED_TEST(ChampionTree, StopsAtOnce) {
  using Bits = TypeParam;
  const Geometry g{6, 7, -1, -1};
  const Board<Bits> root{Shape<Bits>(g)};
  auto tree = this->tree(g);
  std::stop_source source;
  source.request_stop();
  const auto report = tree.search(root, {}, source.get_token(), {});
  EXPECT_EQ(report.simulations, 0U);
  EXPECT_EQ(report.pv.size(), 1U);
}

TYPED_TEST(ChampionTree, TheExactEndAllocatesOnlyItsTable) {
  using Bits = TypeParam;
  if (!counts_allocations()) GTEST_SKIP() << "a sanitizer owns the allocator";
  const Geometry g{5, 6, 2, 2};
  const Shape<Bits> shape(g);
  Endgame<Bits> endgame(shape);
  Rng rng(3);
  std::uint64_t nodes = 0;
  for (int i = 0; i < 5; ++i) {
    const auto position = random_position<SmallPosition>(g, 6, rng);
    Limits limits;
    limits.nodes = 20'000;
    search::Stopper stopper(limits, {});
    const std::size_t before = allocations();
    const auto answer = endgame.solve(board_of(shape, position), stopper);
    EXPECT_EQ(allocations(), before + (i == 0 ? 1 : 0));
    nodes += answer ? answer->nodes : 20'000;
  }
  EXPECT_GT(nodes, 10'000U);
}

TYPED_TEST(ChampionTree, TheExactEndIsExact) {
  using Bits = TypeParam;
  for (int board = 0; board < effort(40); ++board) {
    Rng rng(static_cast<std::uint64_t>(1000 + board));
    Geometry g{4 + static_cast<int>(rng.below(2)), 4, -1, -1};
    if (g.rows == 4) g.columns += static_cast<int>(rng.below(2));
    if (board % 3 > 0) {
      g.blocked_column = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.columns)));
      g.blocked_row = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.rows)));
    }
    BruteForce<SmallPosition> brute;
    const Shape<Bits> shape(g);
    Endgame<Bits> endgame(shape);
    for (int i = 0; i < 60; ++i) {
      const auto position = random_position<SmallPosition>(g, 6 + static_cast<int>(rng.below(10)), rng);
      search::Stopper stopper({}, {});
      const auto answer = endgame.solve(board_of(shape, position), stopper);
      ASSERT_TRUE(answer);
      const int side = position.side_to_move() == Side::first ? 1 : -1;
      const int plies = is_win(answer->end) ? value_of(answer->end) * side * (answer->end - position.plies()) : 0;
      ASSERT_EQ(plies, brute.end_in(position)) << position.to_string();
      SmallPosition next = position;
      next.play({static_cast<std::uint8_t>(answer->column)});
      const int after = brute.end_in(next);
      // The position after a winning move has lost already: nought plies from its end.
      if (winner(next.outcome())) {
        ASSERT_EQ(plies, 1);
      } else {
        ASSERT_EQ(std::abs(plies), after == 0 ? 0 : std::abs(after) + 1) << position.to_string();
      }
    }
  }
}

}  // namespace
}  // namespace tengen::engines::connect4

// The paper's player is right when its books balance over a whole game, when its short wins are those of an exact
// search, and when its values tend to the exact ones.

#include "engines/connect4/uct.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "engines/connect4/champion_twins.hpp"
#include "search/alpha_beta.hpp"
#include "search/minimax.hpp"
#include "support/property.hpp"

namespace tengen::engines::connect4 {
namespace {

using P = SmallPosition;
using Engine = UctEngine<std::uint64_t>;

Limits simulations(std::uint64_t n) { return {std::nullopt, n, std::nullopt}; }

std::uint64_t visits_of(const search::SearchResult<P>& result) {
  return std::accumulate(result.candidates.begin(), result.candidates.end(), std::uint64_t{0},
                         [](auto sum, const auto& c) { return sum + c.visits; });
}

TEST(ConnectFourUct, KeepsTheCountsOfTheTreeItStepsDown) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    search::Uct<P> uct(0.7, 1'000'000);
    Rng rng(seed);
    P position;
    std::uint64_t before = 0;  // visits that the root brought along
    while (position.outcome() == Outcome::ongoing) {
      const auto result = uct.resume(position, simulations(3000), {}, rng, {});
      ASSERT_EQ(uct.root_visits(), before + 3000);
      // Every visit went on to a child, but for the one that made this node.
      ASSERT_EQ(visits_of(result), uct.root_visits() - (before > 0 ? 1 : 0));
      const auto& chosen = result.candidates[rng.below(static_cast<std::uint32_t>(result.candidates.size()))];
      const std::size_t size = uct.tree_size();
      uct.step_down(chosen.move);
      EXPECT_EQ(uct.root_visits(), chosen.visits);
      EXPECT_LT(uct.tree_size(), size);
      before = chosen.visits;
      position.play(chosen.move);
    }
  }
}

TEST(ConnectFourUct, AKeptTreeHoldsNoMoreThanItsBound) {
  search::Uct<P> uct(0.7, 500);
  Rng rng(1);
  P position;
  for (int i = 0; i < 6; ++i) {
    const auto result = uct.resume(position, simulations(2000), {}, rng, {});
    EXPECT_LE(uct.tree_size(), 500U);
    uct.step_down(result.best);
    position.play(result.best);
  }
}

TEST(ConnectFourUct, StartsAfreshWhereTheGameDidNotGoOn) {
  Engine engine({0.7, std::chrono::seconds(60), 0, 1'000'000, 0});
  engine.new_game(3);
  P position;
  const auto first = engine.search(position, simulations(1000), {}, {});
  EXPECT_EQ(engine.tree().root_visits(), 1000U);
  position.play(first.best);
  position.play({0});
  engine.search(position, simulations(1000), {}, {});
  EXPECT_GT(engine.tree().root_visits(), 1000U);  // the reply was in the tree
  engine.search(*P::from_string("1122"), simulations(1000), {}, {});
  EXPECT_EQ(engine.tree().root_visits(), 1000U);
  engine.new_game(3);
  const auto again = engine.search(P{}, simulations(1000), {}, {});
  EXPECT_EQ(again.score, first.score);
  EXPECT_EQ(again.best, first.best);
}

// Before anything random: a k-win is a win in at most 2k + 1 plies, which minimax can tell as well.
TEST(ConnectFourUct, KWinsAreTheWinsOfMinimax) {
  int found = 0;
  check_property(2000, [&] {
    Geometry g{*rc::gen::inRange(4, 7), *rc::gen::inRange(4, 7), -1, -1};
    if (*rc::gen::arbitrary<bool>()) {
      g.blocked_column = *rc::gen::inRange(0, g.columns);
      g.blocked_row = *rc::gen::inRange(0, g.rows);
    }
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    const P position = random_position<P>(g, *rc::gen::inRange(0, g.rows * g.columns), rng);
    search::Stopper stopper({}, {});
    for (int k = 0; k <= 2; ++k) {
      search::Minimax<P, search::StaticEvaluator<P>> minimax({}, stopper);
      const auto exact = search::to_result(minimax.search(position, 2 * k + 1), 2 * k + 1, 0);
      const auto win = KWin<std::uint64_t>(stopper).find(position, k);
      RC_ASSERT(win.has_value() == (exact.end_in && *exact.end_in > 0));
      if (!win) continue;
      ++found;
      P next = position;
      next.play(*win);
      if (next.outcome() != Outcome::ongoing) continue;
      const auto after = search::to_result(minimax.search(next, 2 * k), 2 * k, 0);
      RC_ASSERT(after.end_in && *after.end_in < 0);
    }
  });
  EXPECT_GT(found, 20);
}

TEST(ConnectFourUct, TakesTheQuickestWinThenStopsTheirs) {
  search::Stopper stopper({}, {});
  const auto forced = [&](std::string_view moves, int k) {
    return forced_move(*P::from_string(moves), k, true, stopper);
  };
  EXPECT_EQ(forced("112233", 1)->move.column, 3);  // four at once
  EXPECT_EQ(forced("112233", 1)->wins_in, 1);
  EXPECT_EQ(forced("11223", 1)->move.column, 3);  // stop four at once
  EXPECT_EQ(forced("11223", 1)->wins_in, std::nullopt);
  EXPECT_FALSE(forced("4455", 0));  // x can make an open three next:
  EXPECT_EQ(forced("4455", 1)->wins_in, 3);
  EXPECT_FALSE(forced("", 2));
  EXPECT_EQ(forced("44557", 1)->wins_in, std::nullopt);  // …and o must see it coming
}

TEST(ConnectFourUct, LeavesThreatsToTheSearchWithoutDefence) {
  search::Stopper stopper({}, {});
  const auto forced = [&](std::string_view moves, int k) {
    return forced_move(*P::from_string(moves), k, false, stopper);
  };
  EXPECT_FALSE(forced("445", 1));                 // an open three of theirs is coming
  EXPECT_EQ(forced("11223", 1)->move.column, 3);  // fours are stopped all the same
  EXPECT_EQ(forced("4455", 1)->wins_in, 3);       // and own wins are taken
}

TEST(ConnectFourUct, PlaysTheShortWinWithoutSearching) {
  Engine engine({0.7, std::chrono::seconds(60), 1, 1'000'000, 0});
  engine.new_game(1);
  const auto result = engine.search(*P::from_string("4455"), simulations(10), {}, {});
  EXPECT_EQ(result.end_in, 3);
  EXPECT_EQ(result.nodes, 0U);
  EXPECT_EQ(result.pv, std::vector{result.best});
}

TEST(ConnectFourUct, KeepsItsOwnTimeAndStopsWhenTold) {
  Engine engine({0.7, std::chrono::milliseconds(20), 3, 1'000'000, 0});
  engine.new_game(1);
  const auto begin = Clock::now();
  engine.search(P{}, {std::chrono::seconds(50), std::nullopt, std::nullopt}, {}, {});
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(20));  // generous: the machine may be busy
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(engine.search(P{}, simulations(1'000'000'000), source.get_token(), {}).nodes, 0U);
}

// With time the mean of the best move tends to the exact value: 1, 0 or −1.
TEST(ConnectFourUct, ValuesTendToTheExactOnes) {
  int positions = 0;
  double error = 0;
  for (std::uint64_t seed = 0; positions < effort(40); ++seed) {
    Rng rng(seed);
    Geometry g{4, 4, -1, -1};
    if (seed % 2 == 1) {
      g.blocked_column = static_cast<int>(rng.below(4));
      g.blocked_row = static_cast<int>(rng.below(4));
    }
    const P position = random_position<P>(g, 8, rng);
    if (position.outcome() != Outcome::ongoing) continue;
    search::Stopper stopper({}, {});
    search::AlphaBeta<P, search::StaticEvaluator<P>> search({}, stopper, nullptr);
    const auto exact = search::to_result(search.search(position, 20), 20, 0);
    const double value = exact.end_in ? (*exact.end_in > 0 ? 1 : -1) : 0;
    search::Uct<P> uct(0.7, 1'000'000);
    const double score = uct.search(position, simulations(100'000), {}, rng, {}).score;
    EXPECT_NEAR(score, value, 0.1) << position.to_string();
    error += std::abs(score - value);
    ++positions;
  }
  EXPECT_LT(error / positions, 0.02);
}

}  // namespace
}  // namespace tengen::engines::connect4

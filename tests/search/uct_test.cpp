// UCT is right when its books balance, when it finds forced wins, and when it agrees with an exact search.

#include <gtest/gtest.h>

#include <numeric>

#include "games/connect4/game.hpp"
#include "games/othello/game.hpp"
#include "search/alpha_beta.hpp"
#include "search/uct.hpp"
#include "support/allocations.hpp"

namespace tengen::search {
namespace {

using C4 = games::connect4::SmallPosition;

Limits simulations(std::uint64_t n) {
  Limits limits;
  limits.nodes = n;
  return limits;
}

TEST(Uct, VisitsOfTheRootMovesAddUp) {
  for (const std::uint64_t n : {1U, 7U, 8U, 1000U, 50'000U}) {
    Uct<C4> uct(0.7, 1'000'000);
    Rng rng(n);
    const auto result = uct.search(C4{}, simulations(n), {}, rng, {});
    EXPECT_EQ(result.nodes, n);
    EXPECT_EQ(std::accumulate(result.candidates.begin(), result.candidates.end(), std::uint64_t{0},
                              [](auto sum, const auto& c) { return sum + c.visits; }),
              n);
    for (const auto& c : result.candidates) EXPECT_LE(std::abs(c.value), 1.0);
    EXPECT_EQ(result.best, result.candidates.front().move);
  }
}

TEST(Uct, SameSeedSameResult) {
  Uct<C4> uct(0.7, 100'000);
  Rng a(9), b(9), c(10);
  const auto first = uct.search(C4{}, simulations(5000), {}, a, {});
  const auto again = uct.search(C4{}, simulations(5000), {}, b, {});
  const auto other = uct.search(C4{}, simulations(5000), {}, c, {});
  ASSERT_EQ(first.candidates.size(), again.candidates.size());
  for (std::size_t i = 0; i < first.candidates.size(); ++i) {
    EXPECT_EQ(first.candidates[i].move, again.candidates[i].move);
    EXPECT_EQ(first.candidates[i].visits, again.candidates[i].visits);
  }
  EXPECT_NE(first.score, other.score);
}

TEST(Uct, TakesAWinAndStopsALoss) {
  Uct<C4> uct(0.7, 100'000);
  Rng rng(1);
  const auto winning = *C4::from_string("112233");
  EXPECT_EQ(winning.format(uct.search(winning, simulations(2000), {}, rng, {}).best), "4");
  const auto losing = *C4::from_string("11223");  // o must stop x on d1
  EXPECT_EQ(losing.format(uct.search(losing, simulations(20'000), {}, rng, {}).best), "4");
}

// Against an exact search to the end on a small board: given time, UCT plays a move of the best outcome.
TEST(Uct, AgreesWithAnExactSearchOnASmallBoard) {
  int agreed = 0, asked = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    C4 position(games::connect4::Geometry{4, 5, -1, -1});
    for (int i = 0; i < 8; ++i) {
      C4 next = position;
      next.play(*games::random_move(position, rng));
      if (next.outcome() != Outcome::ongoing) break;
      position = next;
    }
    const auto sign_of = [](const C4& p) {
      if (p.outcome() != Outcome::ongoing) return p.outcome() == Outcome::draw ? 0 : -1;  // the side to move has lost
      Stopper stopper({.depth = 20}, {});
      TranspositionTable<games::connect4::Move> table(1 << 20);
      AlphaBeta<C4, StaticEvaluator<C4>> search({}, stopper, &table);
      const auto exact = run_to_depth(search, p, false, stopper, InfoSink<C4>{});
      return exact.end_in ? (*exact.end_in > 0 ? 1 : -1) : 0;
    };
    Uct<C4> uct(0.7, 1'000'000);
    const auto result = uct.search(position, simulations(30'000), {}, rng, {});
    C4 next = position;
    next.play(result.best);
    ++asked;
    agreed += sign_of(position) == -sign_of(next);
  }
  EXPECT_GE(agreed, asked - 1) << agreed << " of " << asked;
}

TEST(Uct, GoesOnWhenTheTreeIsFull) {
  Uct<C4> uct(0.7, 20);
  Rng rng(1);
  EXPECT_EQ(uct.search(C4{}, simulations(5000), {}, rng, {}).nodes, 5000U);
}

struct FirstWins {
  Outcome operator()(const games::othello::Position&, Rng&) const noexcept { return Outcome::first_wins; }
};

// The least visited child, whatever came of it.
struct Evenly {
  float common(std::uint32_t) const noexcept { return 0; }
  float claim(std::int32_t, std::uint32_t visits, float) const noexcept { return -static_cast<float>(visits); }
};

TEST(Uct, SelectsAndRollsOutAsItIsTold) {
  Uct<games::othello::Position, Evenly, FirstWins> uct({}, 10'000);
  Rng rng(1);
  const auto result = uct.search(games::othello::Position{}, simulations(400), {}, rng, {});
  ASSERT_EQ(result.candidates.size(), 4U);
  for (const auto& c : result.candidates) {
    EXPECT_EQ(c.visits, 100U);
    EXPECT_EQ(c.value, 1.0);
  }
}

TEST(Uct, PassesInOthello) {
  // White has no move here, Black has: the only move is to pass.
  const auto position =
      *games::othello::Position::from_string("XXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O");
  ASSERT_EQ(position.outcome(), Outcome::ongoing);
  Uct<games::othello::Position> uct(0.7, 1000);
  Rng rng(1);
  EXPECT_TRUE(uct.search(position, simulations(100), {}, rng, {}).best.is_pass());
}

TEST(Uct, DoesNotAllocateOnceWarm) {
  Uct<C4> uct(0.7, 1'000'000);
  Rng rng(1);
  const auto allocations_of = [&](std::uint64_t n) {
    const std::size_t before = allocations();
    uct.search(C4{}, simulations(n), {}, rng, {});
    return allocations() - before;
  };
  allocations_of(100'000);
  // What is left belongs to the result, whatever the number of simulations.
  EXPECT_LE(allocations_of(50'000), 32U);
}

}  // namespace
}  // namespace tengen::search

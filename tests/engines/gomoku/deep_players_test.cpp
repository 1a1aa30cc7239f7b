// What all deep players keep: legal moves on every board under every rule, the centre first, limits, seeds.

#include <gtest/gtest.h>

#include <algorithm>

#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/ladder_games.hpp"
#include "engines/gomoku/pattern/players.hpp"
#include "support/allocations.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

template <class Kind>
class DeepPlayers : public testing::Test {};
using Kinds = testing::Types<Ai10, Ai11, Ai12, Ai13, PatternMinimaxPlayer, PatternAlphaBetaPlayer>;
TYPED_TEST_SUITE(DeepPlayers, Kinds);

template <class P>
void expect_sound(const P& position, const search::SearchResult<P>& result) {
  games::MoveList<P> moves;
  position.legal_moves(moves);
  EXPECT_NE(std::ranges::find(moves, result.best), moves.end()) << position.to_string();
  ASSERT_FALSE(result.pv.empty());
  EXPECT_EQ(result.pv.front(), result.best);
  ASSERT_FALSE(result.candidates.empty());
  EXPECT_EQ(result.candidates.front().move, result.best);
  EXPECT_EQ(result.candidates.front().value, result.score);
  EXPECT_TRUE(std::ranges::is_sorted(result.candidates, std::greater{}, &search::Candidate<P>::value));
  for (const auto& c : result.candidates) EXPECT_NE(std::ranges::find(moves, c.move), moves.end());
}

// A game of the player against itself, every answer checked; a small limit keeps it short.
template <class Kind, class P>
void play_soundly(int size, Rule rule, std::uint64_t nodes, int plies) {
  auto black = make_engine<Kind, P>("", 1), white = make_engine<Kind, P>("", 2);
  P position(size, rule);
  Limits limits;
  limits.nodes = nodes;
  for (int ply = 0; ply < plies && position.outcome() == Outcome::ongoing; ++ply) {
    const auto result = (ply % 2 == 0 ? black : white)->search(position, limits, {}, {});
    expect_sound(position, result);
    if (testing::Test::HasFailure()) return;
    position.play(result.best);
  }
}

TYPED_TEST(DeepPlayers, PlayLegallyOnAllBoardsUnderAllRules) {
  for (int size = smallest_size; size <= largest_size; ++size)
    for (const Rule rule : {Rule::freestyle, Rule::standard, Rule::renju}) {
      const int plies = slow_build ? 6 : size <= 7 ? size * size : 24;
      if (SmallPosition::fits(size))
        play_soundly<TypeParam, SmallPosition>(size, rule, 300, plies);
      else
        play_soundly<TypeParam, LargePosition>(size, rule, 300, plies);
    }
}

TYPED_TEST(DeepPlayers, TakeTheCentreFirst) {
  for (const int size : {5, 9, 15}) {
    const auto result = think(*make_engine<TypeParam, SmallPosition>(), SmallPosition(size, Rule::freestyle));
    EXPECT_EQ(result.best, (Move{static_cast<std::uint8_t>(size / 2), static_cast<std::uint8_t>(size / 2)}));
  }
}

TYPED_TEST(DeepPlayers, SameSeedSameGame) {
  const auto game = [](std::uint64_t seed) {
    auto one = make_engine<TypeParam, SmallPosition>("", seed),
         two = make_engine<TypeParam, SmallPosition>("", seed + 1);
    SmallPosition position = *SmallPosition::from_string("size=9 e5f6");
    Limits limits;
    limits.depth = 5;
    limits.nodes = 3000;
    for (int ply = 0; ply < (slow_build ? 4 : 16) && position.outcome() == Outcome::ongoing; ++ply)
      position.play((ply % 2 == 0 ? one : two)->search(position, limits, {}, {}).best);
    return position;
  };
  EXPECT_EQ(game(7), game(7));
  EXPECT_EQ(game(8), game(8));
}

TYPED_TEST(DeepPlayers, StopAtOnce) {
  std::stop_source source;
  source.request_stop();
  auto engine = make_engine<TypeParam, SmallPosition>();
  const SmallPosition position = position_from("h8i9h9h10i8g8j7");
  const auto result = engine->search(position, {}, source.get_token(), {});
  expect_sound(position, result);
  EXPECT_LE(result.nodes, 64u);
  EXPECT_EQ(result.depth, 0);
}

// What is left belongs to the lists of root moves and the lines that are reported.
TYPED_TEST(DeepPlayers, DoNotAllocateAtNodes) {
  if (!counts_allocations()) GTEST_SKIP() << "a sanitizer owns the allocator";
  auto engine = make_engine<TypeParam, SmallPosition>();
  const SmallPosition position = position_from("h8i9h9h10i8g8j7");
  Limits limits;
  limits.nodes = 20'000;
  const std::size_t before = allocations();
  const auto result = engine->search(position, limits, {}, {});
  EXPECT_LE(allocations() - before, 80u) << result.nodes << " nodes";
}

TYPED_TEST(DeepPlayers, CompleteAFiveAndStopOne) {
  auto engine = make_engine<TypeParam, SmallPosition>();
  const SmallPosition mine = position_from("9/9/9/9/1oxxxx3/9/2o1o4/o8/9 x");
  EXPECT_EQ(mine.format(think(*engine, mine).best), "g5");
  const SmallPosition theirs = position_from("9/9/9/9/1oxxxx3/9/2o1o4/o8/9 o");
  EXPECT_EQ(theirs.format(think(*engine, theirs).best), "g5");
}

TYPED_TEST(DeepPlayers, KeepOffForbiddenPoints) {
  // Under renju e5 is a double three for Black; every point near the stones is open to White.
  const SmallPosition position = position_from("rule=renju 9/9/4x4/4x4/2xx5/9/9/9/o1o1o1o2 x");
  const int e5 = position.cell_of({4, 4});
  ASSERT_TRUE(position.is_forbidden(e5));
  expect_sound(position, think(*make_engine<TypeParam, SmallPosition>(), position));
}

}  // namespace
}  // namespace tengen::engines::gomoku

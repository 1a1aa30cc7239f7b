// The greedy player wins, blocks, and else goes by the evaluation.

#include "engines/generic/greedy.hpp"

#include <gtest/gtest.h>

#include <set>

#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/mnk/game.hpp"
#include "games/othello/game.hpp"
#include "support/property.hpp"

namespace tengen::engines {
namespace {

template <games::Position P>
search::SearchResult<P> greedy(const P& position, std::uint64_t seed = 1) {
  GreedyEngine<P> engine;
  engine.new_game(seed);
  return engine.search(position, {}, {}, {});
}

template <games::Position P>
std::string greedy_move(std::string_view text, std::uint64_t seed = 1) {
  const auto position = P::from_string(text);
  EXPECT_TRUE(position) << position.error().message;
  return position->format(greedy(*position, seed).best);
}

TEST(Greedy, TakesAWin) {
  EXPECT_EQ(greedy_move<games::mnk::Position>("xx1/oo1/3 x"), "c3");
  EXPECT_EQ(greedy_move<games::connect4::SmallPosition>("112233"), "4");
  EXPECT_EQ(greedy_move<games::gomoku::SmallPosition>("5/5/1xxxx/5/oooo1 x"), "a3");
}

TEST(Greedy, BlocksALoss) {
  EXPECT_EQ(greedy_move<games::mnk::Position>("1x1/oo1/2x x"), "c2");
  EXPECT_EQ(greedy_move<games::connect4::SmallPosition>("414243"), "4");
  EXPECT_EQ(greedy_move<games::gomoku::SmallPosition>("xxxx1/5/5/5/o1o1o o"), "e5");
}

TEST(Greedy, SaysHowItEnds) {
  const auto lost = games::mnk::Position::from_string("columns=4 b2 a1 c2");  // both a2 and d2 win
  const auto result = greedy(*lost);
  EXPECT_EQ(result.end_in, -2);
  EXPECT_LT(result.score, -search::win_threshold);
  const auto won = games::mnk::Position::from_string("columns=4 b2 a1 c2 a2");
  EXPECT_EQ(greedy(*won).end_in, 1);
}

TEST(Greedy, LikesTheMiddleOfAnEmptyBoard) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(greedy_move<games::mnk::Position>("", seed), "b2");
}

TEST(Greedy, LeavesEqualMovesToChance) {
  std::set<std::string> replies;
  for (std::uint64_t seed = 0; seed < 100; ++seed) replies.insert(greedy_move<games::mnk::Position>("b2", seed));
  EXPECT_EQ(replies, (std::set<std::string>{"a1", "a3", "c1", "c3"}));
  EXPECT_EQ(greedy_move<games::mnk::Position>("b2", 7), greedy_move<games::mnk::Position>("b2", 7));
}

template <games::Position P>
bool wins_at_once(const P& position) {
  games::MoveList<P> moves;
  position.legal_moves(moves);
  return std::ranges::any_of(moves, [&](auto move) {
    P next = position;
    next.play(move);
    return next.outcome() == win_for(position.side_to_move());
  });
}

template <games::Position P>
void never_misses(P position) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const int plies = *rc::gen::inRange(0, 40);
  for (int i = 0; i < plies; ++i)
    if (const auto move = games::random_move(position, rng)) position.play(*move);
  if (position.outcome() != Outcome::ongoing) return;
  RC_LOG() << "position: " << position.to_string() << '\n';
  P next = position;
  next.play(greedy(position).best);
  RC_ASSERT((next.outcome() == win_for(position.side_to_move())) == wins_at_once(position));
  if (wins_at_once(position) || !wins_at_once(next)) return;
  // It lets the opponent win only where every move does.
  games::MoveList<P> moves;
  position.legal_moves(moves);
  for (const auto move : moves) {
    P other_way = position;
    other_way.play(move);
    RC_ASSERT(wins_at_once(other_way));
  }
}

TEST(Greedy, NeverMissesAWinOrABlock) {
  check_property(300, [] { never_misses(games::mnk::Position(5, 4, 3)); });
  check_property(300, [] { never_misses(games::mnk::Position(6, 6, 4)); });
  check_property(200, [] { never_misses(games::connect4::SmallPosition()); });
  check_property(50, [] { never_misses(games::gomoku::SmallPosition(6, games::gomoku::Rule::renju)); });
  check_property(50, [] { never_misses(games::othello::Position()); });
}

}  // namespace
}  // namespace tengen::engines

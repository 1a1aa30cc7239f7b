// The opening book, the query over solver and book, and the player.

#include "engines/connect4/solver_book.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/embedded.hpp"
#include "engines/connect4/solver_book_maker.hpp"
#include "engines/connect4/solver_player.hpp"
#include "engines/connect4/solver_query.hpp"
#include "support/effort.hpp"
#include "support/places.hpp"

namespace tengen::engines::connect4 {
namespace {

SmallPosition played(std::string_view columns) {
  SmallPosition position;
  for (const char c : columns) position.play({static_cast<std::uint8_t>(c - '1')});
  return position;
}

TEST(Connect4Book, HoldsEveryOpeningOnce) {
  // Positions by plies: 1, 7, 49, 238, 1120, 4263; of two mirror images one.
  const OpeningBook book(5);
  EXPECT_EQ(book.size(), 1u + 4 + 25 + 121 + 568 + 2144);
  for (std::size_t i = 0; i < book.size(); i += 7) {
    const SmallPosition position = book.position(i);
    EXPECT_EQ(position.plies(), book.plies(i));
    EXPECT_EQ(position.outcome(), Outcome::ongoing);
    EXPECT_EQ(*SmallPosition::from_string(position.to_string()), position);
    EXPECT_FALSE(book.find(position));
  }
}

TEST(Connect4Book, IsReadAsItWasWritten) {
  OpeningBook book(4);
  for (std::size_t i = 0; i < book.size(); i += 3) book.set_score(i, static_cast<int>(i % 37) - 18);
  const std::string bytes = book.to_bytes();
  const auto read = OpeningBook::from_bytes(bytes);
  ASSERT_TRUE(read);
  for (std::size_t i = 0; i < book.size(); ++i) {
    EXPECT_EQ(read->score(i), book.score(i));
    EXPECT_EQ(read->find(book.position(i)), book.score(i));
    EXPECT_EQ(read->find(book.position(i).transformed(1)), book.score(i));
  }
  EXPECT_FALSE(read->find(played("444444")));
  EXPECT_FALSE(read->find(SmallPosition(Geometry{6, 8, -1, -1})));
}

TEST(Connect4Book, RefusesWhatIsDamaged) {
  const std::string good = OpeningBook(3).to_bytes();
  EXPECT_TRUE(OpeningBook::from_bytes(good));
  EXPECT_FALSE(OpeningBook::from_bytes(""));
  EXPECT_FALSE(OpeningBook::from_bytes(good.substr(0, good.size() - 1)));
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    EXPECT_FALSE(OpeningBook::from_bytes(bad)) << "byte " << i;
  }
}

TEST(Connect4Book, TheOneInTheProgramIsCompleteAndConsistent) {
  const auto read = OpeningBook::from_bytes(embedded::connect4_book().front().bytes);
  ASSERT_TRUE(read) << read.error().message;
  const OpeningBook& book = OpeningBook::built_in();
  EXPECT_EQ(book.depth(), read->depth());
  EXPECT_EQ(book.find(SmallPosition()), 1);
  // The scores of the deepest positions give all others.
  OpeningBook deepest(book.depth());
  for (std::size_t i = 0; i < book.size(); ++i) {
    ASSERT_TRUE(book.score(i));
    if (book.plies(i) == book.depth()) deepest.set_score(i, *book.score(i));
  }
  deepest.back_up();
  EXPECT_EQ(deepest.to_bytes(), book.to_bytes());
}

TEST(Connect4Book, AgreesWithThePublicTestSets) {
  const OpeningBook& book = OpeningBook::built_in();
  int found = 0;
  for (const char* set : {"Test_L1_R1", "Test_L1_R2", "Test_L1_R3", "Test_L2_R1", "Test_L2_R2", "Test_L3_R1"}) {
    std::ifstream file(test_data("connect4/" + std::string(set) + ".txt"));
    ASSERT_TRUE(file) << set;
    std::string columns;
    int score = 0;
    while (file >> columns >> score) {
      if (static_cast<int>(columns.size()) > book.depth()) continue;
      EXPECT_EQ(book.find(played(columns)), score) << columns;
      ++found;
    }
  }
  EXPECT_GE(found, 60);
}

// The earlier a position, the longer it takes: up to ten seconds.
TEST(Connect4Book, AgreesWithTheSolver) {
  const OpeningBook& book = OpeningBook::built_in();
  if (slow_build) GTEST_SKIP() << "minutes in a slow build";
  Solver solver(Geometry{});
  Rng rng(8);
  const std::size_t deepest = book.depth() == 0 ? 0 : OpeningBook(book.depth() - 1).size();
  for (int i = 0; i < (long_run() ? 20 : 1); ++i) {
    const std::size_t index = deepest + rng.below(static_cast<std::uint32_t>(book.size() - deepest));
    EXPECT_EQ(solver.solve(book.position(index)).score, book.score(index)) << book.position(index).to_string();
  }
}

TEST(Connect4Book, IsMadeInPieces) {
  // Stopped at once, then gone on with: nothing is lost and nothing is made up.
  OpeningBook book(6);
  for (std::size_t i = 0; i < book.size(); ++i)
    if (book.plies(i) == 6 && i % 2 == 0) book.set_score(i, 2);
  std::stop_source stop;
  stop.request_stop();
  BookProgress last;
  EXPECT_FALSE(fill_book(book, std::size_t{4} << 20, 2, stop.get_token(),
                         [&](const OpeningBook&, const BookProgress& progress) { last = progress; }));
  EXPECT_GT(last.known, 0u);
  EXPECT_LT(last.known, last.all);
  for (std::size_t i = 0; i < book.size(); ++i)
    if (book.plies(i) == 6) EXPECT_EQ(book.score(i).has_value(), i % 2 == 0);
}

TEST(Connect4SolverQuery, TellsColumnsAndALineToTheEnd) {
  Solver solver(Geometry{});
  SolverQuery query(solver, nullptr, {}, {});
  for (const std::string_view columns :
       {"2252576253462244111563365343671351441", "44444222261", "111111222222", "1111112222223333337"}) {
    SmallPosition position = played(columns);
    const int score = *query.score(position);
    const auto scores = *query.columns(position);
    ASSERT_EQ(scores.size(), 7u);
    int best = -100;
    for (std::uint8_t c = 0; c < 7; ++c) {
      EXPECT_EQ(scores[c].has_value(), position.is_open(c));
      best = std::max(best, scores[c].value_or(-100));
    }
    EXPECT_EQ(best, score) << columns;
    const std::vector<Move> line = query.line(position, score);
    EXPECT_EQ(static_cast<int>(line.size()), Solver::plies_left(position, score)) << columns;
    for (const Move move : line) {
      ASSERT_EQ(position.outcome(), Outcome::ongoing);
      position.play(move);
    }
    EXPECT_NE(position.outcome(), Outcome::ongoing);
  }
}

TEST(Connect4SolverPlayer, NeverGivesAwayWhatItHas) {
  const auto player = SolverPlayer::make<SmallPosition>(Values(SolverPlayer::info().settings));
  Solver judge(Geometry{});
  Rng rng(6);
  for (int game = 0; game < effort(6); ++game) {
    player->new_game(1);
    SmallPosition position = played("4444425");
    for (int i = 0; i < 8; ++i) position.play(*position.random_move(rng));
    while (position.outcome() == Outcome::ongoing) {
      const int score = *judge.solve(position).score;
      const auto result = player->search(position, {}, {}, {});
      EXPECT_EQ(result.score, score);
      if (score != 0) EXPECT_EQ(std::abs(result.end_in.value_or(0)), Solver::plies_left(position, score));
      position.play(result.best);
      if (position.outcome() == Outcome::ongoing) {
        EXPECT_EQ(*judge.solve(position).score, -score);
        position.play(*position.random_move(rng));
      }
    }
  }
}

TEST(Connect4SolverPlayer, SeesNearEndsWhenTheScoreIsOutOfReach) {
  const auto player = SolverPlayer::make<SmallPosition>(Values(SolverPlayer::info().settings));
  Limits limits;
  limits.nodes = 2000;
  // Two in the open middle of the bottom row: a third next to them decides, for either side.
  for (const std::string_view columns : {"3744", "31447"}) {
    const SmallPosition position = played(columns);
    SmallPosition next = position;
    const auto result = player->search(position, limits, {}, {});
    EXPECT_LE(result.nodes, 2100u);
    next.play(result.best);
    Solver judge(Geometry{});
    const int worth = *judge.solve(next, 10, 9).score;
    EXPECT_LT(worth, 10) << columns;
  }
}

}  // namespace
}  // namespace tengen::engines::connect4

// threat/dbsearch: it takes what wins, stops what loses, and plays legal moves at once when told to.

#include "engines/gomoku/threat/db_player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "engines/gomoku/threat/threat_cases.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

template <class P>
std::unique_ptr<search::Engine<P>> make_player(std::uint64_t seed = 1) {
  auto engine = DbSearchPlayer::make<P>(Values(DbSearchPlayer::info().settings));
  engine->new_game(seed);
  return engine;
}

std::string choice(const std::string& text) {
  const auto position = SmallPosition::from_string(text);
  EXPECT_TRUE(position) << text;
  return position->format(make_player<SmallPosition>()->search(*position, {}, {}, {}).best);
}

TEST(DbPlayer, TakesTheCentreOfAnEmptyBoard) {
  EXPECT_EQ(choice(""), "h8");
  EXPECT_EQ(choice("size=9"), "e5");
}

TEST(DbPlayer, CompletesFiveBeforeAnythingElse) {
  // Both sides have a closed four; Black is to move.
  EXPECT_EQ(choice("a1 a3 b1 b3 c1 c3 d1 d3"), "e1");
}

TEST(DbPlayer, StopsAFour) { EXPECT_EQ(choice("a1 h8 b1 a9 c1 o3 d1"), "e1"); }

TEST(DbPlayer, PlaysAWinningSequence) {
  // Two open twos cross in h8: a double three.
  const std::string position = "i8 a1 j8 o1 h9 a15 h10 o15";
  const auto parsed = SmallPosition::from_string(position);
  const auto result = make_player<SmallPosition>()->search(*parsed, {}, {}, {});
  ASSERT_TRUE(result.end_in);
  EXPECT_EQ(*result.end_in, static_cast<int>(result.pv.size()));
  SmallPosition end = *parsed;
  for (const Move move : result.pv) end.play(move);
  EXPECT_EQ(end.outcome(), Outcome::first_wins);
}

TEST(DbPlayer, StopsASequenceOfTheOtherSide) {
  int stopped = 0;
  for (const ThreatCase& c : read_threat_cases()) {
    const bool one_answer_is_enough = c.name == "an open three becomes an open four" ||
                                      c.name == "two closed threes cross in one point: a double four" ||
                                      c.name == "a four and an open three cross: the four first, then the open four";
    if (!one_answer_is_enough) continue;
    SmallPosition position = c.position;
    ASSERT_TRUE(position.set_stones(c.position.stones(Side::first), c.position.stones(Side::second), Side::second));
    position.play(make_player<SmallPosition>()->search(position, {}, {}, {}).best);
    LineBoard board(position);
    KillMemory memory;
    search::Stopper stopper({}, {});
    EXPECT_EQ(KillSearch(board, Side::first, KillMode::fours, memory, stopper).search().verdict,
              search::Verdict::no_win)
        << games::draw(position.diagram());
    ++stopped;
  }
  EXPECT_EQ(stopped, 3);
}

TEST(DbPlayer, WinsWhatItsSearchSolves) {
  int won = 0;
  for (const ThreatCase& c : read_threat_cases()) {
    if (c.attacker != c.position.side_to_move()) continue;
    const auto result = make_player<SmallPosition>()->search(c.position, {}, {}, {});
    if (!result.end_in || *result.end_in < 0) continue;
    EXPECT_TRUE(c.vcf || c.vct) << c.name;
    ++won;
  }
  EXPECT_GT(won, 30);
}

template <class P>
std::vector<Move> self_play(int size, Rule rule, std::uint64_t seed, int moves) {
  P position(size, rule);
  auto black = make_player<P>(seed), white = make_player<P>(seed);
  std::vector<Move> game;
  for (int i = 0; i < moves && position.outcome() == Outcome::ongoing; ++i) {
    const auto result = (i % 2 == 0 ? black : white)->search(position, {}, {}, {});
    games::MoveList<P> legal;
    position.legal_moves(legal);
    EXPECT_TRUE(std::ranges::find(legal, result.best) != legal.end());
    std::set<Move> considered;
    for (const auto& candidate : result.candidates) considered.insert(candidate.move);
    EXPECT_EQ(considered.size(), legal.size());
    EXPECT_EQ(result.candidates.front().move, result.best);
    position.play(result.best);
    game.push_back(result.best);
  }
  return game;
}

TEST(DbPlayer, PlaysLegallyOnEveryBoardAndTheSameGameTwice) {
  for (int size = smallest_size; size <= largest_size; ++size)
    for (const Rule rule : {Rule::freestyle, Rule::standard, Rule::renju}) {
      const int moves = effort(12);
      const auto play = size <= 15 ? self_play<SmallPosition> : self_play<LargePosition>;
      const auto game = play(size, rule, 3, moves);
      if (size % 5 == 0) {
        EXPECT_EQ(play(size, rule, 3, moves), game) << size;
      }
    }
}

TEST(DbPlayer, AnswersAtOnceWhenStoppedOrOutOfNodes) {
  std::stop_source source;
  source.request_stop();
  Limits one;
  one.nodes = 1;
  for (const ThreatCase& c : read_threat_cases()) {
    games::MoveList<SmallPosition> legal;
    c.position.legal_moves(legal);
    for (const auto& result : {make_player<SmallPosition>()->search(c.position, {}, source.get_token(), {}),
                               make_player<SmallPosition>()->search(c.position, one, {}, {})})
      EXPECT_TRUE(std::ranges::find(legal, result.best) != legal.end());
  }
}

}  // namespace
}  // namespace tengen::engines::gomoku

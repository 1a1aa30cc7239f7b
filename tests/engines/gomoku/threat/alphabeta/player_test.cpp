// threat/alphabeta as a player: tactics, limits, legality and repeatability.

#include "engines/gomoku/threat/alphabeta/player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

using namespace std::chrono_literals;

template <class P>
std::unique_ptr<search::Engine<P>> player() {
  auto engine = ThreatAlphaBetaPlayer::make<P>(Values(ThreatAlphaBetaPlayer::info().settings));
  engine->new_game(1);
  return engine;
}

Limits nodes(std::uint64_t n) {
  Limits limits;
  limits.nodes = n;
  return limits;
}

// Black and White in turn: "h8 i9 …".
SmallPosition after(const std::string& moves) {
  SmallPosition position;
  std::istringstream in(moves);
  for (std::string name; in >> name;) position.play(*position.parse_move(name));
  return position;
}

template <class P>
bool is_legal(const P& position, Move move) {
  games::MoveList<P> moves;
  position.legal_moves(moves);
  return std::ranges::find(moves, move) != moves.end();
}

struct Tactic {
  const char* moves;
  const char* good;  // any of these
  bool wins;
};

TEST(ThreatAlphaBetaPlayer, FindsTheMoveThatWinsOrSaves) {
  const Tactic tactics[] = {
      {"h8 a1 i8 a3 j8 a5 k8 a7", "g8 l8", true},           // make five
      {"h8 g8 i8 a1 j8 a3 k8 a5", "l8", true},              // the only end of a four
      {"a1 h8 a3 i8 a5 j8 o15 k8", "g8 l8", false},         // an open four cannot be stopped, but is blocked
      {"g8 h8 a3 i8 a5 j8 o15 k8", "l8", false},            // a closed four must be blocked
      {"a1 h8 a3 i8 o1 j8", "f8 g8 k8 l8", false},          // an open three must be stopped
      {"h8 a1 i8 a3 j8 o1", "g8 k8", true},                 // an open four from an open three
      {"a1 h8 a3 i8 o1 k8", "g8 j8 l8", false},             // a broken three
      {"h8 g8 i8 a1 j8 a3 k7 a5 k6 o1 k9 o3", "k8", true},  // double four
      {"h8 a1 i8 a3 j9 o1 j10 o3", "j8", true},             // two threes at once
      {"h8 g8 i8 a1 j8 a3 k7 o1 k6 o3", "k8", true},        // a four and a three
  };
  for (const Tactic& tactic : tactics) {
    const SmallPosition position = after(tactic.moves);
    const auto result = player<SmallPosition>()->search(position, nodes(20'000), {}, {});
    const std::string best = position.format(result.best);
    std::istringstream good(tactic.good);
    bool found = false;
    for (std::string name; good >> name;) found = found || name == best;
    EXPECT_TRUE(found) << tactic.moves << " answered by " << best;
    if (tactic.wins) {
      EXPECT_GT(result.end_in.value_or(0), 0) << tactic.moves;
    }
  }
}

// Wins that are claimed are played out against a defender that tries every reply the search itself fears most.
TEST(ThreatAlphaBetaPlayer, KeepsItsWordWhenItAnnouncesAWin) {
  Rng rng(1);
  int announced = 0;
  for (int round = 0; round < effort(30); ++round) {
    SmallPosition position;
    const auto a = player<SmallPosition>(), b = player<SmallPosition>();
    std::optional<Side> winner_to_be;
    for (int i = 0; i < 4; ++i) {
      const auto at = [&] { return static_cast<std::uint8_t>(5 + rng.below(5)); };
      const Move move{at(), at()};
      if (position.empty().test(position.cell_of(move))) position.play(move);
    }
    while (position.outcome() == Outcome::ongoing) {
      const Side mover = position.side_to_move();
      const auto result = (mover == Side::first ? a : b)->search(position, nodes(1'000), {}, {});
      if (result.end_in.value_or(0) > 0 && !winner_to_be) winner_to_be = mover;
      position.play(result.best);
    }
    if (!winner_to_be) continue;
    ++announced;
    EXPECT_EQ(winner(position.outcome()), winner_to_be) << position.to_string();
  }
  EXPECT_GT(announced, 0);
}

TEST(ThreatAlphaBetaPlayer, OpensInTheCentreAndStaysNear) {
  for (int size = smallest_size; size <= largest_size; ++size) {
    LargePosition position(size, Rule::freestyle);
    const auto engine = player<LargePosition>();
    const auto first = engine->search(position, nodes(500), {}, {});
    EXPECT_EQ(first.best, (Move{static_cast<std::uint8_t>(size / 2), static_cast<std::uint8_t>(size / 2)}));
    position.play(first.best);
    const auto second = engine->search(position, nodes(500), {}, {});
    EXPECT_LE(std::abs(second.best.row - first.best.row), 3);
    EXPECT_LE(std::abs(second.best.column - first.best.column), 3);
  }
}

TEST(ThreatAlphaBetaPlayer, NeedsNoThoughtForTheOnlyMove) {
  const auto result = player<SmallPosition>()->search(after("g8 h8 a3 i8 a5 j8 o15 k8"), nodes(100'000), {}, {});
  EXPECT_EQ(result.nodes, 0U);
}

TEST(ThreatAlphaBetaPlayer, PlaysLegalMovesOnAllSizesUnderAllRules) {
  Rng rng(3);
  for (const Rule rule : {Rule::freestyle, Rule::standard, Rule::renju})
    for (int size = smallest_size; size <= largest_size; size += slow_build ? 5 : 1) {
      LargePosition position(size, rule);
      const auto engine = player<LargePosition>();
      const Side me = size % 2 == 0 ? Side::first : Side::second;
      while (position.outcome() == Outcome::ongoing) {
        if (position.side_to_move() != me) {
          position.play(*games::random_move(position, rng));
          continue;
        }
        const auto result = engine->search(position, nodes(200), {}, {});
        ASSERT_TRUE(is_legal(position, result.best)) << position.to_string();
        for (const auto& candidate : result.candidates) ASSERT_TRUE(is_legal(position, candidate.move));
        position.play(result.best);
      }
    }
}

// Self-play on a small renju board meets forbidden points all the time.
TEST(ThreatAlphaBetaPlayer, RespectsForbiddenPointsAgainstItself) {
  for (int size = 7; size <= 9; ++size) {
    LargePosition position(size, Rule::renju);
    const auto engine = player<LargePosition>();
    while (position.outcome() == Outcome::ongoing) {
      const auto result = engine->search(position, nodes(1'000), {}, {});
      ASSERT_TRUE(is_legal(position, result.best)) << position.to_string();
      position.play(result.best);
    }
  }
}

std::string self_play(search::Engine<SmallPosition>& engine, int opening) {
  SmallPosition position;
  position.play({7, 7});
  position.play({static_cast<std::uint8_t>(8 + opening), 8});
  engine.new_game(7);
  for (int i = 0; i < 30 && position.outcome() == Outcome::ongoing; ++i)
    position.play(engine.search(position, nodes(1'500), {}, {}).best);
  return position.to_string();
}

TEST(ThreatAlphaBetaPlayer, PlaysTheSameGameAgainWhateverWasPlayedBefore) {
  const auto a = player<SmallPosition>(), b = player<SmallPosition>();
  const std::string game = self_play(*a, 0);
  self_play(*b, 2);
  EXPECT_EQ(self_play(*b, 0), game);
  EXPECT_EQ(self_play(*a, 0), game);
}

TEST(ThreatAlphaBetaPlayer, KeepsToItsLimits) {
  const SmallPosition position = after("h8 i9 g8 h9 g9 i7 f8 e8");
  for (const std::uint64_t n : {1U, 50U, 2'000U, 30'000U})
    EXPECT_LE(player<SmallPosition>()->search(position, nodes(n), {}, {}).nodes, n + 300);
  for (const int depth : {1, 2, 4}) {
    Limits limits;
    limits.depth = depth;
    EXPECT_EQ(player<SmallPosition>()->search(position, limits, {}, {}).depth, depth);
  }
  // On a busy machine the best of several tries.
  Limits limits;
  limits.time = 50ms;
  auto shortest = Clock::duration::max();
  const auto engine = player<SmallPosition>();
  for (int i = 0; i < 100 && shortest > 50ms; ++i) {
    const auto begin = Clock::now();
    engine->search(position, limits, {}, {});
    shortest = std::min(shortest, Clock::now() - begin);
  }
  EXPECT_LE(shortest, 50ms);
}

TEST(ThreatAlphaBetaPlayer, AnswersAtOnceWhenStopped) {
  std::stop_source source;
  source.request_stop();
  const SmallPosition position = after("h8 i9 g8 h9");
  const auto begin = Clock::now();
  const auto result = player<SmallPosition>()->search(position, {}, source.get_token(), {});
  EXPECT_TRUE(is_legal(position, result.best));
  EXPECT_LT(Clock::now() - begin, 20s);
}

TEST(ThreatAlphaBetaPlayer, ReportsEveryCandidateBestFirst) {
  const SmallPosition position = after("h8 i9 g8 h9");
  int reports = 0;
  const auto result = player<SmallPosition>()->search(position, nodes(20'000), {}, [&](const auto&) { ++reports; });
  EXPECT_GT(reports, 1);
  ASSERT_GT(result.candidates.size(), 10U);
  EXPECT_EQ(result.candidates.front().move, result.best);
  ASSERT_FALSE(result.pv.empty());
  EXPECT_EQ(result.pv.front(), result.best);
}

}  // namespace
}  // namespace tengen::engines::gomoku

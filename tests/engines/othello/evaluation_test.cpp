// The six factors and stable discs: by hand, against slow twins, and under everything that must not change them.

#include "engines/othello/evaluation.hpp"

#include <gtest/gtest.h>

#include "engines/othello/naive.hpp"
#include "engines/othello/paper_players.hpp"
#include "engines/othello/stability.hpp"
#include "search/alpha_beta.hpp"
#include "search/minimax.hpp"
#include "support/effort.hpp"

namespace tengen::engines::othello {
namespace {

constexpr std::uint64_t bit(int column, int row) { return std::uint64_t{1} << (8 * row + column); }

using Factor = int (*)(std::uint64_t, std::uint64_t) noexcept;
constexpr Factor factors[] = {position_factor, disc_factor,        mobility_factor,
                              corner_factor,   near_corner_factor, stability_factor};

// --- Twins ------------------------------------------------------------------------------------------------------------

int naive_position(std::uint64_t own, std::uint64_t opponent) {
  constexpr int table[4][4] = {{20, -3, 11, 8}, {-3, -7, -4, 1}, {11, -4, 2, 2}, {8, 1, 2, -3}};
  int sum = 0;
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      const int value = table[std::min(row, 7 - row)][std::min(column, 7 - column)];
      sum += value * (naive::has(own, row, column) - naive::has(opponent, row, column));
    }
  return sum;
}

int naive_share(int mine, int theirs) {
  if (mine > theirs) return 100 * mine / (mine + theirs);
  if (mine < theirs) return -(100 * theirs / (mine + theirs));
  return 0;
}

int naive_mobility(std::uint64_t own, std::uint64_t opponent) {
  const int mine = naive::count(naive::moves(own, opponent)), theirs = naive::count(naive::moves(opponent, own));
  if (mine == 0 && theirs == 0) return 0;
  if (mine == 0) return -no_moves;
  if (theirs == 0) return no_moves;
  return naive_share(mine, theirs);
}

int naive_near_corners(std::uint64_t own, std::uint64_t opponent) {
  int sum = 0;
  for (const int row : {0, 7})
    for (const int column : {0, 7}) {
      if (naive::has(own | opponent, row, column)) continue;
      for (int r = row - 1; r <= row + 1; ++r)
        for (int c = column - 1; c <= column + 1; ++c) sum += 8 * (naive::has(opponent, r, c) - naive::has(own, r, c));
    }
  return sum;
}

TEST(OthelloFactors, MatchTheirTwins) {
  Rng rng(1);
  for (int i = 0; i < effort(20'000); ++i) {
    const Position p = naive::random_fill(rng, static_cast<int>(rng.below(61)), 30 + rng.below(196));
    const std::uint64_t own = p.own(), opponent = p.opponent();
    ASSERT_EQ(position_factor(own, opponent), naive_position(own, opponent)) << p.to_string();
    ASSERT_EQ(disc_factor(own, opponent), naive_share(naive::count(own), naive::count(opponent))) << p.to_string();
    ASSERT_EQ(mobility_factor(own, opponent), naive_mobility(own, opponent)) << p.to_string();
    ASSERT_EQ(near_corner_factor(own, opponent), naive_near_corners(own, opponent)) << p.to_string();
    int corners = 0;
    for (const int cell : {0, 7, 56, 63})
      corners += naive::has(own, cell / 8, cell % 8) - naive::has(opponent, cell / 8, cell % 8);
    ASSERT_EQ(corner_factor(own, opponent), 25 * corners) << p.to_string();
  }
}

TEST(OthelloFactors, AreTheSameInEveryCornerAndOppositeForTheOther) {
  Rng rng(2);
  for (int i = 0; i < effort(5'000); ++i) {
    const Position p = i % 2 == 0 ? naive::random_game(rng, static_cast<int>(rng.below(55)))
                                  : naive::random_fill(rng, static_cast<int>(rng.below(61)), 128);
    const SixFactors evaluate;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      const Position turned = p.transformed(symmetry);
      for (const Factor factor : factors) {
        ASSERT_EQ(factor(turned.own(), turned.opponent()), factor(p.own(), p.opponent())) << p.to_string();
        ASSERT_EQ(factor(turned.opponent(), turned.own()), -factor(p.own(), p.opponent())) << p.to_string();
      }
      ASSERT_EQ(evaluate(turned), evaluate(p));
    }
    ASSERT_EQ(evaluate(Position(p.own(), p.opponent(), other(p.side_to_move()))), evaluate(p));  // colours mean nothing
  }
}

TEST(OthelloFactors, AreNoughtAtTheStart) {
  const Position start;
  for (const Factor factor : factors) EXPECT_EQ(factor(start.own(), start.opponent()), 0);
}

TEST(OthelloFactors, ByHand) {
  EXPECT_EQ(disc_factor(bit(0, 0) | bit(1, 0) | bit(2, 0), bit(3, 0)), 75);
  EXPECT_EQ(disc_factor(bit(3, 0), bit(0, 0) | bit(1, 0) | bit(2, 0)), -75);
  // x at a1, o at b1: x may move, o may not.
  EXPECT_EQ(mobility_factor(bit(0, 0), bit(1, 0)), no_moves);
  EXPECT_EQ(mobility_factor(bit(1, 0), bit(0, 0)), -no_moves);
  EXPECT_EQ(position_factor(bit(0, 0), bit(1, 1)), 27);
  EXPECT_EQ(corner_factor(bit(0, 0) | bit(7, 7), bit(7, 0)), 25);
  // b2 beside the empty a1 is bad; once a1 is taken, it is not.
  EXPECT_EQ(near_corner_factor(bit(1, 1), 0), -8);
  EXPECT_EQ(near_corner_factor(bit(1, 1) | bit(0, 0), 0), 0);
  // A corner stands on two edges: one each. With b1 the upper edge is worth 1 + 2.
  EXPECT_EQ(stability_factor(bit(0, 0), 0), 2);
  EXPECT_EQ(stability_factor(bit(0, 0) | bit(1, 0), 0), 4);
  EXPECT_EQ(stability_factor(0xff, 0), 36 + 2);
  // b1 without the corner can be lost.
  EXPECT_EQ(stability_factor(bit(1, 0), 0), 0);
  // A corner with both neighbours makes the disc between them stable: 2 * (1 + 2), and 4 inside … only once the
  // other diagonal is safe as well, which c1 and a3 see to.
  const std::uint64_t triangle = bit(0, 0) | bit(1, 0) | bit(0, 1) | bit(2, 0) | bit(0, 2);
  EXPECT_EQ(stability_factor(triangle | bit(1, 1), 0), 2 * (1 + 2 + 3) + 4);
}

TEST(OthelloFactors, WeightsAreSettings) {
  auto settings = SixWeights::settings();
  const Values standard(settings);
  const SixWeights weights = SixWeights::from(standard);
  EXPECT_EQ(weights.corners, SixWeights{}.corners);
  const auto values = parse_values(settings, "position=0,discs=1,mobility=0,corners=0,near=0,stability=0", "test");
  ASSERT_TRUE(values);
  const Position p = *Position::from_string("f5d6c3");
  EXPECT_EQ(SixFactors(SixWeights::from(*values))(p), disc_factor(p.own(), p.opponent()));
}

// --- Stability --------------------------------------------------------------------------------------------------------

TEST(OthelloStability, FullLinesAreFull) {
  Rng rng(3);
  for (int i = 0; i < effort(20'000); ++i) {
    const std::uint64_t filled = rng() | rng() | rng() | rng();
    const FullLines full = full_lines(filled);
    for (int cell = 0; cell < 64; ++cell) {
      const auto is_full = [&](int down, int right) {
        for (const int way : {-1, 1})
          for (int row = cell / 8, column = cell % 8; row >= 0 && row < 8 && column >= 0 && column < 8;
               row += way * down, column += way * right)
            if (!naive::has(filled, row, column)) return false;
        return true;
      };
      ASSERT_EQ(test_bit(full.rows, cell), is_full(0, 1));
      ASSERT_EQ(test_bit(full.columns, cell), is_full(1, 0));
      ASSERT_EQ(test_bit(full.falling, cell), is_full(1, 1));
      ASSERT_EQ(test_bit(full.rising, cell), is_full(1, -1));
    }
  }
}

// Whatever is played, a stable disc stays.
TEST(OthelloStability, StableDiscsStay) {
  Rng rng(4);
  int found = 0;
  for (int i = 0; i < effort(20'000); ++i) {
    Position p = i % 2 == 0 ? naive::random_game(rng, static_cast<int>(rng.below(40)))
                            : naive::random_fill(rng, static_cast<int>(rng.below(30)), 128);
    const std::uint64_t stable = stable_discs(p.own(), p.opponent(), stable_edges());
    const Side owner = p.side_to_move();
    ASSERT_EQ(stable & ~p.own(), 0u);
    found += stable != 0;
    while (const auto move = games::random_move(p, rng)) {
      p.play(*move);
      ASSERT_EQ(stable & ~(p.side_to_move() == owner ? p.own() : p.opponent()), 0u) << p.to_string();
    }
  }
  EXPECT_GT(found, effort(20'000) / 4);
}

TEST(OthelloStability, FullBoardsAreStable) {
  Rng rng(5);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t own = rng();
    ASSERT_EQ(stable_discs(own, ~own, stable_edges()), own);
  }
}

// --- Players ----------------------------------------------------------------------------------------------------------

TEST(OthelloPaperPlayers, MinimaxAndAlphaBetaAgree) {
  Rng rng(6);
  std::uint64_t minimax_nodes = 0, alpha_beta_nodes = 0;
  for (int i = 0; i < effort(150); ++i) {
    const Position p = naive::random_game(rng, static_cast<int>(1 + rng.below(56)));
    if (p.outcome() != Outcome::ongoing) continue;
    const int depth = static_cast<int>(1 + rng.below(4));
    search::Stopper stopper({}, {});
    search::Minimax<Position, SixFactors> minimax(SixFactors{}, stopper);
    search::AlphaBeta<Position, SixFactors> alpha_beta(SixFactors{}, stopper, nullptr);
    const auto slow = minimax.search(p, depth), quick = alpha_beta.search(p, depth);
    ASSERT_EQ(slow.candidates[slow.best].value, quick.candidates[quick.best].value) << p.to_string();
    minimax_nodes += minimax.nodes();
    alpha_beta_nodes += alpha_beta.nodes();
  }
  EXPECT_LT(alpha_beta_nodes, minimax_nodes);
}

TEST(OthelloPaperPlayers, SearchSixPliesUnlessToldOtherwise) {
  const auto deep = AlphaBetaPlayer::make<Position>(Values(AlphaBetaPlayer::info().settings));
  EXPECT_EQ(deep->search(Position(), {}, {}, {}).depth, 6);
  Limits limits;
  limits.depth = 3;
  const auto result = deep->search(Position(), limits, {}, {});
  EXPECT_EQ(result.depth, 3);
  EXPECT_GT(result.nodes, 4u);
  const auto minimax = MinimaxPlayer::make<Position>(Values(MinimaxPlayer::info().settings));
  EXPECT_EQ(minimax->search(Position(), limits, {}, {}).score, result.score);
}

TEST(OthelloPaperPlayers, GreedyTakesTheBestEvaluation) {
  Rng rng(7);
  const auto greedy = GreedyPlayer::make<Position>(Values(GreedyPlayer::info().settings));
  for (int i = 0; i < effort(200); ++i) {
    const Position p = naive::random_game(rng, static_cast<int>(8 + rng.below(50)));
    games::MoveList<Position> moves;
    p.legal_moves(moves);
    if (moves.empty()) continue;
    const auto choice = greedy->search(p, {}, {}, {});
    for (const Move move : moves) {
      Position next = p;
      next.play(move);
      if (next.outcome() == Outcome::ongoing) EXPECT_GE(choice.score, -SixFactors{}(next)) << p.to_string();
    }
  }
}

}  // namespace
}  // namespace tengen::engines::othello

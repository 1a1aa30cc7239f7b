// What the solver says of positions without searching them, against the true scores of small boards.

#include "engines/connect4/solver_rules.hpp"

#include <gtest/gtest.h>

#include <unordered_map>

#include "engines/connect4/solver_twin.hpp"
#include "support/effort.hpp"

namespace tengen::engines::connect4 {
namespace {

SolverNode node_of(const AnyShape& shape, const SmallPosition& position) {
  const Cells free = shape.masks.board & ~position.filled();
  return {position.mine(), position.theirs(), completions(shape, position.mine()) & free,
          completions(shape, position.theirs()) & free, position.plies()};
}

std::vector<Geometry> small_boards() {
  std::vector<Geometry> boards = {{4, 4, -1, -1}, {4, 4, 1, 2}, {4, 4, 0, 0}, {4, 4, 2, 3}};
  if (long_run()) boards.insert(boards.end(), {{4, 5, -1, -1}, {5, 4, -1, -1}, {4, 5, 2, 1}, {5, 4, 3, 2}});
  return boards;
}

TEST(Connect4SolverRules, ThreatsAreTheCellsThatWin) {
  Rng rng(1);
  for (const Geometry& g : {Geometry{}, Geometry{7, 8, 3, 3}, Geometry{12, 4, 1, 0}}) {
    const AnyShape shape{ShapeMasks(g)};
    int wins = 0;
    for (int i = 0; i < effort(300); ++i) {
      SmallPosition position(g);
      for (auto move = position.random_move(rng); move; move = position.random_move(rng)) {
        const SolverNode node = node_of(shape, position);
        const Cells playable = playable_cells(shape, node);
        games::MoveList<SmallPosition> moves;
        position.legal_moves(moves);
        ASSERT_EQ(static_cast<std::size_t>(bit_count(playable)), moves.size());
        for (const Move m : moves) {
          SmallPosition next = position;
          next.play(m);
          const Cells disc = next.filled() ^ position.filled();
          ASSERT_NE(disc & playable, 0u);
          wins += (disc & node.my_threats) != 0;
          ASSERT_EQ((disc & node.my_threats) != 0,
                    next.outcome() != Outcome::ongoing && next.outcome() != Outcome::draw)
              << position.to_string();
        }
        position.play(*move);
      }
    }
    EXPECT_GT(wins, effort(100));
  }
}

TEST(Connect4SolverRules, ForcedMovesAreForced) {
  for (const Geometry& g : small_boards()) {
    const AnyShape shape{ShapeMasks(g)};
    std::unordered_map<std::uint64_t, int> scores;
    int forced = 0, lost = 0;
    BruteForce(SmallPosition(g), [&](const SmallPosition& position, int score) {
      scores.emplace(position.key(), score);
      const SolverNode node = node_of(shape, position);
      if ((node.my_threats & playable_cells(shape, node)) != 0) {
        EXPECT_EQ(score, win_score(shape.masks.cells, position.plies() + 1));
        return;
      }
      Cells moves = 0;
      switch (forced_move(shape, node, moves)) {
        case Forced::loss:
          ++lost;
          EXPECT_EQ(score, -win_score(shape.masks.cells, position.plies() + 2)) << position.to_string();
          break;
        case Forced::move: {
          ++forced;
          SmallPosition next = position;
          next.play({static_cast<std::uint8_t>(std::countr_zero(moves) / shape.masks.stride)});
          ASSERT_EQ(next.filled() ^ position.filled(), moves);
          const int theirs = next.outcome() == Outcome::ongoing ? scores.at(next.key()) : score_of_finished(next);
          EXPECT_EQ(score, -theirs) << position.to_string();
          break;
        }
        default: break;
      }
    });
    EXPECT_GT(forced, 1000);
    EXPECT_GT(lost, 1000);
  }
}

TEST(Connect4SolverRules, EqualKeysMeanEqualScores) {
  for (const Geometry& g : small_boards()) {
    const AnyShape shape{ShapeMasks(g)};
    std::unordered_map<Cells, int> scores;
    std::size_t positions = 0;
    BruteForce(SmallPosition(g), [&](const SmallPosition& position, int score) {
      bool is_mirrored = false;
      const auto [known, added] = scores.emplace(canonical_key(shape, node_of(shape, position), is_mirrored), score);
      ++positions;
      if (!added) EXPECT_EQ(known->second, score) << position.to_string();
    });
    // Mirror images halve the number where the board is symmetric; dead discs make it smaller still.
    EXPECT_LT(scores.size(), positions * (shape.masks.symmetric ? 50 : 99) / 100) << g.rows << "×" << g.columns;
  }
}

TEST(Connect4SolverRules, BoundsHold) {
  for (const Geometry& g : small_boards()) {
    const AnyShape shape{ShapeMasks(g)};
    int follow_ups = 0, zugzwangs = 0;
    BruteForce(SmallPosition(g), [&](const SmallPosition& position, int score) {
      const SolverNode node = node_of(shape, position);
      Cells moves = 0;
      if ((node.my_threats & playable_cells(shape, node)) != 0 || forced_move(shape, node, moves) != Forced::nothing)
        return;
      for (int goal = -4; goal <= 4; ++goal) {
        if ((shape.masks.cells - node.plies) % 2 == 0)
          if (const int bound = follow_up_bound(shape, node, goal); bound < goal) {
            ++follow_ups;
            ASSERT_LE(score, bound) << position.to_string() << " goal " << goal;
          }
        if (const int bound = zugzwang_bound(shape, node, goal); bound < goal) {
          ++zugzwangs;
          ASSERT_LE(score, bound) << position.to_string() << " goal " << goal;
        }
      }
    });
    EXPECT_GT(follow_ups, 100) << g.rows << "×" << g.columns;
    EXPECT_GT(zugzwangs, 0) << g.rows << "×" << g.columns;
  }
}

}  // namespace
}  // namespace tengen::engines::connect4

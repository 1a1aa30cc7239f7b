// The board of threat/alphabeta: incremental against from scratch, and its claims about threats against brute force.

#include "engines/gomoku/threat/alphabeta/field.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

constexpr Rule rules[] = {Rule::freestyle, Rule::standard, Rule::renju};

// A legal position some random moves into the game, most of them close to each other; still going on.
LargePosition random_position(int size, Rule rule, int moves, Rng& rng) {
  for (;;) {
    LargePosition position(size, rule);
    const int corner = static_cast<int>(rng.below(static_cast<std::uint32_t>(size - 4)));
    const int width = std::min(size - corner, 5 + static_cast<int>(rng.below(4)));
    for (int i = 0; i < moves && position.outcome() == Outcome::ongoing; ++i) {
      const auto at = [&] {
        return static_cast<std::uint8_t>(corner + static_cast<int>(rng.below(static_cast<std::uint32_t>(width))));
      };
      const Move move{at(), at()};
      const int cell = position.cell_of(move);
      if (position.empty().test(cell) && !position.is_forbidden(cell)) position.play(move);
    }
    if (position.outcome() == Outcome::ongoing) return position;
  }
}

void expect_same(const Field& a, const Field& b) {
  ASSERT_EQ(a.key(), b.key());
  ASSERT_EQ(a.evaluate(), b.evaluate());
  ASSERT_EQ(a.near(), b.near());
  a.near().for_each([&](int cell) {
    for (const Side side : {Side::first, Side::second}) ASSERT_EQ(a.order(side, cell), b.order(side, cell));
  });
}

TEST(AlphaBetaField, EqualsOneFromScratchAfterEveryMoveAndEveryUndo) {
  Rng rng(1);
  for (int round = 0; round < effort(60); ++round) {
    const int size = smallest_size + static_cast<int>(rng.below(largest_size - smallest_size + 1));
    LargePosition position = random_position(size, rules[round % 3], static_cast<int>(rng.below(12)), rng);
    Field field, fresh;
    field.set(position);
    std::vector<LargePosition> before;
    for (int i = 0; i < 20 && position.outcome() == Outcome::ongoing; ++i) {
      before.push_back(position);
      const Move move = *games::random_move(position, rng);
      field.push(position.cell_of(move));
      position.play(move);
      fresh.set(position);
      ASSERT_NO_FATAL_FAILURE(expect_same(field, fresh));
    }
    for (; !before.empty(); before.pop_back()) {
      field.pop();
      fresh.set(before.back());
      ASSERT_NO_FATAL_FAILURE(expect_same(field, fresh));
    }
  }
}

TEST(AlphaBetaField, CandidatesLieNearStonesAndAreEmpty) {
  Rng rng(2);
  for (int round = 0; round < effort(60); ++round) {
    const LargePosition position = random_position(15, Rule::freestyle, 1 + static_cast<int>(rng.below(20)), rng);
    Field field;
    field.set(position);
    for (int row = 0; row < 15; ++row)
      for (int column = 0; column < 15; ++column) {
        const Move move{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
        const int cell = position.cell_of(move);
        bool near = false;
        for (const Side side : {Side::first, Side::second})
          position.stones(side).for_each([&](int stone) {
            const Move at = position.move_at(stone);
            const int down = std::abs(at.row - row), across = std::abs(at.column - column);
            near = near || std::max(down, across) <= 2 ||
                   (std::max(down, across) == 3 && (down == 0 || across == 0 || down == across));
          });
        EXPECT_EQ(field.near().test(cell), near && position.empty().test(cell));
      }
  }
}

TEST(AlphaBetaField, AllowedIsExactlyWhatTheRulesAllow) {
  Rng rng(3);
  for (int round = 0; round < effort(200); ++round) {
    const LargePosition position = random_position(9, Rule::renju, 10 + 2 * static_cast<int>(rng.below(10)), rng);
    if (position.side_to_move() != Side::first) continue;
    Field field;
    field.set(position);
    position.empty().for_each([&](int cell) {
      EXPECT_EQ(field.allowed(Side::first, cell), !position.is_forbidden(cell)) << position.to_string();
    });
  }
}

// Whether the side to move can make five at once, straight from the rules.
std::optional<Move> five_in(const LargePosition& position) {
  games::MoveList<LargePosition> moves;
  position.legal_moves(moves);
  for (const Move move : moves) {
    LargePosition next = position;
    next.play(move);
    if (winner(next.outcome()) == position.side_to_move()) return move;
  }
  return std::nullopt;
}

// Whether the side to move has a move after which it makes five whatever the answer.
bool wins_in_three(const LargePosition& position) {
  if (five_in(position)) return true;
  games::MoveList<LargePosition> moves, answers;
  position.legal_moves(moves);
  for (const Move move : moves) {
    LargePosition next = position;
    next.play(move);
    if (next.outcome() != Outcome::ongoing || five_in(next)) continue;
    next.legal_moves(answers);
    const bool all = std::ranges::all_of(answers, [&](Move answer) {
      LargePosition after = next;
      after.play(answer);
      return after.outcome() == Outcome::ongoing && five_in(after).has_value();
    });
    if (all) return true;
  }
  return false;
}

// The defender's moves that are not listed against an open three really lose: the attacker still wins in three.
TEST(AlphaBetaField, MovesOutsideTheDefencesLoseToTheThreat) {
  Rng rng(4);
  int checked = 0;
  for (int round = 0; round < effort(20000) && checked < effort(60); ++round) {
    const Rule rule = rules[round % 2];
    const LargePosition position = random_position(7, rule, 6 + static_cast<int>(rng.below(8)), rng);
    Field field;
    field.set(position);
    const Side me = position.side_to_move(), them = other(me);
    if (!field.has_winning_four(them) || field.any(them, Kind::five) || field.any(me, Kind::five) ||
        field.has_winning_four(me))
      continue;
    ++checked;
    const Field::Bits defences = field.defences(them);
    position.empty().for_each([&](int cell) {
      const Kind mine = field.kind(me, cell);
      if (defences.test(cell) || mine == Kind::four || mine == Kind::four_three) return;
      LargePosition next = position;
      next.play(position.move_at(cell));
      EXPECT_TRUE(wins_in_three(next)) << position.to_string() << " " << position.format(position.move_at(cell));
    });
  }
  EXPECT_GT(checked, slow_build ? 0 : 20);
}

}  // namespace
}  // namespace tengen::engines::gomoku

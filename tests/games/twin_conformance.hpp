#pragma once
// A game against its twin, the same game written slowly and plainly. For this a conformer (see lines.hpp) also has
//
//   using Twin = …;                                  side_to_move, outcome, legal_moves and play by the names of moves,
//                                                    to_string
//   static Twin twin(const Position& start);         the twin of such a start

#include <gtest/gtest.h>

#include <cmath>

#include "games/lines.hpp"
#include "games/perft.hpp"
#include "support/property.hpp"

namespace tengen::games {

template <class Conformer>
class TwinConformance : public testing::Test {};

TYPED_TEST_SUITE_P(TwinConformance);

TYPED_TEST_P(TwinConformance, PlaysLikeItsTwin) {
  check_property(2000, [] {
    const auto line = Line<TypeParam>::any();
    auto position = line.start;
    auto twin = TypeParam::twin(line.start);
    for (const auto move : line.moves) {
      const std::string name = position.format(move);
      position.play(move);
      twin.play(name);
      RC_ASSERT(position.to_string() == twin.to_string());
      RC_ASSERT(position.side_to_move() == twin.side_to_move());
    }
    // The twin is slow: its verdict is asked at the end only, and the lines are of every length.
    RC_ASSERT(position.outcome() == twin.outcome());
    const auto expected = twin.legal_moves();
    const auto moves = moves_of(position);
    RC_ASSERT(moves.size() == expected.size());
    RC_ASSERT(names_of(position, moves) == std::set<std::string>(expected.begin(), expected.end()));
  });
}

template <class P, class Twin>
std::uint64_t twin_perft(const Twin& twin, int depth) {
  if (depth == 0) return 1;
  const auto moves = twin.legal_moves();
  if (moves.empty() && perft_counts_ended_games<P>()) return 1;
  std::uint64_t leaves = 0;
  for (const std::string& move : moves) {
    Twin next = twin;
    next.play(move);
    leaves += twin_perft<P>(next, depth - 1);
  }
  return leaves;
}

TYPED_TEST_P(TwinConformance, CountsLikeItsTwin) {
  using P = typename TypeParam::Position;
  check_property(500, [] {
    const auto line = Line<TypeParam>::any();
    auto twin = TypeParam::twin(line.start);
    auto position = line.start;
    for (const auto move : line.moves) {
      twin.play(position.format(move));
      position.play(move);
    }
    int depth = 1;
    while (depth < 4 && std::pow(moves_of(position).size(), depth + 1) < 300) ++depth;
    RC_ASSERT(perft(position, depth) == (twin_perft<P>(twin, depth)));
  });
}

TYPED_TEST_P(TwinConformance, ReachesTheSameEnd) {
  check_property(500, [] {
    auto position = any_start<TypeParam>();
    auto twin = TypeParam::twin(position);
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    while (const auto move = random_move(position, rng)) {
      twin.play(position.format(*move));
      position.play(*move);
    }
    RC_ASSERT(position.to_string() == twin.to_string());
    RC_ASSERT(position.outcome() == twin.outcome());
  });
}

REGISTER_TYPED_TEST_SUITE_P(TwinConformance, PlaysLikeItsTwin, CountsLikeItsTwin, ReachesTheSameEnd);

}  // namespace tengen::games

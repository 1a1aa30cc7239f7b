#pragma once
// Counts move sequences: the classic proof that a move generator is right.

#include <cstdint>

#include "games/position.hpp"

namespace tengen::games {

// Published counts differ in what becomes of a game that ends before the last ply: Othello's count it once, as if both
// sides went on passing; others drop it. A position type that wants the former declares `perft_counts_ended_games`.
template <Position P>
constexpr bool perft_counts_ended_games() {
  if constexpr (requires { P::perft_counts_ended_games; }) return P::perft_counts_ended_games;
  return false;
}

// Pretends to read the position. Without this the compiler leaves out the last move of every line, since nobody looks
// at its result, and the count is no longer a measure of playing moves.
template <Position P>
inline void keep(const P& position) noexcept {
  asm volatile("" : : "m"(position));
}

// The number of ways to play `depth` plies. Every leaf is really played.
template <Position P>
std::uint64_t perft(const P& position, int depth) noexcept {
  if (depth == 0) return 1;
  MoveList<P> moves;
  position.legal_moves(moves);
  if (perft_counts_ended_games<P>() && moves.empty()) return 1;
  std::uint64_t leaves = 0;
  for (const auto move : moves) {
    P next = position;
    next.play(move);
    if (depth > 1) {
      leaves += perft(next, depth - 1);
    } else {
      keep(next);
      ++leaves;
    }
  }
  return leaves;
}

}  // namespace tengen::games

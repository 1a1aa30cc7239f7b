#pragma once
// Othello's endgame by the book: cell by cell, without any trick, for boards of any kind.

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/rng.hpp"
#include "games/othello/position.hpp"

namespace tengen::engines::othello::naive {

inline bool has(std::uint64_t board, int row, int column) {
  return row >= 0 && row < 8 && column >= 0 && column < 8 && (board >> (8 * row + column) & 1) != 0;
}

inline std::uint64_t flips(std::uint64_t own, std::uint64_t opponent, int cell) {
  std::uint64_t all = 0;
  for (int down = -1; down <= 1; ++down)
    for (int right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      std::uint64_t run = 0;
      int row = cell / 8 + down, column = cell % 8 + right;
      for (; has(opponent, row, column); row += down, column += right) run |= std::uint64_t{1} << (8 * row + column);
      if (has(own, row, column)) all |= run;
    }
  return all;
}

inline std::uint64_t moves(std::uint64_t own, std::uint64_t opponent) {
  std::uint64_t all = 0;
  for (int cell = 0; cell < 64; ++cell)
    if (((own | opponent) >> cell & 1) == 0 && flips(own, opponent, cell) != 0) all |= std::uint64_t{1} << cell;
  return all;
}

inline int count(std::uint64_t bits) {
  int n = 0;
  for (; bits != 0; bits >>= 1) n += static_cast<int>(bits & 1);
  return n;
}

// Plain minimax to the end of the game. Cells that stay empty count for the winner.
struct Tree {
  bool passed = false;  // whether some line had a pass in it

  int score(const Position& position) {
    games::MoveList<Position> list;
    position.legal_moves(list);
    if (list.empty()) {
      const int mine = count(position.own()), theirs = count(position.opponent());
      return mine == theirs ? 0 : mine > theirs ? 64 - 2 * theirs : 2 * mine - 64;
    }
    int best = -100;
    for (const Move move : list) {
      passed = passed || move.is_pass();
      Position next = position;
      next.play(move);
      best = std::max(best, -score(next));
    }
    return best;
  }
};

// A board with so many empty cells and any discs on the others; `share` of 256 are the mover's. Few games lead there,
// but passes and wipe-outs abound.
inline Position random_fill(Rng& rng, int empties, std::uint32_t share) {
  std::array<int, 64> cells{};
  for (int i = 0; i < 64; ++i) cells[static_cast<std::size_t>(i)] = i;
  std::uint64_t boards[2] = {0, 0};
  for (std::size_t i = 0; i < static_cast<std::size_t>(64 - empties); ++i) {
    std::swap(cells[i], cells[i + rng.below(static_cast<std::uint32_t>(64 - i))]);
    boards[rng.below(256) < share ? 0 : 1] |= std::uint64_t{1} << cells[i];
  }
  return {boards[0], boards[1], rng.below(2) == 0 ? Side::first : Side::second};
}

// A position of a random game with so many empty cells, or the last one before if the game ends sooner.
inline Position random_game(Rng& rng, int empties) {
  Position position;
  while (count(~(position.own() | position.opponent())) > empties) {
    games::MoveList<Position> list;
    position.legal_moves(list);
    if (list.empty()) break;
    position.play(list[rng.below(static_cast<std::uint32_t>(list.size()))]);
  }
  return position;
}

}  // namespace tengen::engines::othello::naive

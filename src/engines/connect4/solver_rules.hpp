#pragma once
// What can be said of a position without searching it: its canonical key, forced moves, and bounds on its score.

#include <algorithm>
#include <bit>

#include "core/bits.hpp"
#include "engines/connect4/solver_shape.hpp"

namespace tengen::engines::connect4 {

// A position inside the search. Threats are free cells that would complete a four; they hold for as long as the cell
// is free, so a move changes only the threats of the side that makes it. No initialisers: arrays of nodes start empty.
struct SolverNode {
  Cells mine;  // the side to move
  Cells theirs;
  Cells my_threats;
  Cells their_threats;
  int plies;
};

template <class Shape>
constexpr Cells filled_cells(const Shape& shape, const SolverNode& node) noexcept {
  return node.mine | node.theirs | shape.masks.blocked;
}

template <class Shape>
constexpr Cells playable_cells(const Shape& shape, const SolverNode& node) noexcept {
  return (filled_cells(shape, node) + shape.masks.bottom) & shape.masks.board;
}

template <class Shape>
constexpr SolverNode after(const Shape& shape, const SolverNode& node, Cells disc) noexcept {
  const Cells mover = node.mine | disc;
  const Cells free = shape.masks.board & ~(mover | node.theirs);
  return {node.theirs, mover, node.their_threats & ~disc, completions(shape, mover) & free, node.plies + 1};
}

template <class Shape>
constexpr int win_score_at(const Shape& shape, int plies) noexcept {
  return win_score(shape.masks.cells, plies);
}

// --- Forced moves ----------------------------------------------------------------------------------------------

enum class Forced : std::uint8_t { nothing, move, loss, full };

// Is there only one move that does not lose at once? Precondition: the side to move cannot win at once.
//
//      . . . .
//      . t . .      t: a threat of the opponent. The cell below it must not be played; a threat that can be played at
//      . x . t      once (right) must be taken. Two of these, or one with another on top of it, are the end.
//      . o o .
template <class Shape>
constexpr Forced forced_move(const Shape& shape, const SolverNode& node, Cells& moves) noexcept {
  const Cells playable = playable_cells(shape, node);
  const Cells wins = node.their_threats & playable;
  moves = playable & ~before(shape, node.their_threats);
  if (wins != 0) {
    moves &= wins;
    return moves == 0 || (wins & (wins - 1)) != 0 ? Forced::loss : Forced::move;
  }
  if (moves == 0) return playable == 0 ? Forced::full : Forced::loss;
  return (moves & (moves - 1)) == 0 ? Forced::move : Forced::nothing;
}

// --- Discs that no longer matter -------------------------------------------------------------------------------

// The discs whose colour matters along one direction. A disc matters in a window of four if there is a free cell among
// the other three and no two discs of different colours: then it either keeps the window open for one side or is the
// one that closes it.
constexpr Cells live_along(Cells mine_or_free, Cells theirs_or_free, Cells free, int step) noexcept {
  const Cells some_free = free | (free >> step);
  const Cells open = some_free | (some_free >> (2 * step));
  const auto others = [&](Cells p, Cells q, int i) {
    const auto all = [&](Cells x) {
      const Cells x1 = x >> step, x2 = x >> (2 * step), x3 = x >> (3 * step);
      if (i == 0) return x1 & x2 & x3;
      if (i == 1) return x & x2 & x3;
      if (i == 2) return x & x1 & x3;
      return x & x1 & x2;
    };
    return (all(p) | all(q)) & open;
  };
  const Cells p = mine_or_free, q = theirs_or_free;
  return others(p, q, 0) | (others(p, q, 1) << step) | (others(p, q, 2) << (2 * step)) |
         (others(p, q, 3) << (3 * step));
}

// The cells of windows (given by their lowest cells) with a free cell and two of these discs: their colours together
// would matter.
constexpr Cells pairs_along(Cells discs, Cells free, Cells windows, int step) noexcept {
  const Cells some_free = free | (free >> step);
  const Cells open = (some_free | (some_free >> (2 * step))) & windows;
  const Cells d0 = discs, d1 = discs >> step, d2 = discs >> (2 * step), d3 = discs >> (3 * step);
  const Cells two = ((d0 & d1) | (d2 & d3) | ((d0 | d1) & (d2 | d3))) & open;
  const Cells half = two | (two << step);
  return half | (half << (2 * step));
}

// Discs that may change colour, all at once, and the game remains the same.
template <class Shape>
constexpr Cells dead_discs(const Shape& shape, Cells mine, Cells theirs) noexcept {
  const Cells free = shape.masks.board & ~(mine | theirs);
  const Cells p = mine | free, q = theirs | free;
  Cells dead = mine | theirs;
  for (int i = 0; i < 4; ++i) {
    dead &= ~live_along(p, q, free, shape.masks.steps[i]);
    if (dead == 0) return 0;
  }
  if ((dead & (dead - 1)) == 0) return dead;
  Cells together = 0;
  for (int i = 0; i < 4; ++i) together |= pairs_along(dead, free, shape.masks.windows[i], shape.masks.steps[i]);
  return dead & ~together;
}

// The discs of the side to move and a bit on the lowest free cell of every column tell all; dead discs count as its
// own. Of a position and its mirror image the smaller key is taken.
template <class Shape>
constexpr Cells canonical_key(const Shape& shape, const SolverNode& node, bool& is_mirrored) noexcept {
  const Cells filled = filled_cells(shape, node);
  const Cells key = node.mine | dead_discs(shape, node.mine, node.theirs) | ((filled + shape.masks.bottom) & ~filled);
  is_mirrored = false;
  if (!shape.masks.symmetric) return key;
  const Cells image = mirrored(shape, key);
  is_mirrored = image < key;
  return is_mirrored ? image : key;
}

// --- Bounds ----------------------------------------------------------------------------------------------------

// Both bounds below are upper bounds on the score of the side to move. They return `goal` where they cannot show that
// the score is less than that. In both the opponent answers every move in its own column, on top of it. In a column
// with an even number of free cells it gets every second cell in this way. A column with an odd number has one cell more
// at its foot, which either side may get (the answer to it is such a cell of another column: there is an even number of
// them), so that cell counts for the side to move and not for the opponent.

// What such an opponent reaches on the whole board. Precondition: the number of free cells is even.
template <class Shape>
constexpr int follow_up_bound(const Shape& shape, const SolverNode& node, int goal) noexcept {
  const auto& m = shape.masks;
  const Cells sure = m.follower & ~(node.mine | node.theirs | playable_cells(shape, node));
  const Cells theirs = node.theirs | sure;
  const Cells mine = m.board & ~theirs;
  if (fours_along(mine, 1) != 0) return goal;

  // A four of mine is harmless if one of theirs lies below it in the same four columns: that one is complete before.
  // Fours are named by their cell in the leftmost column; where theirs rises more steeply, it must start lower still.
  const Cells my_level = fours_along(mine, m.stride), my_rising = fours_along(mine, m.stride + 1),
              my_falling = fours_along(mine, m.stride - 1);
  const Cells level = fours_along(theirs, m.stride), rising = fours_along(theirs, m.stride + 1),
              falling = fours_along(theirs, m.stride - 1);
  const auto not_above = [&](Cells starts) { return ((starts | (m.bottom << m.rows)) - m.bottom) & ~starts; };
  const Cells harm = (my_level & not_above(level | falling | (rising << 3))) |
                     (my_rising & not_above(level | rising | falling)) |
                     (my_falling & not_above(falling | ((level & m.low) << 3)));
  if (harm != 0) return goal;
  if ((level | rising | falling) == 0) return 0;
  if (goal >= 0) return -1;

  // How late can the opponent's four be? When all other columns are full, and its own up to the highest cell of it.
  for (int row = 1; row < m.rows; ++row) {
    const Cells reached = node.theirs | (sure & (m.bottom * ((Cells{2} << row) - 1)));
    if (has_four(shape, reached)) return -win_score_at(shape, m.cells - (m.rows - 1 - row - (m.blocked != 0)));
  }
  return -1;
}

// The cell and all above it in its column.
template <class Shape>
constexpr Cells from_here_up(const Shape& shape, Cells cell) noexcept {
  const int base = std::countr_zero(cell) / shape.masks.stride * shape.masks.stride;
  return (((Cells{2} << (shape.masks.rows - 1)) - 1) << base) & ~(cell - 1);
}

// What a threat of the opponent is worth if the side to move runs out of other moves. A column with a threat is cut off
// at the foot, the cell below the threat: whoever waits there wins, and the side to move cannot. If the rest of the
// board has an even number of cells, the opponent follows up there and need never touch the foot itself.
template <class Shape>
constexpr int zugzwang_bound(const Shape& shape, const SolverNode& node, int goal) noexcept {
  const auto& m = shape.masks;
  const Cells playable = playable_cells(shape, node);
  const bool even = (m.cells - node.plies) % 2 == 0;

  // 1. In each column the lowest threat counts. Those that cut off an even number of cells are cut off all together;
  //    one that cuts off an odd number sets the board's parity right if that is odd.
  Cells rest = m.board & ~(node.mine | node.theirs), feet = 0, odd_feet = 0;
  for (Cells threats = node.their_threats; threats != 0;) {
    const Cells threat = threats & (~threats + 1);
    const Cells foot = before(shape, threat);
    if ((foot & m.follower) == 0) {
      rest &= ~from_here_up(shape, foot);
      feet |= foot;
    } else {
      odd_feet |= foot;
    }
    threats &= ~from_here_up(shape, threat);
  }

  // 2. The side to move, with its cells of the rest and the feet, must have no four; then it loses at the latest when
  //    the rest is full.
  const auto bound_from = [&](Cells region, Cells sure, Cells all_feet) {
    if (has_four(shape, node.mine | (region & ~(sure & ~playable)) | all_feet)) return goal;
    return std::min(goal, -win_score_at(shape, node.plies + bit_count(region) + 2));
  };
  if (even) return feet == 0 ? goal : bound_from(rest, m.follower, feet);
  int bound = goal;
  for (; odd_feet != 0; odd_feet &= odd_feet - 1) {
    const Cells foot = odd_feet & (~odd_feet + 1);
    // Below the foot the cells of its column change hands.
    const Cells above = from_here_up(shape, foot);
    const Cells column = from_here_up(shape, Cells{1} << (std::countr_zero(foot) / m.stride * m.stride));
    bound = std::min(bound, bound_from(rest & ~above, m.follower ^ column, feet | foot));
  }
  return bound;
}

}  // namespace tengen::engines::connect4

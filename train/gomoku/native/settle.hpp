// What follows from the rules alone is played or answered here, so that the network is asked only where there is a choice.
#pragma once
#include "vct.hpp"

namespace tengen::train {

/// How many positions the searches for runs of fours and of threats may look at.
struct Effort {
  int fours, threats;
};

enum Outcome : int8_t { loss = -1, quiet = 0, win = 1, draw = 2 };  // for the side to move

/// Plays forced blocks until the side to move has a choice, a proven win or a proven loss.
/// `turns` counts the stones played.
DEV Outcome settle(Rows& stones, View view, int& turns, Effort effort) {
  turns = 0;
  for (;; view = other(view)) {
    const Threats t = threats(stones, view);
    if (t.five.any(mine)) return win;
    const Rows empty = without(usable_points(stones), stones);
    if (!empty.any(mine)) return draw;
    const int danger = t.five.first(theirs);
    if (danger < 0) {
      if (t.win.any(mine)) return win;
      if (t.four.any(mine) && vcf(stones, view, effort.fours, nullptr)) return win;
      if (vct(stones, view, effort.threats) >= 0) return win;
      if (view != renju_black) return quiet;
      return without(empty, forbidden(stones, view, empty)).any(mine) ? quiet : draw;
    }
    if (t.five.flipped_at(theirs, danger).any(theirs) || is_forbidden(stones, view, mine, danger)) return loss;
    stones = stones.flipped_at(mine, danger).swapped();
    ++turns;
  }
}

/// The move that needs no network, or −1: make five, stop a five, start a winning run of fours or threats.
DEV int forced_move(const Rows& stones, View view, Effort effort) {
  const Threats t = threats(stones, view);
  const int five = t.five.first(mine);
  if (five >= 0) return five;
  const int danger = t.five.first(theirs);
  if (danger >= 0) return is_forbidden(stones, view, mine, danger) ? -1 : danger;
  Line line;
  if (t.four.any(mine) && vcf(stones, view, effort.fours, &line)) return line.first;
  return vct(stones, view, effort.threats);
}

}  // namespace tengen::train

// Victory by continuous threats: fours and open threes, an exact, bounded search. A false answer means "not found".
//
//   attacker plays  four ──► one reply
//                   three, which threatens an open or double four on points x, y, … ──► a reply must spoil all of them
//
//        spoils x:  x itself, and the two ways to five after x (when there are more than two, x alone)
//
// Any other reply loses at once, unless it makes a four; so the replies to a three are the points that spoil all its
// threats, and the defender's fours. Each reply is followed; the attacker wins when every one of them loses.
#pragma once
#include "vcf.hpp"

namespace tengen::train {

constexpr int vct_depth = 8;  // attacks in one line at most
constexpr int vct_fours = 8;  // positions for the search for fours alone in each of its positions

/// The attacks that could win, as "mine"; `won` when nothing more is needed. The attacker is to move.
DEV Rows vct_attacks(const Rows& stones, View view, Rows& forks, bool& won) {
  const Threats t = threats(stones, view);
  forks = {};
  won = t.five.any(mine);
  if (won) return {};
  const int danger = t.five.first(theirs);
  if (danger >= 0)  // the one point that must be stopped, if it is one
    return t.five.flipped_at(theirs, danger).any(theirs) ? Rows{} : Rows{}.flipped_at(mine, danger);
  won = t.win.any(mine) || (t.four.any(mine) && vcf(stones, view, vct_fours, nullptr));
  if (won) return {};
  const Shapes s = shapes(stones, view, t.four);
  forks = s.fork.masked(side_bits(mine));
  return (s.three | t.four).masked(side_bits(mine));
}

/// The replies that do not lose at once, as "mine"; `holds` when the attack was no threat. The defender is to move and
/// `stones` are still seen from the attacker.
DEV Rows vct_replies(const Rows& stones, View view, bool& holds) {
  const Threats t = threats(stones, view);
  holds = t.five.any(theirs);
  if (holds) return {};
  const int five = t.five.first(mine);
  if (five >= 0) return t.five.flipped_at(mine, five).any(mine) ? Rows{} : Rows{}.flipped_at(mine, five);
  Rows points = t.win.masked(side_bits(mine));
  holds = !points.any(mine);
  Rows spoil = Rows::board().masked(side_bits(mine));
  for (int x = points.first(mine); x >= 0; x = points.first(mine)) {
    points = points.flipped_at(mine, x);
    const Rows stone = Rows{}.flipped_at(mine, x);
    const Rows ways = five_points(stones | stone, view).masked(side_bits(mine));
    spoil = spoil & (ways.count(mine) == 2 ? ways | stone : stone);
  }
  return spoil | t.four.masked(side_bits(theirs)).swapped();
}

/// Searches lines of at most `most` attacks. `visited` counts positions, up to `limit`.
DEV bool vct_within(Rows stones, View view, int most, int limit, int& visited, int& first) {
  Rows attacks[vct_depth + 1], forks[vct_depth + 1], replies[vct_depth];  // not yet tried
  int16_t attack[vct_depth], reply[vct_depth];
  for (int depth = 0;;) {
    bool won;
    ++visited;
    attacks[depth] = vct_attacks(stones, view, forks[depth], won);
    for (;;) {  // the attacker is to move; ends when the next reply to follow is played
      if (won) {
        if (depth == 0) return true;
        --depth;  // that reply loses
        stones = stones.flipped_at(theirs, reply[depth]);
      } else {
        if (visited >= limit) return false;
        const Rows better = attacks[depth] & forks[depth];
        const int move = depth < most ? (better.any(mine) ? better : attacks[depth]).first(mine) : -1;
        if (move < 0) {  // nothing left to try: the attack before fails against this reply
          if (depth == 0) return false;
          --depth;
          stones = stones.flipped_at(theirs, reply[depth]).flipped_at(mine, attack[depth]);
          continue;
        }
        attacks[depth] = attacks[depth].flipped_at(mine, move);
        ++visited;
        bool holds;
        replies[depth] = vct_replies(stones.flipped_at(mine, move), view, holds);
        if (holds) continue;
        stones = stones.flipped_at(mine, move);
        attack[depth] = static_cast<int16_t>(move);
      }
      const int next = replies[depth].first(mine);
      if (next < 0) {  // the attack wins against every reply
        if (depth == 0) first = attack[0];
        stones = stones.flipped_at(mine, attack[depth]);
        won = true;
        continue;
      }
      replies[depth] = replies[depth].flipped_at(mine, next);
      reply[depth] = static_cast<int16_t>(next);
      stones = stones.flipped_at(theirs, next);
      ++depth;
      break;
    }
  }
}

/// The first attack of a winning run of threats of the side to move, or −1; short runs first. The position must be quiet.
/// Black in renju is left out: a reply elsewhere can make one of his points forbidden.
DEV_CALL int vct(Rows stones, View view, int limit) {
  int visited = 0, first = -1;
  if (view != renju_black)
    for (int most = 2; most <= vct_depth && visited < limit; most *= 2)
      if (vct_within(stones, view, most, limit, visited, first)) return first;
  return -1;
}

}  // namespace tengen::train

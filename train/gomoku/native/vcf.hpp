// Victory by continuous fours: an exact, bounded search, and the settling of forced positions.
#pragma once
#include "rows.hpp"

namespace tengen::train {

constexpr int vcf_depth = 24;  // fours in one line at most

/// The winning line that was found: the attacker's points, the forced replies, and the first attack.
struct Line {
  Rows attack, reply;  // as "mine"
  int first = -1;
};

/// Whether the side to move wins by fours alone. The other side's five points must be at most one. A false answer
/// means "not within `limit` positions". Each step: play a four, the reply is forced; a defender's four that arises
/// must be blocked by the next four.
DEV_CALL bool vcf(Rows stones, int limit, Line* line) {
  Rows untried[vcf_depth];
  uint8_t attack[vcf_depth], reply[vcf_depth];
  int depth = 0;
  for (int visited = 0; visited < limit;) {
    const Threats t = threats(stones);
    ++visited;
    int last = t.five.first(mine);
    Rows fours = t.four.only(mine);
    if (last < 0) {
      const int danger = t.five.first(theirs);
      if (danger >= 0) {
        const bool two = t.five.flipped_at(theirs, danger).any(theirs);
        fours = two ? Rows{} : fours & Rows{}.flipped_at(mine, danger);
      }
      last = (fours & t.win).first(mine);
    }
    if (last >= 0) {
      if (!line) return true;
      *line = {};
      for (int k = 0; k < depth; ++k) {
        line->attack = line->attack.flipped_at(mine, attack[k]);
        line->reply = line->reply.flipped_at(mine, reply[k]);
      }
      line->attack = line->attack.flipped_at(mine, last);
      line->reply = line->reply | five_points(stones.flipped_at(mine, last)).only(mine);
      line->first = depth ? attack[0] : last;
      return true;
    }
    untried[depth] = fours;
    int next = depth + 1 < vcf_depth ? fours.first(mine) : -1;
    while (next < 0) {  // nothing left to try here: take back the last four and its reply
      if (depth == 0) return false;
      --depth;
      stones = stones.flipped_at(mine, attack[depth]).flipped_at(theirs, reply[depth]);
      next = untried[depth].first(mine);
    }
    untried[depth] = untried[depth].flipped_at(mine, next);
    stones = stones.flipped_at(mine, next);
    attack[depth] = static_cast<uint8_t>(next);
    reply[depth] = static_cast<uint8_t>(five_points(stones).first(mine));
    stones = stones.flipped_at(theirs, reply[depth]);
    ++depth;
  }
  return false;
}

enum Outcome : int8_t { loss = -1, quiet = 0, win = 1, draw = 2 };  // for the side to move

/// Plays forced blocks until the side to move has a choice, a proven win or a proven loss.
/// `turns` counts the stones played.
DEV Outcome settle(Rows& stones, int& turns, int limit) {
  turns = 0;
  for (;;) {
    const Threats t = threats(stones);
    if (t.five.any(mine)) return win;
    if (stones.count(mine) + stones.count(theirs) == points) return draw;
    const int danger = t.five.first(theirs);
    if (danger < 0) {
      if (t.win.any(mine)) return win;
      return t.four.any(mine) && vcf(stones, limit, nullptr) ? win : quiet;
    }
    if (t.five.flipped_at(theirs, danger).any(theirs)) return loss;
    stones = stones.flipped_at(mine, danger).swapped();
    ++turns;
  }
}

/// The move that needs no network, or −1: make five, stop a five, or start a winning run of fours.
DEV int forced_move(const Rows& stones, int limit) {
  const Threats t = threats(stones);
  int move = t.five.first(mine);
  if (move < 0) move = t.five.first(theirs);
  if (move < 0 && t.four.any(mine)) {
    Line line;
    if (vcf(stones, limit, &line)) move = line.first;
  }
  return move;
}

}  // namespace tengen::train

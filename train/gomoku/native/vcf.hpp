// Victory by continuous fours: an exact, bounded search.
#pragma once
#include "threats.hpp"

namespace tengen::train {

constexpr int vcf_depth = 24;  // fours in one line at most

/// The winning line that was found: the attacker's points, the forced replies, and the first attack.
struct Line {
  Rows attack, reply;  // as "mine"
  int first = -1;

  DEV void add(int attack_, int reply_) {
    attack = attack.flipped_at(mine, attack_), reply = reply.flipped_at(mine, reply_);
    if (first < 0) first = attack_;
  }
};

/// Whether the side to move wins by fours alone. The other side's five points must be at most one. A false answer
/// means "not within `limit` positions". Each step: play a four, the reply is forced; a defender's four that arises
/// must be blocked by the next four. In renju a four wins when Black may not play the reply.
DEV_CALL bool vcf(Rows stones, View view, int limit, Line* line) {
  Rows untried[vcf_depth];
  int16_t attack[vcf_depth], reply[vcf_depth];
  int depth = 0;
  for (int visited = 0; visited < limit;) {
    const Threats t = threats(stones, view);
    ++visited;
    int last = t.five.first(mine);
    Rows fours = t.four.masked(side_bits(mine));
    if (last < 0) {
      const int danger = t.five.first(theirs);
      if (danger >= 0) {
        const bool two = t.five.flipped_at(theirs, danger).any(theirs);
        fours = two ? Rows{} : fours & Rows{}.flipped_at(mine, danger);
      }
      last = (fours & t.win).first(mine);
    }
    int next = -1;
    if (last < 0) {
      untried[depth] = fours;
      next = depth + 1 < vcf_depth ? fours.first(mine) : -1;
      while (next < 0) {  // nothing left to try here: take back the last four and its reply
        if (depth == 0) return false;
        --depth;
        stones = stones.flipped_at(mine, attack[depth]).flipped_at(theirs, reply[depth]);
        next = untried[depth].first(mine);
      }
      untried[depth] = untried[depth].flipped_at(mine, next);
      stones = stones.flipped_at(mine, next);
      attack[depth] = static_cast<int16_t>(next);
      reply[depth] = static_cast<int16_t>(five_points(stones, view).first(mine));
      ++depth;
      if (!is_forbidden(stones, view, theirs, reply[depth - 1])) {
        stones = stones.flipped_at(theirs, reply[depth - 1]);
        continue;
      }
    }
    if (!line) return true;
    *line = {};
    for (int k = 0; k < depth; ++k) line->add(attack[k], reply[k]);
    if (last < 0) return true;
    line->attack = line->attack.flipped_at(mine, last);
    line->reply = line->reply | five_points(stones.flipped_at(mine, last), view).masked(side_bits(mine));
    if (depth == 0) line->first = last;
    return true;
  }
  return false;
}

}  // namespace tengen::train

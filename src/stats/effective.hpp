#pragma once
// The paper's figures: the cells of its table 2; from its section 5 pre, suf and com of two players, who is weaker than
// whom, and the effective search depth of a player.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stats/crosstable.hpp"

namespace tengen::stats {

// A cell of table 2: what became of the games in which one player moved first against another. A draw is nobody's win.
struct TableCell {
  WinDrawLoss games;    // of the one that moved first
  Estimate first_wins;  // shares of all games, with Wilson's intervals
  Estimate second_wins;
  std::uint64_t distinct_games = 0;
};
TableCell table_cell(const Pairing& pairing, Side a_moves);

// pre: A's win rate moving first; suf: moving second; com = pre + suf. A draw counts half. com is 1 between equals, and
// runs from 0 to 2. A rate without games is absent, and so is an end that cannot be known.
struct WinRates {
  Estimate pre, suf, com;
};
WinRates win_rates(const Pairing& pairing);  // of a against b

// The paper's relations, at 95%: two players that cannot be told apart count as equivalent.
enum class Relation : std::uint8_t { unknown, weaker, equivalent, stronger };
Relation relation(const Estimate& com);

// The paper's conjecture 5.1 over all triples of players for which all three relations are known.
struct Transitivity {
  std::uint64_t weaker_chains = 0;     // A weaker than B, B weaker than C
  std::uint64_t weaker_reversed = 0;   // … and yet A stronger than C: the conjecture fails
  std::uint64_t weaker_undecided = 0;  // … and A and C cannot be told apart
  std::uint64_t equal_chains = 0;      // A like B, B like C, each triple once for each middle
  std::uint64_t equal_broken = 0;      // … and yet A and C differ
};
// `relations` is row-major n × n: how the row's player stands to the column's.
Transitivity transitivity(int n, std::span<const Relation> relations);

// A against full-width search of a depth.
struct DepthPoint {
  int depth = 0;
  Estimate com;
};

// act(A): where com(A, BF(d)) falls through 1, linear between the depths around it. An absent value with a low end
// means "deeper than the deepest tried", one with a high end "shallower than the shallowest".
struct EffectiveDepth {
  Estimate depth;
  bool falling = true;  // com fell with depth all the way, as the paper supposes; if not, it was smoothed until it did
};
EffectiveDepth effective_depth(std::vector<DepthPoint> points);

}  // namespace tengen::stats

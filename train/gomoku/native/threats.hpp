// The shapes on a board that the rules speak of, for both sides at once, without a table and without a loop over points:
// fives, fours and open threes, and Black's forbidden points in renju.
#pragma once
#include "rows.hpp"

namespace tengen::train {

enum Rule : int { freestyle, standard, renju };

/// The rule as the side to move sees it. In freestyle five or more win, in standard exactly five; in renju Black needs
/// exactly five and has forbidden points, White wins with five or more.
enum View : int { free_view, standard_view, renju_black, renju_white };  // renju_black: "mine" are Black's stones

DEV View other(View v) { return v >= renju_black ? static_cast<View>(v ^ 1) : v; }
DEV View view_of(int rule, const Rows& stones) {
  if (rule != renju) return static_cast<View>(rule);
  return stones.count(mine) == stones.count(theirs) ? renju_black : renju_white;
}
/// The bits of the sides that win with exactly five only.
DEV uint64_t exact_sides(View v) {
  return (v == standard_view || v == renju_black ? side_bits(mine) : 0) |
         (v == standard_view || v == renju_white ? side_bits(theirs) : 0);
}

constexpr int directions = 4;
DEV void direction(int d, int& dr, int& dc) { dr = d == 0 ? 0 : 1, dc = d == 1 ? 0 : d == 3 ? -1 : 1; }

DEV Rows usable_points(const Rows& stones) { return without(Rows::board(), stones.swapped()); }

/// Five-cell windows along one line, named by their first cell, in which a side could still make five: how many of its
/// stones are in each.
struct Windows {
  Rows three, four;  // windows with exactly that many stones and no stone of the other side
  Rows hole[5];      // window cell k is empty
};

DEV Windows windows(const Rows& own, const Rows& usable, int dr, int dc, uint64_t exact) {
  Rows s[5], u[5];
  for (int k = 0; k < 5; ++k) s[k] = own.at(k * dr, k * dc), u[k] = usable.at(k * dr, k * dc);
  Rows open = u[0] & u[1] & u[2] & u[3] & u[4];
  if (exact) open = without(open, (own.at(-dr, -dc) | own.at(5 * dr, 5 * dc)).masked(exact));  // that would be six
  // Five one-bit numbers added bit by bit: (s0+s1+s2) is (low, carry), then + s3 + s4.
  const Rows low1 = s[0] ^ s[1] ^ s[2], carry1 = (s[0] & s[1]) | (s[2] & (s[0] ^ s[1]));
  const Rows bit0 = low1 ^ s[3] ^ s[4], carry2 = (low1 & s[3]) | (s[4] & (low1 ^ s[3]));
  const Rows bit1 = carry1 ^ carry2, bit2 = carry1 & carry2;
  Windows w;
  w.four = without(open & bit2, bit0);
  w.three = open & bit1 & bit0;
  for (int k = 0; k < 5; ++k) w.hole[k] = without(u[k], s[k]);
  return w;
}

/// Empty points where a side makes a winning five.
DEV Rows five_points(const Rows& stones, View view) {
  const Rows usable = usable_points(stones);
  Rows five;
#pragma unroll
  for (int d = 0; d < directions; ++d) {
    int dr, dc;
    direction(d, dr, dc);
    const Rows four = windows(stones, usable, dr, dc, exact_sides(view)).four;
    for (int k = 0; k < 5; ++k) five = five | four.at(-k * dr, -k * dc);
  }
  return without(five & usable, stones);
}

/// Fours along one line: a stone on a point of ahead[g] (behind[g]) leaves the hole g steps further (back) as a way to
/// five.
struct Fours {
  Rows ahead[5], behind[5];
};

DEV Fours fours_of(const Windows& w, int dr, int dc) {
  Fours f;
  for (int gap = 1; gap < 5; ++gap)
    for (int i = 0; i + gap < 5; ++i) {
      const int j = i + gap;
      const Rows pair = w.three & w.hole[i] & w.hole[j];
      f.ahead[gap] = f.ahead[gap] | pair.at(-i * dr, -i * dc);
      f.behind[gap] = f.behind[gap] | pair.at(-j * dr, -j * dc);
    }
  return f;
}

/// Where open threes can be made along one line. A window of six cells  . * * * * .  has empty ends and, inside, two stones
/// and two holes: a stone on one hole is an open three, one on the other then a four with two ways to five.
DEV Rows three_windows(const Rows& own, const Rows& usable, int dr, int dc, uint64_t exact) {
  Rows s[5], open = without(usable, own) & without(usable, own).at(5 * dr, 5 * dc);
  for (int k = 1; k < 5; ++k) s[k] = own.at(k * dr, k * dc), open = open & usable.at(k * dr, k * dc);
  if (exact) open = without(open, (own.at(-dr, -dc) | own.at(6 * dr, 6 * dc)).masked(exact));
  const Rows odd1 = s[1] ^ s[2], both1 = s[1] & s[2], odd2 = s[3] ^ s[4], both2 = s[3] & s[4];
  return open & ((odd1 & odd2) | without(without(both1 ^ both2, odd1), odd2));  // exactly two of the four
}
DEV Rows holes_of(const Rows& window, const Rows& empty, int dr, int dc) {
  Rows out;
  for (int k = 1; k < 5; ++k) out = out | window.at(-k * dr, -k * dc);
  return out & empty;
}

/// Points of six-cell windows whose other five cells are a side's stones: six or more in a row.
DEV Rows overlines(const Rows& own, const Rows& empty, int dr, int dc) {
  Rows before[6], after[6], out;  // so many stones next to the point
  before[0] = after[0] = empty;
  for (int k = 1; k < 6; ++k) {
    before[k] = before[k - 1] & own.at(-k * dr, -k * dc);
    after[k] = after[k - 1] & own.at(k * dr, k * dc);
  }
  for (int k = 0; k < 6; ++k) out = out | (before[k] & after[5 - k]);
  return out;
}

/// Black's forbidden points among `wanted`, all in the bits of the side `black`: overlines, double fours and double
/// threes, where a three counts if Black may go on with it (renju.cpp of the rules has the definitions). Going on is the
/// same question with one stone more; it is followed `depth` stones far, and a fourth such stone counts as allowed.
template <int depth>
DEV_CALL Rows forbidden_points(Rows stones, int black, Rows wanted) {
  const uint64_t sides = side_bits(black);
  const Rows usable = usable_points(stones), empty = without(usable, stones);
  Rows five, over, one_four, two_fours, one_three, two_threes, window[directions];
#pragma unroll
  for (int d = 0; d < directions; ++d) {
    int dr, dc;
    direction(d, dr, dc);
    const Windows w = windows(stones, usable, dr, dc, sides);
    for (int k = 0; k < 5; ++k) five = five | w.four.at(-k * dr, -k * dc);
    over = over | overlines(stones, empty, dr, dc);
    const Fours f = fours_of(w, dr, dc);
    Rows ahead, behind, straight;  // ways to five on the two sides; five steps apart they belong to one straight four
    for (int gap = 1; gap < 5; ++gap) {
      ahead = ahead | f.ahead[gap], behind = behind | f.behind[gap];
      straight = straight | (f.ahead[gap] & f.behind[5 - gap]);
    }
    two_fours = two_fours | without(ahead & behind, straight) | (one_four & (ahead | behind));
    one_four = one_four | ahead | behind;
    window[d] = three_windows(stones, usable, dr, dc, sides);
    const Rows three = holes_of(window[d], empty, dr, dc);
    two_threes = two_threes | (one_three & three);
    one_three = one_three | three;
  }
  wanted = without(wanted & empty, five).masked(sides);
  Rows found = (over | two_fours) & wanted;
  if constexpr (depth > 0) {
    Rows doubtful = without(two_threes & wanted, found);
    for (int point = doubtful.first(black); point >= 0; point = doubtful.first(black)) {
      doubtful = doubtful.flipped_at(black, point);
      const Rows stone = Rows{}.flipped_at(black, point), after = stones | stone;
      Rows on[directions], all;  // where each three goes on to a straight four
      for (int d = 0; d < directions; ++d) {
        int dr, dc;
        direction(d, dr, dc);
        Rows through;  // first cells of windows that have the point inside
        for (int k = 1; k < 5; ++k) through = through | stone.at(k * dr, k * dc);
        on[d] = without(holes_of(window[d] & through, empty, dr, dc), stone).masked(sides);
        all = all | on[d];
      }
      const View view = black == mine ? renju_black : renju_white;
      const Rows bad = forbidden_points<depth - 1>(after, black, all) | five_points(after, view);
      int real = 0;
      for (int d = 0; d < directions; ++d) real += without(on[d], bad).any(black);
      if (real >= 2) found = found.flipped_at(black, point);
    }
  }
  return found;
}

constexpr int forbidden_depth = 3;

/// Black's forbidden points among `wanted`, in Black's bits; nothing under the other rules.
DEV Rows forbidden(const Rows& stones, View view, const Rows& wanted) {
  if (view < renju_black) return {};
  return forbidden_points<forbidden_depth>(stones, view == renju_black ? mine : theirs, wanted);
}
/// Whether the rules keep the side off the empty point.
DEV bool is_forbidden(const Rows& stones, View view, int side, int point) {
  if (view != (side == mine ? renju_black : renju_white)) return false;
  return forbidden(stones, view, Rows{}.flipped_at(side, point)).any(side);
}

/// For each side: empty points that make five, that make a four, and that make a four with two or more ways to
/// five (an open four or a double four: the other side cannot stop both). Forbidden points make nothing but five.
struct Threats {
  Rows five, four, win;
};

DEV_CALL Threats threats(Rows stones, View view) {
  const Rows usable = usable_points(stones);
  Rows five, once, twice;  // once/twice: at least one, two ways to five after a stone on the point
#pragma unroll
  for (int d = 0; d < directions; ++d) {
    int dr, dc;
    direction(d, dr, dc);
    const Windows w = windows(stones, usable, dr, dc, exact_sides(view));
    for (int k = 0; k < 5; ++k) five = five | w.four.at(-k * dr, -k * dc);
    if (!w.three.any(mine) && !w.three.any(theirs)) continue;
    const Fours f = fours_of(w, dr, dc);
    for (int gap = 1; gap < 5; ++gap) {
      twice = twice | (once & f.ahead[gap]);
      once = once | f.ahead[gap];
      twice = twice | (once & f.behind[gap]);
      once = once | f.behind[gap];
    }
  }
  Rows empty = without(usable, stones);
  five = five & empty;
  if (view >= renju_black) empty = without(empty, forbidden(stones, view, once));
  return {five, once & empty, twice & empty};
}

/// More of what the network sees: points that make an open three, points that make two of them or one with a four, and
/// the forbidden ones.
struct Shapes {
  Rows three, fork, forbidden;
};

DEV_CALL Shapes shapes(Rows stones, View view, Rows fours) {
  const Rows usable = usable_points(stones), empty = without(usable, stones);
  Rows once, twice;
#pragma unroll
  for (int d = 0; d < directions; ++d) {
    int dr, dc;
    direction(d, dr, dc);
    const Rows three = holes_of(three_windows(stones, usable, dr, dc, exact_sides(view)), empty, dr, dc);
    twice = twice | (once & three);
    once = once | three;
  }
  const Rows never = forbidden(stones, view, empty);
  return {without(once, never), without(twice | (once & fours), never), never};
}

}  // namespace tengen::train

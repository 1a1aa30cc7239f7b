#pragma once
// The shapes on a board that the rules speak of, for both sides at once, without a table and without a loop over points:
// fives, fours and open threes, and Black's forbidden points in renju. They are those that the network was trained with
// (train/gomoku/native/threats.hpp), which the tests compare them with.

#include <utility>

#include "engines/gomoku/champion/rows.hpp"
#include "games/gomoku/board.hpp"

namespace tengen::gomoku {

// The rule as the side to move sees it.
struct View {
  Rule rule = Rule::freestyle;
  bool black = true;  // the side to move has the black stones; only renju asks

  View other() const noexcept { return {rule, !black}; }
};

template <class Rows>
class Shapes {
 public:
  static constexpr int mine = Rows::mine, theirs = Rows::theirs;
  using Word = typename Rows::Word;

  explicit Shapes(int size) noexcept : frame_(size) {}

  const Frame<Rows>& frame() const noexcept { return frame_; }
  Rows usable(const Rows& stones) const noexcept { return frame_.board().without(stones.swapped()); }
  Rows empty(const Rows& stones) const noexcept { return usable(stones).without(stones); }

  // The bits of the sides that win with exactly five only.
  static Word exact_sides(View v) noexcept {
    const bool standard = v.rule == Rule::standard, renju = v.rule == Rule::renju;
    return static_cast<Word>((standard || (renju && v.black) ? Rows::side_bits(mine) : Word{0}) |
                             (standard || (renju && !v.black) ? Rows::side_bits(theirs) : Word{0}));
  }

  // For each side: empty points that make five, that make a four, and that make a four with two or more ways to five (an
  // open four or a double four). Forbidden points make nothing but five.
  struct Threats {
    Rows five, four, win;
  };
  Threats threats(const Rows& stones, View view) const noexcept;

  // Empty points where a side makes a winning five.
  Rows five_points(const Rows& stones, View view) const noexcept;

  // Points that make an open three, points that make two of them or one with a four, and the forbidden ones.
  struct Threes {
    Rows three, fork, forbidden;
  };
  Threes threes(const Rows& stones, View view, const Rows& fours) const noexcept;

  // Black's forbidden points among `wanted`, in Black's bits; nothing under the other rules.
  Rows forbidden(const Rows& stones, View view, const Rows& wanted) const noexcept {
    if (view.rule != Rule::renju) return {};
    return forbidden_points<3>(stones, view.black ? mine : theirs, wanted);
  }
  // Whether the rules keep the side off the empty point.
  bool is_forbidden(const Rows& stones, View view, int side, int point) const noexcept {
    if (view.rule != Rule::renju || view.black != (side == mine)) return false;
    return forbidden(stones, view, Rows::single(side, point)).any(side);
  }

 private:
  // Calls f<dr, dc>() for the four directions of a line.
  template <class F>
  static void for_directions(F f) noexcept {
    f.template operator()<0, 1>();
    f.template operator()<1, 0>();
    f.template operator()<1, 1>();
    f.template operator()<1, -1>();
  }

  // Five-cell windows along one line, named by their first cell, in which a side could still make five.
  struct Windows {
    Rows three, four;  // windows with exactly that many stones and no stone of the other side
    Rows hole[5];      // window cell k is empty
  };
  template <int dr, int dc>
  Windows windows(const Rows& own, const Rows& usable, Word exact) const noexcept;

  // Fours along one line: a stone on a point of ahead[g] (behind[g]) leaves the hole g steps further (back) as a way to
  // five.
  struct Fours {
    Rows ahead[5], behind[5];
  };
  template <int dr, int dc>
  Fours fours_of(const Windows& w) const noexcept;

  template <int dr, int dc>
  Rows fives_of(const Windows& w) const noexcept {
    const auto& f = frame_;
    return w.four | f.template at<-dr, -dc>(w.four) | f.template at<-2 * dr, -2 * dc>(w.four) |
           f.template at<-3 * dr, -3 * dc>(w.four) | f.template at<-4 * dr, -4 * dc>(w.four);
  }
  // Where open threes can be made along one line. A window of six cells  . * * * * .  has empty ends and, inside, two
  // stones and two holes: a stone on one hole is an open three, one on the other then a four with two ways to five.
  template <int dr, int dc>
  Rows three_windows(const Rows& own, const Rows& usable, Word exact) const noexcept;
  template <int dr, int dc>
  Rows holes_of(const Rows& window, const Rows& empty) const noexcept {
    const auto& f = frame_;
    return (f.template at<-dr, -dc>(window) | f.template at<-2 * dr, -2 * dc>(window) |
            f.template at<-3 * dr, -3 * dc>(window) | f.template at<-4 * dr, -4 * dc>(window)) &
           empty;
  }
  template <int dr, int dc>
  Rows overlines(const Rows& own, const Rows& empty) const noexcept;

  // A three counts if Black may go on with it. Going on is the same question with one stone more; it is followed `depth`
  // stones far, and a further such stone counts as allowed.
  template <int depth>
  Rows forbidden_points(const Rows& stones, int black, Rows wanted) const noexcept;
  template <int depth>
  bool is_double_three(const Rows& stones, int black, int point, const Rows (&window)[4]) const noexcept;

  Frame<Rows> frame_;
};

extern template class Shapes<SmallRows>;
extern template class Shapes<LargeRows>;

}  // namespace tengen::gomoku

// The formulas of threats.hpp, as a template over the kind of processor that they are compiled for. To be included inside
// its target region only, after threats.hpp. The kind offers
//
//   Set<Rows>            rows as it likes to compute with them: made from Rows, and Rows from it
//   at<dr, dc>(frame, set)   the set seen from (row + dr, column + dc)

#include <utility>

#include "engines/gomoku/champion/threats.hpp"

namespace tengen::engines::gomoku {

template <class Rows, class Cpu>
class Formulas {
 public:
  static constexpr int mine = Rows::mine, theirs = Rows::theirs;
  using Word = typename Rows::Word;
  using Set = typename Cpu::template Set<Rows>;

  explicit Formulas(const Frame<Rows>& frame) noexcept : frame_(frame), board_(frame.board()) {}

  [[gnu::flatten]] ThreatPoints<Set> threats(const Set& stones, View view) const noexcept;
  [[gnu::flatten]] Set five_points(const Set& stones, View view) const noexcept;
  [[gnu::flatten]] ThreePoints<Set> threes(const Set& stones, View view, const Set& fours) const noexcept;
  // A three counts if Black may go on with it. Going on is the same question with one stone more; it is followed `depth`
  // stones far, and a further such stone counts as allowed.
  template <int depth>
  [[gnu::noinline]] Set forbidden_points(const Set& stones, int black, Set wanted) const noexcept;

  static constexpr ShapeKernels<Rows> kernels() noexcept {
    return {[](const Frame<Rows>& f, const Rows& stones, View view) -> ThreatPoints<Rows> {
              const ThreatPoints<Set> t = Formulas(f).threats(Set(stones), view);
              return {Rows(t.five), Rows(t.four), Rows(t.win)};
            },
            [](const Frame<Rows>& f, const Rows& stones, View view) {
              return Rows(Formulas(f).five_points(Set(stones), view));
            },
            [](const Frame<Rows>& f, const Rows& stones, View view, const Rows& fours) -> ThreePoints<Rows> {
              const ThreePoints<Set> t = Formulas(f).threes(Set(stones), view, Set(fours));
              return {Rows(t.three), Rows(t.fork), Rows(t.forbidden)};
            },
            [](const Frame<Rows>& f, const Rows& stones, int black, const Rows& wanted) {
              return Rows(Formulas(f).template forbidden_points<3>(Set(stones), black, Set(wanted)));
            }};
  }

 private:
  // f<k>() for k from 0 to n − 1.
  template <class F, int... k>
  [[gnu::always_inline]] static void unrolled(std::integer_sequence<int, k...>, F f) noexcept {
    (f.template operator()<k>(), ...);
  }
  template <int n, class F>
  [[gnu::always_inline]] static void times(F f) noexcept {
    unrolled(std::make_integer_sequence<int, n>(), f);
  }
  // The set seen from (row + dr, column + dc).
  template <int dr, int dc>
  Set at(const Set& set) const noexcept {
    return Cpu::template at<dr, dc>(frame_, set);
  }
  Set usable_of(const Set& stones) const noexcept { return board_.without(stones.swapped()); }
  Set empty(const Set& stones) const noexcept { return usable_of(stones).without(stones); }
  Set forbidden(const Set& stones, View view, const Set& wanted) const noexcept {
    if (view.rule != Rule::renju) return {};
    return forbidden_points<3>(stones, view.black ? mine : theirs, wanted);
  }

  // Calls f<dr, dc>() for the four directions of a line.
  template <class F>
  [[gnu::always_inline]] static void for_directions(F f) noexcept {
    f.template operator()<0, 1>();
    f.template operator()<1, 0>();
    f.template operator()<1, 1>();
    f.template operator()<1, -1>();
  }

  // Five-cell windows along one line, named by their first cell, in which a side could still make five.
  struct Windows {
    Set three, four;  // windows with exactly that many stones and no stone of the other side
    Set hole[5];      // window cell k is empty
  };
  template <int dr, int dc>
  [[gnu::always_inline]] inline Windows windows(const Set& own, const Set& usable, Word exact) const noexcept;

  // Fours along one line: a stone on a point of ahead[g] (behind[g]) leaves the hole g steps further (back) as a way to
  // five.
  struct Fours {
    Set ahead[5], behind[5];
  };
  template <int dr, int dc>
  [[gnu::always_inline]] inline Fours fours_of(const Windows& w) const noexcept;

  template <int dr, int dc>
  [[gnu::always_inline]] Set fives_of(const Windows& w) const noexcept {
    return w.four | at<-dr, -dc>(w.four) | at<-2 * dr, -2 * dc>(w.four) | at<-3 * dr, -3 * dc>(w.four) |
           at<-4 * dr, -4 * dc>(w.four);
  }
  // Where open threes can be made along one line. A window of six cells  . * * * * .  has empty ends and, inside, two
  // stones and two holes: a stone on one hole is an open three, one on the other then a four with two ways to five.
  template <int dr, int dc>
  Set three_windows(const Set& own, const Set& usable, Word exact) const noexcept;
  template <int dr, int dc>
  Set holes_of(const Set& window, const Set& empty) const noexcept {
    return (at<-dr, -dc>(window) | at<-2 * dr, -2 * dc>(window) | at<-3 * dr, -3 * dc>(window) |
            at<-4 * dr, -4 * dc>(window)) &
           empty;
  }
  template <int dr, int dc>
  Set overlines(const Set& own, const Set& empty) const noexcept;

  template <int depth>
  bool is_double_three(const Set& stones, int black, int point, const Set (&window)[4]) const noexcept;

  const Frame<Rows>& frame_;
  Set board_;
};

template <class Rows, class Cpu>
template <int dr, int dc>
inline auto Formulas<Rows, Cpu>::windows(const Set& own, const Set& usable, Word exact) const noexcept -> Windows {
  Set s[5], u[5];
  times<5>([&]<int k>() {
    s[k] = at<k * dr, k * dc>(own);
    u[k] = at<k * dr, k * dc>(usable);
  });
  Set open = u[0] & u[1] & u[2] & u[3] & u[4];
  if (exact != 0)  // that would be six
    open = open.without((at<-dr, -dc>(own) | at<5 * dr, 5 * dc>(own)).masked(exact));
  // Five one-bit numbers added bit by bit: (s0 + s1 + s2) is (low, carry), then + s3 + s4.
  const Set low = s[0] ^ s[1] ^ s[2], carry = (s[0] & s[1]) | (s[2] & (s[0] ^ s[1]));
  const Set bit0 = low ^ s[3] ^ s[4], carry2 = (low & s[3]) | (s[4] & (low ^ s[3]));
  Windows w;
  w.four = (open & carry & carry2).without(bit0);
  w.three = open & (carry ^ carry2) & bit0;
  for (int k = 0; k < 5; ++k) w.hole[k] = u[k].without(s[k]);
  return w;
}

template <class Rows, class Cpu>
template <int dr, int dc>
inline auto Formulas<Rows, Cpu>::fours_of(const Windows& w) const noexcept -> Fours {
  Fours f;
  times<5>([&]<int i>() {
    times<5>([&]<int j>() {
      if constexpr (i < j) {
        const Set pair = w.three & w.hole[i] & w.hole[j];
        f.ahead[j - i] = f.ahead[j - i] | at<-i * dr, -i * dc>(pair);
        f.behind[j - i] = f.behind[j - i] | at<-j * dr, -j * dc>(pair);
      }
    });
  });
  return f;
}

template <class Rows, class Cpu>
template <int dr, int dc>
auto Formulas<Rows, Cpu>::three_windows(const Set& own, const Set& usable, Word exact) const noexcept -> Set {
  const Set free = usable.without(own);
  Set s[5], open = free & at<5 * dr, 5 * dc>(free);
  times<4>([&]<int k>() {
    s[k + 1] = at<(k + 1) * dr, (k + 1) * dc>(own);
    open = open & at<(k + 1) * dr, (k + 1) * dc>(usable);
  });
  if (exact != 0) open = open.without((at<-dr, -dc>(own) | at<6 * dr, 6 * dc>(own)).masked(exact));
  const Set odd1 = s[1] ^ s[2], both1 = s[1] & s[2], odd2 = s[3] ^ s[4], both2 = s[3] & s[4];
  return open & ((odd1 & odd2) | (both1 ^ both2).without(odd1).without(odd2));  // exactly two of the four
}

// Points of six-cell windows whose other five cells are a side's stones: six or more in a row.
template <class Rows, class Cpu>
template <int dr, int dc>
auto Formulas<Rows, Cpu>::overlines(const Set& own, const Set& empty) const noexcept -> Set {
  Set before[6], after[6], out;  // so many stones next to the point
  before[0] = after[0] = empty;
  times<5>([&]<int k>() {
    before[k + 1] = before[k] & at<-(k + 1) * dr, -(k + 1) * dc>(own);
    after[k + 1] = after[k] & at<(k + 1) * dr, (k + 1) * dc>(own);
  });
  for (int k = 0; k < 6; ++k) out = out | (before[k] & after[5 - k]);
  return out;
}

template <class Rows, class Cpu>
auto Formulas<Rows, Cpu>::five_points(const Set& stones, View view) const noexcept -> Set {
  const Set usable = usable_of(stones);
  Set five;
  for_directions([&]<int dr, int dc>() {
    five = five | fives_of<dr, dc>(windows<dr, dc>(stones, usable, exact_sides<Rows>(view)));
  });
  return (five & usable).without(stones);
}

template <class Rows, class Cpu>
auto Formulas<Rows, Cpu>::threats(const Set& stones, View view) const noexcept -> ThreatPoints<Set> {
  const Set usable = usable_of(stones);
  Set five, once, twice;  // once, twice: at least one, two ways to five after a stone on the point
  for_directions([&]<int dr, int dc>() {
    const Windows w = windows<dr, dc>(stones, usable, exact_sides<Rows>(view));
    five = five | fives_of<dr, dc>(w);
    if (!w.three.any(mine) && !w.three.any(theirs)) return;
    const Fours f = fours_of<dr, dc>(w);
    for (int gap = 1; gap < 5; ++gap)
      for (const Set* way : {&f.ahead[gap], &f.behind[gap]}) {
        twice = twice | (once & *way);
        once = once | *way;
      }
  });
  Set empty = usable.without(stones);
  five = five & empty;
  if (view.rule == Rule::renju) empty = empty.without(forbidden(stones, view, once));
  return {five, once & empty, twice & empty};
}

template <class Rows, class Cpu>
auto Formulas<Rows, Cpu>::threes(const Set& stones, View view, const Set& fours) const noexcept -> ThreePoints<Set> {
  const Set usable = usable_of(stones), empty = usable.without(stones);
  Set once, twice;
  for_directions([&]<int dr, int dc>() {
    const Set three = holes_of<dr, dc>(three_windows<dr, dc>(stones, usable, exact_sides<Rows>(view)), empty);
    twice = twice | (once & three);
    once = once | three;
  });
  const Set never = forbidden(stones, view, empty);
  return {once.without(never), (twice | (once & fours)).without(never), never};
}

// Whether at least two of the threes that Black's stone on the point makes are real: he may go on with them.
template <class Rows, class Cpu>
template <int depth>
bool Formulas<Rows, Cpu>::is_double_three(const Set& stones, int black, int point,
                                          const Set (&window)[4]) const noexcept {
  const Set stone = Set::single(black, point), after = stones | stone, empty = this->empty(stones);
  Set on[4], all;  // where each three goes on to a straight four
  int d = 0;
  for_directions([&]<int dr, int dc>() {
    Set through;  // first cells of windows that have the point inside
    times<4>([&]<int k>() { through = through | at<(k + 1) * dr, (k + 1) * dc>(stone); });
    on[d] = holes_of<dr, dc>(window[d] & through, empty).without(stone).masked(Rows::side_bits(black));
    all = all | on[d++];
  });
  const View view{Rule::renju, black == mine};
  const Set bad = forbidden_points<depth - 1>(after, black, all) | five_points(after, view);
  int real = 0;
  for (const Set& points : on) real += points.without(bad).any(black) ? 1 : 0;
  return real >= 2;
}

template <class Rows, class Cpu>
template <int depth>
auto Formulas<Rows, Cpu>::forbidden_points(const Set& stones, int black, Set wanted) const noexcept -> Set {
  const Word sides = Rows::side_bits(black);
  const Set usable = usable_of(stones), empty = usable.without(stones);
  Set five, over, one_four, two_fours, one_three, two_threes, window[4];
  int d = 0;
  for_directions([&]<int dr, int dc>() {
    const Windows w = windows<dr, dc>(stones, usable, sides);
    five = five | fives_of<dr, dc>(w);
    over = over | overlines<dr, dc>(stones, empty);
    const Fours f = fours_of<dr, dc>(w);
    Set ahead, behind, straight;  // ways to five on the two sides; five steps apart they belong to one straight four
    for (int gap = 1; gap < 5; ++gap) {
      ahead = ahead | f.ahead[gap], behind = behind | f.behind[gap];
      straight = straight | (f.ahead[gap] & f.behind[5 - gap]);
    }
    two_fours = two_fours | (ahead & behind).without(straight) | (one_four & (ahead | behind));
    one_four = one_four | ahead | behind;
    window[d] = three_windows<dr, dc>(stones, usable, sides);
    const Set three = holes_of<dr, dc>(window[d++], empty);
    two_threes = two_threes | (one_three & three);
    one_three = one_three | three;
  });
  wanted = (wanted & empty).without(five).masked(sides);
  Set found = (over | two_fours) & wanted;
  if constexpr (depth > 0) {
    Set doubtful = (two_threes & wanted).without(found);
    for (int point = doubtful.first(black); point >= 0; point = doubtful.first(black)) {
      doubtful = doubtful.flipped(black, point);
      if (is_double_three<depth>(stones, black, point, window)) found = found.flipped(black, point);
    }
  }
  return found;
}

}  // namespace tengen::engines::gomoku

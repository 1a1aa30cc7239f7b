#include "engines/gomoku/champion/threats.hpp"

namespace tengen::gomoku {

namespace {

// f<k>() for k from 0 (or 1) to n − 1.
template <class F, int... k>
void unrolled(std::integer_sequence<int, k...>, F f) noexcept {
  (f.template operator()<k>(), ...);
}
template <int n, class F>
void times(F f) noexcept {
  unrolled(std::make_integer_sequence<int, n>(), f);
}

}  // namespace

template <class Rows>
template <int dr, int dc>
auto Shapes<Rows>::windows(const Rows& own, const Rows& usable, Word exact) const noexcept -> Windows {
  Rows s[5], u[5];
  times<5>([&]<int k>() {
    s[k] = frame_.template at<k * dr, k * dc>(own);
    u[k] = frame_.template at<k * dr, k * dc>(usable);
  });
  Rows open = u[0] & u[1] & u[2] & u[3] & u[4];
  if (exact != 0)  // that would be six
    open = open.without((frame_.template at<-dr, -dc>(own) | frame_.template at<5 * dr, 5 * dc>(own)).masked(exact));
  // Five one-bit numbers added bit by bit: (s0 + s1 + s2) is (low, carry), then + s3 + s4.
  const Rows low = s[0] ^ s[1] ^ s[2], carry = (s[0] & s[1]) | (s[2] & (s[0] ^ s[1]));
  const Rows bit0 = low ^ s[3] ^ s[4], carry2 = (low & s[3]) | (s[4] & (low ^ s[3]));
  Windows w;
  w.four = (open & carry & carry2).without(bit0);
  w.three = open & (carry ^ carry2) & bit0;
  for (int k = 0; k < 5; ++k) w.hole[k] = u[k].without(s[k]);
  return w;
}

template <class Rows>
template <int dr, int dc>
auto Shapes<Rows>::fours_of(const Windows& w) const noexcept -> Fours {
  Fours f;
  times<5>([&]<int i>() {
    times<5>([&]<int j>() {
      if constexpr (i < j) {
        const Rows pair = w.three & w.hole[i] & w.hole[j];
        f.ahead[j - i] = f.ahead[j - i] | frame_.template at<-i * dr, -i * dc>(pair);
        f.behind[j - i] = f.behind[j - i] | frame_.template at<-j * dr, -j * dc>(pair);
      }
    });
  });
  return f;
}

template <class Rows>
template <int dr, int dc>
Rows Shapes<Rows>::three_windows(const Rows& own, const Rows& usable, Word exact) const noexcept {
  const Rows free = usable.without(own);
  Rows s[5], open = free & frame_.template at<5 * dr, 5 * dc>(free);
  times<4>([&]<int k>() {
    s[k + 1] = frame_.template at<(k + 1) * dr, (k + 1) * dc>(own);
    open = open & frame_.template at<(k + 1) * dr, (k + 1) * dc>(usable);
  });
  if (exact != 0)
    open = open.without((frame_.template at<-dr, -dc>(own) | frame_.template at<6 * dr, 6 * dc>(own)).masked(exact));
  const Rows odd1 = s[1] ^ s[2], both1 = s[1] & s[2], odd2 = s[3] ^ s[4], both2 = s[3] & s[4];
  return open & ((odd1 & odd2) | (both1 ^ both2).without(odd1).without(odd2));  // exactly two of the four
}

// Points of six-cell windows whose other five cells are a side's stones: six or more in a row.
template <class Rows>
template <int dr, int dc>
Rows Shapes<Rows>::overlines(const Rows& own, const Rows& empty) const noexcept {
  Rows before[6], after[6], out;  // so many stones next to the point
  before[0] = after[0] = empty;
  times<5>([&]<int k>() {
    before[k + 1] = before[k] & frame_.template at<-(k + 1) * dr, -(k + 1) * dc>(own);
    after[k + 1] = after[k] & frame_.template at<(k + 1) * dr, (k + 1) * dc>(own);
  });
  for (int k = 0; k < 6; ++k) out = out | (before[k] & after[5 - k]);
  return out;
}

template <class Rows>
Rows Shapes<Rows>::five_points(const Rows& stones, View view) const noexcept {
  const Rows usable = this->usable(stones);
  Rows five;
  for_directions(
      [&]<int dr, int dc>() { five = five | fives_of<dr, dc>(windows<dr, dc>(stones, usable, exact_sides(view))); });
  return (five & usable).without(stones);
}

template <class Rows>
auto Shapes<Rows>::threats(const Rows& stones, View view) const noexcept -> Threats {
  const Rows usable = this->usable(stones);
  Rows five, once, twice;  // once, twice: at least one, two ways to five after a stone on the point
  for_directions([&]<int dr, int dc>() {
    const Windows w = windows<dr, dc>(stones, usable, exact_sides(view));
    five = five | fives_of<dr, dc>(w);
    if (!w.three.any(mine) && !w.three.any(theirs)) return;
    const Fours f = fours_of<dr, dc>(w);
    for (int gap = 1; gap < 5; ++gap)
      for (const Rows* way : {&f.ahead[gap], &f.behind[gap]}) {
        twice = twice | (once & *way);
        once = once | *way;
      }
  });
  Rows empty = usable.without(stones);
  five = five & empty;
  if (view.rule == Rule::renju) empty = empty.without(forbidden(stones, view, once));
  return {five, once & empty, twice & empty};
}

template <class Rows>
auto Shapes<Rows>::threes(const Rows& stones, View view, const Rows& fours) const noexcept -> Threes {
  const Rows usable = this->usable(stones), empty = usable.without(stones);
  Rows once, twice;
  for_directions([&]<int dr, int dc>() {
    const Rows three = holes_of<dr, dc>(three_windows<dr, dc>(stones, usable, exact_sides(view)), empty);
    twice = twice | (once & three);
    once = once | three;
  });
  const Rows never = forbidden(stones, view, empty);
  return {once.without(never), (twice | (once & fours)).without(never), never};
}

// Whether at least two of the threes that Black's stone on the point makes are real: he may go on with them.
template <class Rows>
template <int depth>
bool Shapes<Rows>::is_double_three(const Rows& stones, int black, int point, const Rows (&window)[4]) const noexcept {
  const Rows stone = Rows::single(black, point), after = stones | stone, empty = this->empty(stones);
  Rows on[4], all;  // where each three goes on to a straight four
  int d = 0;
  for_directions([&]<int dr, int dc>() {
    Rows through;  // first cells of windows that have the point inside
    times<4>([&]<int k>() { through = through | frame_.template at<(k + 1) * dr, (k + 1) * dc>(stone); });
    on[d] = holes_of<dr, dc>(window[d] & through, empty).without(stone).masked(Rows::side_bits(black));
    all = all | on[d++];
  });
  const View view{Rule::renju, black == mine};
  const Rows bad = forbidden_points<depth - 1>(after, black, all) | five_points(after, view);
  int real = 0;
  for (const Rows& points : on) real += points.without(bad).any(black) ? 1 : 0;
  return real >= 2;
}

template <class Rows>
template <int depth>
Rows Shapes<Rows>::forbidden_points(const Rows& stones, int black, Rows wanted) const noexcept {
  const Word sides = Rows::side_bits(black);
  const Rows usable = this->usable(stones), empty = usable.without(stones);
  Rows five, over, one_four, two_fours, one_three, two_threes, window[4];
  int d = 0;
  for_directions([&]<int dr, int dc>() {
    const Windows w = windows<dr, dc>(stones, usable, sides);
    five = five | fives_of<dr, dc>(w);
    over = over | overlines<dr, dc>(stones, empty);
    const Fours f = fours_of<dr, dc>(w);
    Rows ahead, behind, straight;  // ways to five on the two sides; five steps apart they belong to one straight four
    for (int gap = 1; gap < 5; ++gap) {
      ahead = ahead | f.ahead[gap], behind = behind | f.behind[gap];
      straight = straight | (f.ahead[gap] & f.behind[5 - gap]);
    }
    two_fours = two_fours | (ahead & behind).without(straight) | (one_four & (ahead | behind));
    one_four = one_four | ahead | behind;
    window[d] = three_windows<dr, dc>(stones, usable, sides);
    const Rows three = holes_of<dr, dc>(window[d++], empty);
    two_threes = two_threes | (one_three & three);
    one_three = one_three | three;
  });
  wanted = (wanted & empty).without(five).masked(sides);
  Rows found = (over | two_fours) & wanted;
  if constexpr (depth > 0) {
    Rows doubtful = (two_threes & wanted).without(found);
    for (int point = doubtful.first(black); point >= 0; point = doubtful.first(black)) {
      doubtful = doubtful.flipped(black, point);
      if (is_double_three<depth>(stones, black, point, window)) found = found.flipped(black, point);
    }
  }
  return found;
}

template class Shapes<SmallRows>;
template class Shapes<LargeRows>;

}  // namespace tengen::gomoku

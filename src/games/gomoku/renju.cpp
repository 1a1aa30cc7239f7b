// The rule, for a stone that Black puts on an empty point (N below: the new stone; X: black; O: white or the edge):
//
//   five         a row of exactly five. It wins, whatever else the stone makes.
//
//   overline     a row of six or more. Forbidden.                           X X X N X X
//
//   four         stones of which one more, on `*`, makes a row of exactly five:
//
//                O X X N X *        X X * N X        X * X N X
//
//   straight     a row of four that both ends complete. It is one four, with two ways on:
//   four
//                . * X X N X * .
//
//   double four  two or more fours at once. Forbidden. They may lie on one line, where the two completing points do
//                not belong to one row of four:
//
//                X * X N X * X      X X * N X * X X      X X X * N * X X X
//
//   three        stones of which one more, on `+`, makes a straight four, and no five at the same time:
//
//                . . X N X + .      . . X + N X . .
//
//                but not            O . X N X . O        the four would have one end only, to whichever side it grows
//                nor                O . X N X . . X      and here its other end would complete six, not five
//
//   real three   a three with at least one `+` where Black would then be allowed to play: where that stone makes no
//                overline, no double four and no double three of its own. The question is the whole rule again, one
//                stone later; it ends because every step adds a stone.
//
//   double       two or more real threes at once. Forbidden.                     . . . . .
//   three                                                                        . X . . .
//                                                                            . . X N X . .
//                A four and a three together are allowed, and so are             . X . . .
//                threes of which at most one is real.                            . . . . .
//
// A line holds at most one three through the new stone: of two, each one's straight four would be completed to six by
// the stones of the other.

#include "games/gomoku/renju.hpp"

namespace tengen::games::gomoku {

namespace {

enum class Verdict { allowed, five, overline, double_four, double_three };

bool forbids(Verdict verdict) noexcept { return verdict > Verdict::five; }

// Black's stones and the empty points. What is neither (white stones, spare bits, everything outside) blocks.
template <class Bits>
struct Board {
  Bits black;
  Bits free;
  int size;

  bool inside(int cell) const noexcept { return static_cast<unsigned>(cell) < static_cast<unsigned>(cells_of(size)); }
  bool is_black(int cell) const noexcept { return inside(cell) && black.test(cell); }
  bool is_free(int cell) const noexcept { return inside(cell) && free.test(cell); }
  void place(int cell) noexcept {
    black.set(cell);
    free ^= Bits::single(cell);
  }
};

template <class Bits>
Board<Bits> board_of(const Bits& black, const Bits& white, int size) noexcept {
  return {black, all_points<Bits>(size) & ~(black | white), size};
}

// What lies on one side of a point along a line:
//
//   N X X . X X X          run 2, the gap is open, beyond it 3
//   N X O                  run 1, the gap is not open
struct Arm {
  int run = 0;  // black stones next to the point
  int gap = 0;  // the cell after them
  bool open = false;
  int beyond = 0;  // black stones that follow an open gap
};

template <class Bits>
Arm arm_of(const Board<Bits>& board, int cell, int step) noexcept {
  Arm arm;
  for (cell += step; board.is_black(cell); cell += step) ++arm.run;
  arm.gap = cell;
  arm.open = board.is_free(cell);
  if (arm.open)
    for (cell += step; board.is_black(cell); cell += step) ++arm.beyond;
  return arm;
}

// Whether a stone in the gap of `arm` makes a straight four: four in a row, and a free point at either end behind which
// no black stone waits to make it six.
template <class Bits>
bool extends_to_straight_four(const Board<Bits>& board, const Arm& arm, const Arm& opposite, int step) noexcept {
  if (!arm.open || arm.run + opposite.run + arm.beyond != 2) return false;
  const int end = arm.gap + (arm.beyond + 1) * step;
  return board.is_free(end) && !board.is_black(end + step) && opposite.open && opposite.beyond == 0;
}

// A three that the new stone makes: its extension points, one or two.
struct Three {
  int points[2] = {};
  int count = 0;
};

template <class Bits>
Verdict judge(const Board<Bits>& board, int cell) noexcept;

template <class Bits>
bool is_real(const Board<Bits>& after, const Three& three) noexcept {
  for (int i = 0; i < three.count; ++i)
    if (judge(after, three.points[i]) == Verdict::allowed) return true;
  return false;
}

template <class Bits>
Verdict judge(const Board<Bits>& board, int cell) noexcept {
  bool overline = false;
  int fours = 0;
  Three threes[4];
  int three_count = 0;
  for (const int step : directions(board.size)) {
    const Arm ahead = arm_of(board, cell, step), behind = arm_of(board, cell, -step);
    const int run = 1 + ahead.run + behind.run;
    if (run == 5) return Verdict::five;
    overline = overline || run > 5;
    const bool four_ahead = ahead.open && run + 1 + ahead.beyond == 5;
    const bool four_behind = behind.open && run + 1 + behind.beyond == 5;
    const bool straight = run == 4 && four_ahead && four_behind;
    fours += straight ? 1 : four_ahead + four_behind;

    Three& three = threes[three_count];
    if (extends_to_straight_four(board, ahead, behind, step)) three.points[three.count++] = ahead.gap;
    if (extends_to_straight_four(board, behind, ahead, -step)) three.points[three.count++] = behind.gap;
    if (three.count > 0) ++three_count;
  }
  if (overline) return Verdict::overline;
  if (fours >= 2) return Verdict::double_four;
  if (three_count < 2) return Verdict::allowed;

  Board<Bits> after = board;
  after.place(cell);
  int real = 0;
  for (int i = 0; i < three_count && real < 2; ++i) {
    if (real + three_count - i < 2) break;
    real += is_real(after, threes[i]);
  }
  return real >= 2 ? Verdict::double_three : Verdict::allowed;
}

// A superset of the forbidden points, for all points of the board at once. A four or a three has two more black stones
// within three steps on its line; an overline, or two fours on one line, have three. So a forbidden point has such
// pairs on two lines or such a triple on one. Shifts may carry a row's end into the next row: that only adds points.
template <class Bits>
Bits suspects(const Bits& black, int size) noexcept {
  Bits one_line{}, result{};
  for (const int step : directions(size)) {
    Bits one{}, two{}, three{};  // at least so many stones within three steps
    Bits up = black, down = black;
    for (int i = 0; i < 3; ++i) {
      up = up << step;
      down = down >> step;
      three |= two & up;
      two |= one & up;
      one |= up;
      three |= two & down;
      two |= one & down;
      one |= down;
    }
    result |= three | (one_line & two);
    one_line |= two;
  }
  return result;
}

}  // namespace

template <class Bits>
bool is_forbidden(const Bits& black, const Bits& white, int size, int cell) noexcept {
  return forbids(judge(board_of(black, white, size), cell));
}

template <class Bits>
std::string_view why_forbidden(const Bits& black, const Bits& white, int size, int cell) noexcept {
  switch (judge(board_of(black, white, size), cell)) {
    case Verdict::overline: return "overline";
    case Verdict::double_four: return "double_four";
    default: return "double_three";
  }
}

template <class Bits>
Bits forbidden_points(const Bits& black, const Bits& white, int size) noexcept {
  const Board<Bits> board = board_of(black, white, size);
  Bits result{};
  for_each_bit(suspects(black, size) & board.free, [&](int cell) {
    if (forbids(judge(board, cell))) result.set(cell);
  });
  return result;
}

template bool is_forbidden(const WideBits<4>&, const WideBits<4>&, int, int) noexcept;
template bool is_forbidden(const WideBits<8>&, const WideBits<8>&, int, int) noexcept;
template std::string_view why_forbidden(const WideBits<4>&, const WideBits<4>&, int, int) noexcept;
template std::string_view why_forbidden(const WideBits<8>&, const WideBits<8>&, int, int) noexcept;
template WideBits<4> forbidden_points(const WideBits<4>&, const WideBits<4>&, int) noexcept;
template WideBits<8> forbidden_points(const WideBits<8>&, const WideBits<8>&, int) noexcept;

}  // namespace tengen::games::gomoku

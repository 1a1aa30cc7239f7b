#pragma once
// What AI10 and AI11 think with: the value of a board, line by line, and the model of it for CandidateSearch.
//
// Seen from the side that has just moved (me):
//
//   value = windows + structure           each of the two added up on its own, then the one rounded sum of both
//   windows    Σ over one-coloured windows of five with k stones
//                  k        1         2           3         4
//                  mine     10    20000       50000    900000        AI11: mine 4 is −10100,
//                  theirs −100   −49990    −2000000   (−10^40)       theirs 2 is −29990
//   structure  2·10^7 if mC > 0, 10^10 if mC > 1, −10^13 if oC > 0, −10^25 if oC > 1,
//              10^30·c1, −10^40 for each of their windows with four, −10^50·c2, added in this order
//   a winning five is worth ±10^100, whatever else is on the board
//
//   c1, c2   pairs of windows one step apart that both hold four of mine, of theirs: open fours
//   mC, oC   chains of two or more such windows with three or more, each chain once: one move from an open four or five
//
//       . X X X .      one chain of windows with three, so mC = 1          . X X X X .    c1 = 1, mC = 1
//       ──────────     (with both neighbours free: three windows)          ──────────
//
// All parts are kept as whole numbers, so that a board has the same value to the bit however it came about.

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/rng.hpp"
#include "engines/gomoku/candidate_search.hpp"
#include "engines/gomoku/lines.hpp"

namespace tengen::engines::gomoku {

inline constexpr double ai10_infinity = 1e100;

struct Ai10Weights {
  std::array<int, 5> mine = {0, 10, 20'000, 50'000, 900'000};  // by stones in the window
  std::array<int, 4> theirs = {0, -100, -49'990, -2'000'000};  // four of theirs belong to the structure
  bool operator==(const Ai10Weights&) const = default;
};

inline constexpr Ai10Weights ai10_weights{};
inline constexpr Ai10Weights ai11_weights{{0, 10, 20'000, 50'000, -10'100}, {0, -100, -29'990, -2'000'000}};

// What is counted on a line, by side.
struct Ai10Counts {
  std::array<std::array<int, 6>, 2> windows{};  // one-coloured ones, by stones
  std::array<int, 2> open_fours{};              // c
  std::array<int, 2> chains{};                  // mC, oC
  std::array<int, 2> fives{};                   // 1 where the side has won on this line
};
Ai10Counts count_line(const LineFace& face, Rule rule) noexcept;

// The five numbers that decide the structure part, from one side's view.
struct Ai10Structure {
  int own_open_fours = 0;    // c1
  int their_open_fours = 0;  // c2
  int own_chains = 0;        // mC
  int their_chains = 0;      // oC
  int their_fours = 0;       // windows with four of theirs
  double value() const noexcept {
    double sum = 0;
    if (own_chains > 0) sum += 2e7;
    if (own_chains > 1) sum += 1e10;
    if (their_chains > 0) sum -= 1e13;
    if (their_chains > 1) sum -= 1e25;
    sum += 1e30 * own_open_fours;
    sum -= 1e40 * their_fours;
    sum -= 1e50 * their_open_fours;
    return sum;
  }
};

// What a stone changes on a line, in one word, so that the changes of four lines are added at once:
//
//     bits 0–31    windows, as a signed number             bits 47–51   windows with four that they lose
//     bits 32–36   1 if it wins                            bits 52–56   change of mC, plus 4
//     bits 37–41   open fours gained                       bits 57–61   change of oC, plus 4
//     bits 42–46   open fours that they lose
class Ai10Change {
 public:
  Ai10Change() = default;
  Ai10Change(const Ai10Counts& before, const Ai10Counts& after, Side mover, int windows) noexcept;

  Ai10Change& operator+=(Ai10Change o) noexcept {
    word_ += o.word_;
    return *this;
  }
  int windows() const noexcept { return static_cast<int>(static_cast<std::uint32_t>(word_)); }
  // Everything but the windows: equal for two changes that make the same difference to the structure.
  std::uint32_t structure() const noexcept {
    return static_cast<std::uint32_t>((word_ - static_cast<std::uint64_t>(std::int64_t{windows()})) >> 32);
  }

  // Taken apart; of a sum of four lines.
  static bool wins(std::uint32_t structure) noexcept { return (structure & 31) != 0; }
  static Ai10Structure after(Ai10Structure s, std::uint32_t structure) noexcept {
    const auto field = [structure](int i) { return static_cast<int>(structure >> (5 * i) & 31); };
    s.own_open_fours += field(1);
    s.their_open_fours -= field(2);
    s.their_fours -= field(3);
    s.own_chains += field(4) - 16;
    s.their_chains += field(5) - 16;
    return s;
  }
  static constexpr std::uint32_t no_change = 16u << 20 | 16u << 25;

 private:
  std::uint64_t word_ = 0;
};

struct Ai10Totals {
  std::array<int, 2> windows{}, open_fours{}, chains{}, fours{}, fives{};  // by side; windows as that side values them

  Ai10Totals& operator+=(const Ai10Totals& o) noexcept { return each(o, 1); }
  Ai10Totals& operator-=(const Ai10Totals& o) noexcept { return each(o, -1); }
  bool operator==(const Ai10Totals&) const = default;

  Ai10Structure structure(Side me) const noexcept {
    const auto m = static_cast<std::size_t>(me), t = 1 - m;
    return {open_fours[m], open_fours[t], chains[m], chains[t], fours[t]};
  }
  // The board as the side that has just moved sees it.
  double value(Side me) const noexcept {
    const auto m = static_cast<std::size_t>(me), t = 1 - m;
    if (fives[m] > 0) return ai10_infinity;
    if (fives[t] > 0) return -ai10_infinity;
    return static_cast<double>(windows[m]) + structure(me).value();
  }

 private:
  Ai10Totals& each(const Ai10Totals& o, int sign) noexcept {
    for (std::size_t s = 0; s < 2; ++s) {
      windows[s] += sign * o.windows[s];
      open_fours[s] += sign * o.open_fours[s];
      chains[s] += sign * o.chains[s];
      fours[s] += sign * o.fours[s];
      fives[s] += sign * o.fives[s];
    }
    return *this;
  }
};

struct Ai10Lines {
  using Totals = Ai10Totals;
  struct Info {
    Totals total;
    std::array<std::array<Ai10Change, largest_size>, 2> changes;  // by mover and offset; of empty points only
  };

  Ai10Weights weights;
  Rule rule = Rule::freestyle;

  void operator()(const LineFace& face, Info& out) const noexcept;
  bool operator==(const Ai10Lines&) const = default;
};

// Candidates near the stones, ordered by the value after the move.
template <class P>
class Ai10Model {
 public:
  using Value = double;
  using Order = double;
  using List = ScoredList<Order>;
  static constexpr bool order_is_value = true;
  static constexpr std::size_t max_plies = 16;

  // How wide a search opens: candidates at each ply, and how far the stones' rectangle is widened.
  struct Width {
    std::array<std::uint8_t, max_plies> moves{};
    int margin = 1;
  };

  // With a generator, every value gets a noise in [0, 1).
  Ai10Model(FaceMemory<Ai10Lines>& memory, const Width& width, Rng* noise)
      : board_(memory), width_(width), noise_(noise) {}

  void set(const P& position) {
    board_.set(position);
    ply_ = 0;
    allowed_ = legal_points(position);
    Rectangle& around = rectangles_[0];
    around = {position.size(), -1, position.size(), -1};
    for (const Side side : {Side::first, Side::second})
      position.stones(side).for_each([&](int cell) { around.take_in(position.move_at(cell)); });
  }

  void push(int cell) noexcept {
    board_.push(cell);
    rectangles_[ply_ + 1] = rectangles_[ply_];
    const int stride = stride_of(board_.size());
    rectangles_[++ply_].take_in({static_cast<std::uint8_t>(cell % stride), static_cast<std::uint8_t>(cell / stride)});
  }
  void pop(int cell) noexcept {
    board_.pop(cell);
    --ply_;
  }

  bool five() const noexcept {
    return board_.totals().fives[static_cast<std::size_t>(other(board_.side_to_move()))] > 0;
  }
  Value lost(int) const noexcept { return -ai10_infinity; }
  // The side that has just moved values the board.
  Value leaf(int) noexcept { return -(board_.totals().value(other(board_.side_to_move())) + noise()); }

  void expand(int ply, std::size_t most, List& out) noexcept {
    out.clear();
    const std::size_t wanted = std::min<std::size_t>(most, width_.moves[static_cast<std::size_t>(ply)]);
    const Rectangle near = rectangles_[ply_].widened(width_.margin, board_.size());
    collect(ply, wanted, near, out);
    // Under renju all points near the stones may be forbidden at the root.
    if (out.empty() && ply == 0) collect(ply, wanted, Rectangle{0, board_.size() - 1, 0, board_.size() - 1}, out);
  }

  const FaceBoard<Ai10Lines>& board() const noexcept { return board_; }

  static Value lowest() noexcept { return -ai10_infinity; }
  static double number(Value value) noexcept { return value; }

 private:
  struct Rectangle {
    int left = 0, right = 0, bottom = 0, top = 0;
    void take_in(Move move) noexcept {
      left = std::min<int>(left, move.column);
      right = std::max<int>(right, move.column);
      bottom = std::min<int>(bottom, move.row);
      top = std::max<int>(top, move.row);
    }
    Rectangle widened(int by, int size) const noexcept {
      return {std::max(0, left - by), std::min(size - 1, right + by), std::max(0, bottom - by),
              std::min(size - 1, top + by)};
    }
  };

  double noise() noexcept { return noise_ ? noise_->real() : 0.0; }

  void collect(int ply, std::size_t wanted, const Rectangle& near, List& out) noexcept {
    const Side me = board_.side_to_move();
    const auto mover = static_cast<std::size_t>(me);
    const int windows = board_.totals().windows[mover];
    const Ai10Structure structure = board_.totals().structure(me);
    const double unchanged = structure.value();
    board_.for_each_empty(near.left, near.right, near.bottom, near.top, [&](int cell, auto lines, auto offsets) {
      if (ply == 0 && !allowed_.test(cell)) return;
      Ai10Change change;
      for (std::size_t d = 0; d < 4; ++d) change += lines[d]->changes[mover][offsets[d]];
      double value = static_cast<double>(windows + change.windows());
      if (const std::uint32_t now = change.structure(); now == Ai10Change::no_change) {
        value += unchanged;  // nearly all points
      } else if (Ai10Change::wins(now)) {
        value = ai10_infinity;
      } else {
        value += Ai10Change::after(structure, now).value();
      }
      offer(out, wanted, cell, value + noise());
    });
  }

  FaceBoard<Ai10Lines> board_;
  Width width_;
  Rng* noise_;
  std::size_t ply_ = 0;
  typename P::Bits allowed_{};
  std::array<Rectangle, max_plies + 1> rectangles_{};
};

}  // namespace tengen::engines::gomoku

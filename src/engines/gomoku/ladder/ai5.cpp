// AI5 of the ladder: points scored in one pass over all windows, after a list of moves that leave no choice.
//
// Forced play, the first of these that has a point, and of several points the first in row-major order:
//     1. complete my five                       X X X X *
//     2. block their four                       O O O O *
//     3. make an open four from my three        . X X X * .     . X * X X .     the ends stay empty
//     4. stop their open three: where they would make an open four
//     5. make two open threes at once: on two lines through the point, my stone would leave me one move away from an
//        open four                              . X X * . .     . X * . X .
// Otherwise the point with the largest sum over its windows:
//     mine  50^(2k+1) − 50^(2k−1)      theirs  50^(2k)      empty  1      mixed  0
// and rand(0, n·n) for each point, n being the size of the board.

#include "core/bits.hpp"
#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/point_gains.hpp"
#include "engines/gomoku/ladder/report.hpp"
#include "engines/gomoku/take_centre.hpp"

namespace tengen::engines::gomoku {

namespace {

// What the pass over all windows finds out about a point.
struct Ai5Point {
  double sum = 0;
  bool my_five = false;     // completes five of mine, by windows alone: longer rows count as five
  bool their_five = false;  // the same for them
  bool my_open_four = false;
  bool their_open_four = false;
  std::uint8_t my_open_threes = 0;  // one bit for each direction
};
using Ai5Points = std::array<Ai5Point, Windows::max_cells>;

WindowRule point_rule(Side me) {
  return make_window_rule(me, [](int mine, int theirs, const WindowContent& content) -> WindowScore {
    if (content.empty()) return {1};
    if (content.mixed()) return {0};
    return {mine > 0 ? power(50, 2 * mine + 1) - power(50, 2 * mine - 1) : power(50, 2 * theirs)};
  });
}

// Fills the points of the board; what is said of points with a stone means nothing.
void scan(const WindowBoard& board, Side me, const WindowRule& rule, Ai5Points& points) noexcept {
  points.fill({});
  const int my_digit = digit_of(me), their_digit = digit_of(other(me));
  const Windows& windows = board.windows();
  for (int w = 0; w < windows.count(); ++w) {
    const WindowContent& content = board.content(w);
    const auto& cells = windows.cells(w);
    const double value = rule[static_cast<std::size_t>(board.code(w))].value;
    if (value != 0)
      for (const auto cell : cells) points[cell].sum += value;
    if (content.stones[0] + content.stones[1] < 2) continue;

    const bool four = !content.mixed() && content.stones[0] + content.stones[1] == 4;
    if (four)
      for (std::size_t i = 0; i < 5; ++i)
        if (content.digits[i] == 0) (content.only(me) ? points[cells[i]].my_five : points[cells[i]].their_five) = true;

    // This window and the next are six points: . 1 2 3 4 . with both ends empty?
    const int next = windows.next(w);
    if (next == Windows::no_window || content.digits[0] != 0 || board.content(next).digits[4] != 0) continue;
    int mine = 0, theirs = 0;
    for (std::size_t i = 1; i < 5; ++i) {
      mine += content.digits[i] == my_digit;
      theirs += content.digits[i] == their_digit;
    }
    for (std::size_t i = 1; i < 5; ++i) {
      if (content.digits[i] != 0) continue;
      Ai5Point& point = points[cells[i]];
      if (mine == 3) point.my_open_four = true;
      if (theirs == 3) point.their_open_four = true;
      if (mine == 2 && theirs == 0) point.my_open_threes |= static_cast<std::uint8_t>(1 << windows.direction(w));
    }
  }
}

// The rule of forced play that makes a point worth playing, 1 to 5, or 6 for none.
template <class P>
int forced_rule(const Ai5Point& point, const P& position, int cell) {
  // Where longer rows do not win, a five seen in a window need not be one.
  const auto wins = [&](Side side) {
    auto stones = position.stones(side);
    stones.set(cell);
    return makes_five(stones, position.size(), position.rule(), side == Side::first, cell);
  };
  const Side me = position.side_to_move();
  if (point.my_five && wins(me)) return 1;
  if (point.their_five && wins(other(me))) return 2;
  if (point.my_open_four) return 3;
  if (point.their_open_four) return 4;
  return bit_count(point.my_open_threes) >= 2 ? 5 : 6;
}

template <class P>
class Ai5Engine final : public search::Engine<P> {
 public:
  explicit Ai5Engine(bool noise) : noise_(noise) {}
  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }

  search::SearchResult<P> search(const P& position, const Limits&, StopToken, const search::InfoSink<P>&) override {
    if (position.stone_count() == 0) return take_centre(position);
    const Side me = position.side_to_move();
    scan(seen_.follow(position), me, rules_[static_cast<std::size_t>(me)], points_);

    games::MoveList<P> moves;
    position.legal_moves(moves);
    const auto most = static_cast<std::uint32_t>(position.size() * position.size());
    std::vector<search::Candidate<P>> candidates;
    candidates.reserve(moves.size());
    for (const Move move : moves) {
      const int cell = position.cell_of(move);
      const Ai5Point& point = points_[static_cast<std::size_t>(cell)];
      const double chance = noise_ ? rng_.below(most + 1) : 0;
      const int rule = forced_rule(point, position, cell);
      candidates.push_back({move, rule < 6 ? Ai5::forced_value(rule) : point.sum + chance, true, 0});
    }
    return report<P>(std::move(candidates), 1, moves.size());
  }

 private:
  std::array<WindowRule, 2> rules_ = {point_rule(Side::first), point_rule(Side::second)};
  bool noise_;
  Rng rng_{0};
  SeenWindows<P> seen_;
  Ai5Points points_;
};

}  // namespace

PlayerInfo Ai5::info() {
  return {.name = "ladder/ai5",
          .summary =
              "scores points by windows after forced play: fives, fours, open threes, double threes (Chen et al. "
              "2021)",
          .settings = {Setting::flag("noise", true, "whether points have their random part")},
          .takes_depth = false,
          .strength = 800};
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai5::make(const Values& v) {
  return std::make_unique<Ai5Engine<P>>(v.flag("noise"));
}

template std::unique_ptr<search::Engine<SmallPosition>> Ai5::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai5::make<LargePosition>(const Values&);

}  // namespace tengen::engines::gomoku

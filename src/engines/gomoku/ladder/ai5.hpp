#pragma once
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

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/gomoku/ladder/point_gains.hpp"
#include "engines/gomoku/ladder/window_rule.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

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

struct Ai5 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& values);

  static WindowRule rule(Side me);
  // The value of a point that the n-th rule of forced play speaks for: above any sum, and above all later rules.
  static constexpr double forced_value(int rule) noexcept { return (6 - rule) * 1e18; }
  // Fills the points of the board; what is said of points with a stone means nothing.
  static void scan(const WindowBoard& board, Side me, const WindowRule& rule, Ai5Points& points) noexcept;
};

template <class P>
  requires is_gomoku<P>
class Ai5Engine final : public Engine<P> {
 public:
  explicit Ai5Engine(bool noise) : noise_(noise) {}
  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }
  SearchResult<P> search(const P& position, const Limits&, StopToken, const InfoSink<P>&) override;

 private:
  std::array<WindowRule, 2> rules_ = {Ai5::rule(Side::first), Ai5::rule(Side::second)};
  bool noise_;
  Rng rng_{0};
  SeenWindows<P> seen_;
  Ai5Points points_;
};

}  // namespace tengen::gomoku

#pragma once
// AI6 of the ladder: two plies, every reply considered, and no chance anywhere.
//
// A point counts for more the nearer it is to the middle: w(i, j) = 50 + min(i, n−1−i) + min(j, n−1−j), i and j from 0.
// A window of one colour is worth the product Π w over its stones (paper):
//     mine   Π w          theirs   −20 · Π w          empty, mixed   0
// In the released program (variant=program) both colours count alike, and 20 times where they are four or five:
//     mine   Π w, k ≥ 4: 20 · Π w                     theirs   the same with a minus
// The move is the point p with the largest minimum, over all replies q, of the board's value with both stones on it.
// As in the paper the end of the game is not looked for: a five is only a window that is worth a lot.

#include <memory>
#include <vector>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/gomoku/ladder/point_gains.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

// What one window, or all windows of a line or a point, gain by a stone of mine and by one of theirs.
struct TwoGains {
  double mine = 0;
  double theirs = 0;
  TwoGains& operator+=(const TwoGains& o) noexcept {
    mine += o.mine;
    theirs += o.theirs;
    return *this;
  }
  bool operator==(const TwoGains&) const = default;
};

// The rule of PointGains. All numbers are whole and far below 2^53, so nothing is ever rounded.
class ProductRule {
 public:
  using Sum = TwoGains;
  ProductRule(int size, Side me, bool program);

  TwoGains gain(int window, int code, int place, int cell) const noexcept {
    const double product = products_[at(window)];
    const double before = factors_[at(code)] * product, after = product * weights_[at(cell)];
    const int digit = place_weight[at(place)];
    return {factors_[at(code + my_digit_ * digit)] * after - before,
            factors_[at(code + (3 - my_digit_) * digit)] * after - before};
  }
  double value(int window, int code) const noexcept { return factors_[at(code)] * products_[at(window)]; }

  void placed(const Windows& windows, int cell) noexcept {
    windows.for_each_through(cell, [&](int window, int) { products_[at(window)] *= weights_[at(cell)]; });
  }
  void removed(const Windows& windows, int cell) noexcept {
    windows.for_each_through(cell, [&](int window, int) { products_[at(window)] /= weights_[at(cell)]; });
  }

 private:
  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

  std::array<double, window_codes> factors_{};         // by code: what the product counts for me
  std::array<double, Windows::max_cells> weights_{};   // w
  std::array<double, Windows::max_windows> products_;  // Π w over all stones of the window, whoever owns them
  int my_digit_;
};

struct Ai6 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& values);
};

template <class P>
  requires is_gomoku<P>
class Ai6Engine final : public Engine<P> {
 public:
  explicit Ai6Engine(bool program) : program_(program) {}
  void new_game(std::uint64_t) override {}
  SearchResult<P> search(const P& position, const Limits& limits, StopToken stop, const InfoSink<P>&) override;

 private:
  static constexpr int no_reply = -1;
  struct Root {
    int cell = 0;
    double value = 0;  // an upper bound unless exact
    int reply = no_reply;
    bool exact = false;
  };

  void follow(const P& position);
  double board_value() const noexcept;
  void list_replies(const P& position);
  // Counts the worst reply among those that share no window with the root's point.
  void bound(Root& root) const noexcept;
  // Counts the other replies too, until the root cannot beat the best one any more.
  void resolve(Root& root, const Root* best) noexcept;

  bool program_;
  Side me_ = Side::first;
  SeenStones<P> seen_;
  std::unique_ptr<PointGains<ProductRule>> gains_;
  double board_value_ = 0;    // before either stone
  std::vector<int> replies_;  // empty points, the one that costs me most first
  std::uint64_t nodes_ = 0;
};

}  // namespace tengen::gomoku

#pragma once
// The board players of the ladder, AI4, AI7 and AI8: put a stone on each empty point in turn, add up the scores of
// all windows, take the stone back, and keep the point with the largest sum.
//
// Nothing is added up twice: the board's value before the move is common to all points, and what a point adds to it
// is kept by PointGains. Nor is chance drawn window by window. Every evaluation of a board draws a fresh random number
// for each of hundreds of windows, but only their sum matters; it has a known mean and variance and is as good as
// normally distributed, so it is drawn once from a bell curve with that mean and variance. `noise=exact` draws them
// one by one, for comparison.

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/gomoku/ladder/bell_curve.hpp"
#include "engines/gomoku/ladder/point_gains.hpp"
#include "engines/gomoku/ladder/report.hpp"
#include "engines/gomoku/ladder/window_rule.hpp"
#include "engines/gomoku/take_centre.hpp"
#include "engines/info.hpp"

namespace tengen::gomoku {

enum class Noise : std::uint8_t {
  sum,    // one draw with the mean and variance of the sum of all windows' draws
  exact,  // one draw for each window
  off,    // none: rand(…) counts as nothing
};
Setting noise_setting();
Noise noise_of(const Values& values);

// A window's number and the moments of its chance, added together over windows.
struct Moments {
  double value = 0;
  double variance = 0;
  Moments& operator+=(const Moments& o) noexcept {
    value += o.value;
    variance += o.variance;
    return *this;
  }
  bool operator==(const Moments&) const = default;
};

// The rule of PointGains: what a window gains by a stone of the side to move.
class MomentRule {
 public:
  using Sum = Moments;
  MomentRule(const WindowRule& rule, Noise noise, Side me);

  Moments gain(int, int code, int place, int) const noexcept {
    const Moments& before = moments_[at(code)];
    const Moments& after = moments_[at(code + digit_ * place_weight[at(place)])];
    return {after.value - before.value, after.variance - before.variance};
  }
  const Moments& operator[](int code) const noexcept { return moments_[at(code)]; }

 private:
  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
  std::array<Moments, window_codes> moments_{};
  int digit_;
};

template <class P>
  requires is_gomoku<P>
class BoardEngine final : public Engine<P> {
 public:
  // One rule for each colour that the player may have.
  BoardEngine(const std::array<WindowRule, 2>& rules, Noise noise);

  void new_game(std::uint64_t seed) override;
  SearchResult<P> search(const P& position, const Limits&, StopToken, const InfoSink<P>&) override;

 private:
  void follow(const P& position);
  Moments board_value() const noexcept;
  double exact_noise(int cell);

  std::array<WindowRule, 2> rules_;
  Noise noise_;
  Rng rng_{0};
  const BellCurve& bell_ = BellCurve::shared();
  Side me_ = Side::first;
  SeenStones<P> seen_;
  std::unique_ptr<PointGains<MomentRule>> gains_;
};

}  // namespace tengen::gomoku

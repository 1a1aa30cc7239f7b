// AI4 of the ladder: the board's value after my move, a greedy look one ply ahead.
//
// A window with k stones of one colour is worth, to me (paper):
//     mine, k ≥ 3      a1 · 2500^(k−1)        mine, k ≤ 2    a2 · 2500^(k−1)
//     theirs          −a3 · 2500^(k−1)        empty, mixed   rand(0, 2499)            a1, a2, a3 = 1, 10, 100
// In the released program (variant=program):
//     mine            50^(2k−1)               theirs, k ≤ 2  −100 · 50^(2k−1)
//                                             theirs, k ≥ 3  −200 · 50^(2k−1)
//     and rand(0, 2499) on top of every window with a stone, rand(0, 100) on top of an empty one.
//
// A board player, as AI4, AI7 and AI8 are, puts a stone on each empty point in turn, adds up the scores of
// all windows, takes the stone back, and keeps the point with the largest sum.
//
// Nothing is added up twice: the board's value before the move is common to all points, and what a point adds to it
// is kept by PointGains. Nor is chance drawn window by window. Every evaluation of a board draws a fresh random number
// for each of hundreds of windows, but only their sum matters; it has a known mean and variance and is as good as
// normally distributed, so it is drawn once from a bell curve with that mean and variance. `noise=exact` draws them
// one by one, for comparison.

#include <cmath>

#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/point_gains.hpp"
#include "engines/gomoku/ladder/report.hpp"
#include "engines/gomoku/take_centre.hpp"

namespace tengen::engines::gomoku {

namespace {

WindowRule paper_rule(Side me, double a1, double a2, double a3) {
  return make_window_rule(me, [&](int mine, int theirs, const WindowContent&) -> WindowScore {
    if (mine > 0 && theirs == 0) return {(mine >= 3 ? a1 : a2) * power(2500, mine - 1)};
    if (theirs > 0 && mine == 0) return {-a3 * power(2500, theirs - 1)};
    return {0, 0, 2499};
  });
}

WindowRule program_rule(Side me) {
  return make_window_rule(me, [](int mine, int theirs, const WindowContent& content) -> WindowScore {
    WindowScore score{0, 0, content.empty() ? 100 : 2499};
    if (mine > 0 && theirs == 0) score.value = power(50, 2 * mine - 1);
    if (theirs > 0 && mine == 0) score.value = -(theirs <= 2 ? 100 : 200) * power(50, 2 * theirs - 1);
    return score;
  });
}

enum class Noise : std::uint8_t {
  sum,    // one draw with the mean and variance of the sum of all windows' draws
  exact,  // one draw for each window
  off,    // none: rand(…) counts as nothing
};

Noise noise_of(const Values& values) {
  const std::string& text = values.text("noise");
  return text == "sum" ? Noise::sum : text == "exact" ? Noise::exact : Noise::off;
}

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
  MomentRule(const WindowRule& rule, Noise noise, Side me) : digit_(digit_of(me)) {
    for (std::size_t code = 0; code < window_codes; ++code) {
      moments_[code].value = rule[code].value;
      if (noise != Noise::sum) continue;
      moments_[code].value += rule[code].mean();
      moments_[code].variance = rule[code].variance();
    }
  }

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
class BoardPlayer final : public search::Engine<P> {
 public:
  // One rule for each colour that the player may have.
  BoardPlayer(const std::array<WindowRule, 2>& rules, Noise noise) : rules_(rules), noise_(noise) {}

  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }

  search::SearchResult<P> search(const P& position, const Limits&, StopToken, const search::InfoSink<P>&) override {
    if (position.stone_count() == 0) return take_centre(position);
    follow(position);
    const Moments board = board_value();
    games::MoveList<P> moves;
    position.legal_moves(moves);
    std::vector<search::Candidate<P>> candidates;
    candidates.reserve(moves.size());
    for (const Move move : moves) {
      const int cell = position.cell_of(move);
      const Moments& gain = (*gains_)[cell];
      double value = board.value + gain.value;
      if (noise_ == Noise::sum) value += std::sqrt(board.variance + gain.variance) * bell_.draw(rng_);
      if (noise_ == Noise::exact) value += exact_noise(cell);
      candidates.push_back({move, value, true, 0});
    }
    return report<P>(std::move(candidates), 1, moves.size());
  }

 private:
  // Brings the gains up to this position: by the stones that came and went, or from nothing where the board or the
  // colour is another one.
  void follow(const P& position) {
    const Side me = position.side_to_move();
    if (!gains_ || me != me_ || gains_->board().windows().size() != position.size()) {
      me_ = me;
      seen_.clear();
      gains_ = std::make_unique<PointGains<MomentRule>>(position.size(),
                                                        MomentRule(rules_[static_cast<std::size_t>(me)], noise_, me));
    }
    seen_.follow(position, *gains_);
  }

  Moments board_value() const noexcept {
    const WindowBoard& board = gains_->board();
    std::array<Moments, 4> sums{};  // four at a time, so that one addition need not wait for the one before
    int window = 0;
    for (; window + 4 <= board.windows().count(); window += 4)
      for (int i = 0; i < 4; ++i) sums[static_cast<std::size_t>(i)] += gains_->rule()[board.code(window + i)];
    for (; window < board.windows().count(); ++window) sums[0] += gains_->rule()[board.code(window)];
    for (std::size_t i = 1; i < 4; ++i) sums[0] += sums[i];
    return sums[0];
  }

  double exact_noise(int cell) {
    gains_->place_quietly(cell, me_);
    const WindowRule& rule = rules_[static_cast<std::size_t>(me_)];
    double sum = 0;
    for (int window = 0; window < gains_->board().windows().count(); ++window)
      sum += rule[static_cast<std::size_t>(gains_->board().code(window))].draw(rng_);
    gains_->remove_quietly(cell, me_);
    return sum;
  }

  std::array<WindowRule, 2> rules_;
  Noise noise_;
  Rng rng_{0};
  const BellCurve& bell_ = BellCurve::shared();
  Side me_ = Side::first;
  SeenStones<P> seen_;
  std::unique_ptr<PointGains<MomentRule>> gains_;
};

}  // namespace

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> make_board_player(const std::array<WindowRule, 2>& rules, const Values& values) {
  return std::make_unique<BoardPlayer<P>>(rules, noise_of(values));
}

Setting noise_setting() {
  return Setting::choice("noise", {"sum", "exact", "off"},
                         "chance drawn as one sum per board, exactly once per window, or not at all");
}

PlayerInfo Ai4::info() {
  return {
      .name = "ladder/ai4",
      .summary =
          "greedy: the sum over all windows of five after each move, powers of 2500 and chance (Chen et al. "
          "2021)",
      .settings = {Setting::choice("variant", {"paper", "program"}, "the paper's weights or the released program's"),
                   Setting::real("a1", 1, 0, 10000, "weight of my windows with three stones or more (variant=paper)")
                       .tuned_by_share(0.1),
                   Setting::real("a2", 10, 0, 10000, "weight of my windows with one or two stones (variant=paper)")
                       .tuned_by_share(0.1),
                   Setting::real("a3", 100, 0, 10000, "weight of their windows (variant=paper)").tuned_by_share(0.1),
                   noise_setting()},
      .takes_depth = false,
      .strength = 700,
      .levels = {{Level::casual, {.nodes = 1'000}}}};
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai4::make(const Values& v) {
  const auto rule = [&](Side me) {
    return v.text("variant") == "program" ? program_rule(me) : paper_rule(me, v.real("a1"), v.real("a2"), v.real("a3"));
  };
  return make_board_player<P>({rule(Side::first), rule(Side::second)}, v);
}

template std::unique_ptr<search::Engine<SmallPosition>> make_board_player(const std::array<WindowRule, 2>&,
                                                                          const Values&);
template std::unique_ptr<search::Engine<LargePosition>> make_board_player(const std::array<WindowRule, 2>&,
                                                                          const Values&);
template std::unique_ptr<search::Engine<SmallPosition>> Ai4::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai4::make<LargePosition>(const Values&);

}  // namespace tengen::engines::gomoku

// AI13 of the ladder: plain minimax of 8 plies over AI8's windows.

#include "engines/gomoku/ladder/ai13.hpp"

#include <cmath>
#include <cstdlib>

#include "engines/gomoku/ladder/ladder.hpp"

namespace tengen::engines::gomoku {

Ai13Lines::Ai13Lines(const std::array<Nums, 2>& nums, Rule game_rule) : rule(game_rule) {
  for (const Side side : {Side::first, Side::second}) {
    const auto s = static_cast<std::size_t>(side);
    const WindowRule windows = run_rule(side, nums[s]);
    for (std::size_t code = 0; code < window_codes; ++code) scores[s][code] = std::llround(windows[code].value);
  }
}

void Ai13Lines::operator()(const LineFace& face, Info& out) const noexcept {
  out = {};
  for (int w = 0; w + 5 <= face.length; ++w) {
    std::size_t code = 0;
    int free = 0;
    for (int place = 0; place < 5; ++place) {
      const auto digit = (face.stones[0] >> (w + place) & 1) + 2 * (face.stones[1] >> (w + place) & 1);
      code += digit * place_weight[static_cast<std::size_t>(place)];
      free += digit == 0;
    }
    const WindowContent& content = window_contents[code];
    Totals& total = out.total;
    for (std::size_t s = 0; s < 2; ++s) total.values[s] += free * scores[s][code];
    if (content.mixed()) total.draws.mixed += free, total.draws.mixed_squares += free * free;
    if (content.empty()) total.draws.empty += free, total.draws.empty_squares += free * free;
    for (std::size_t place = 0; place < 5; ++place) {
      const std::size_t i = static_cast<std::size_t>(w) + place;
      out.mixed[i] = static_cast<std::uint8_t>(out.mixed[i] + content.mixed());
      out.empty[i] = static_cast<std::uint8_t>(out.empty[i] + content.empty());
      for (std::size_t s = 0; s < 2; ++s) out.orders[s][i] += std::abs(scores[s][code]);
    }
  }
  for (const Side side : {Side::first, Side::second})
    out.total.fives[static_cast<std::size_t>(side)] = face.has_five(side, rule);
}

namespace {

// The chance in a sum of draws: mean and variance of each kind of draw, and square roots ready for points.
class Ai13Noise {
 public:
  explicit Ai13Noise(const std::array<Nums, 2>& nums) {
    for (const Side side : {Side::first, Side::second}) {
      const auto s = static_cast<std::size_t>(side);
      const WindowRule rule = run_rule(side, nums[s]);
      empty_[s] = rule[0];
      mixed_[s] = rule[static_cast<std::size_t>(place_weight[0] * 1 + place_weight[1] * 2)];
      for (std::size_t m = 0; m < points; ++m)
        for (std::size_t e = 0; e < points; ++e)
          deviations_[s][m][e] =
              std::sqrt(static_cast<double>(m) * mixed_[s].variance() + static_cast<double>(e) * empty_[s].variance());
    }
  }

  double of_board(const Ai13Draws& draws, Side me, Rng& rng) const noexcept {
    const auto s = static_cast<std::size_t>(me);
    const double variance = draws.mixed_squares * mixed_[s].variance() + draws.empty_squares * empty_[s].variance();
    return draws.mixed * mixed_[s].mean() + draws.empty * empty_[s].mean() + std::sqrt(variance) * curve_.draw(rng);
  }
  double of_point(int mixed, int empty, Side me, Rng& rng) const noexcept {
    const auto s = static_cast<std::size_t>(me);
    return mixed * mixed_[s].mean() + empty * empty_[s].mean() +
           deviations_[s][static_cast<std::size_t>(mixed)][static_cast<std::size_t>(empty)] * curve_.draw(rng);
  }

 private:
  static constexpr std::size_t points = 21;  // a point lies in up to 20 windows

  const BellCurve& curve_ = BellCurve::shared();
  std::array<WindowScore, 2> mixed_{}, empty_{};
  std::array<std::array<std::array<double, points>, points>, 2> deviations_{};
};

class Ai13Judge {
 public:
  using Lines = Ai13Lines;
  using Value = Ai13Value;
  using Order = double;

  Ai13Judge(const Ai13Noise& noise, Rng& rng) : noise_(noise), rng_(rng) {}

  template <class P>
  void set(const P&) noexcept {}
  void placed(int) noexcept {}
  void removed(int) noexcept {}

  Order order(const FaceBoard<Lines>& board, int cell, Side me) noexcept {
    std::int64_t order = 0;
    int mixed = 0, empty = 0;
    board.for_each_line(cell, [&](const Lines::Info& line, std::size_t i) {
      order += line.orders[static_cast<std::size_t>(me)][i];
      mixed += line.mixed[i];
      empty += line.empty[i];
    });
    return static_cast<double>(order) + noise_.of_point(mixed, empty, me, rng_);
  }
  Value value(const FaceBoard<Lines>& board, Side me, int ply) noexcept {
    const Lines::Totals& totals = board.totals();
    return {static_cast<double>(totals.values[static_cast<std::size_t>(me)]) + noise_.of_board(totals.draws, me, rng_),
            ply};
  }
  Value lost(bool, int ply) const noexcept { return {-Value::infinity, ply}; }

  static Value lowest() noexcept { return {-Value::infinity, 0}; }
  static double number(Value value) noexcept { return value.value; }

 private:
  const Ai13Noise& noise_;
  Rng& rng_;
};

template <class P>
class Ai13Engine final : public search::Engine<P> {
 public:
  explicit Ai13Engine(const std::array<Nums, 2>& nums) : nums_(nums) {}
  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    if (position.stone_count() == 0) return take_centre(position);
    if (memory_.rule().rule != position.rule()) memory_.set_rule(Ai13Lines(nums_, position.rule()));
    model_.set(position);
    return search_to_depth<false>(position, model_, ai13_shape.plies(), limits, std::move(stop), info);
  }

 private:
  std::array<Nums, 2> nums_;
  Rng rng_{0};
  Ai13Noise noise_{nums_};
  FaceMemory<Ai13Lines> memory_{Ai13Lines(nums_, Rule::freestyle)};
  PointModel<P, Ai13Judge> model_{memory_, ai13_shape, Ai13Judge(noise_, rng_)};
};

}  // namespace

PlayerInfo Ai13::info() {
  return {
      .name = "ladder/ai13",
      .summary = "plain minimax of 8 plies over AI8's windows; looks at |g|, values g, loses late (Chen et al. 2021)",
      .settings = Ai8::num_settings(),
      .strength = 1300};
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai13::make(const Values& v) {
  return std::make_unique<Ai13Engine<P>>(Ai8::nums(v));
}

template std::unique_ptr<search::Engine<SmallPosition>> Ai13::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai13::make<LargePosition>(const Values&);

}  // namespace tengen::engines::gomoku

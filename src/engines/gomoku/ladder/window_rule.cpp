#include "engines/gomoku/ladder/window_rule.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tengen::engines::gomoku {

int squared_runs(const WindowContent& content) noexcept {
  int sum = 0, run = 0;
  for (std::size_t place = 0; place < 5; ++place) {
    const bool goes_on = place > 0 && content.digits[place] == content.digits[place - 1];
    run = content.digits[place] == 0 ? 0 : goes_on ? run + 1 : 1;
    sum += 2 * run - 1 + (run == 0);  // n² = 1 + 3 + … + (2n − 1), one odd number for each stone of the run
  }
  return sum;
}

WindowRule run_rule(Side me, const Nums& nums) {
  const auto [num1, num2, num3, num4, num5, num6] = nums;
  const auto up_to = [](double high) { return WindowScore{0, 1, std::max(1, static_cast<int>(high))}; };
  return make_window_rule(me, [&](int mine, int theirs, const WindowContent& content) -> WindowScore {
    const int t = squared_runs(content);
    if (content.empty()) return up_to(num6);
    if (content.mixed()) return up_to(num5);
    if (mine > 0) return {t * num1 * power(num2, mine - 1)};
    return {-t * num1 * (theirs <= 2 ? num3 : num4) * power(num2, theirs - 1)};
  });
}

namespace {

// The x below which the normal distribution has the given probability, for probabilities below one half.
double quantile(double probability) {
  double low = -8, high = 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    const double below = 0.5 * std::erfc(-middle / std::numbers::sqrt2);
    (below < probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

BellCurve::BellCurve() {
  constexpr std::size_t half = slices / 2;
  for (std::size_t i = 1; i < half; ++i) edges_[i] = quantile(static_cast<double>(i) / slices);
  edges_[half] = 0;
  // A uniform draw between a and b has mean square (a² + ab + b²) / 3; the slices on one side must add up to half the
  // variance, 512 in units of one slice's probability, and that fixes the last edge b.
  double missing = half;
  for (std::size_t i = 1; i < half; ++i) {
    const double a = edges_[i], b = edges_[i + 1];
    missing -= (a * a + a * b + b * b) / 3;
  }
  const double a = edges_[1];
  edges_[0] = (-a - std::sqrt(a * a - 4 * (a * a - 3 * missing))) / 2;
  for (std::size_t i = 0; i < half; ++i) edges_[slices - i] = -edges_[i];
}

const BellCurve& BellCurve::shared() {
  static const BellCurve curve;
  return curve;
}

}  // namespace tengen::engines::gomoku

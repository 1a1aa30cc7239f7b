#include "engines/gomoku/ladder/bell_curve.hpp"

#include <cmath>
#include <numbers>

namespace tengen::gomoku {

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

}  // namespace tengen::gomoku

#include "experiments/estimates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tengen::experiments {

stats::Estimate in_percent(const stats::Estimate& share) {
  const auto hundredfold = [](const std::optional<double>& x) { return x ? std::optional(100 * *x) : std::nullopt; };
  return {hundredfold(share.value), hundredfold(share.low), hundredfold(share.high)};
}

stats::Estimate mean_of(const std::vector<double>& values) {
  if (values.empty()) return {};
  const double n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return {mean, std::nullopt, std::nullopt};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double half = 1.96 * std::sqrt(squares / (n - 1) / n);
  return {mean, mean - half, mean + half};
}

stats::Estimate exponent_of(const std::vector<std::pair<double, double>>& points) {
  const double n = static_cast<double>(points.size());
  double mean_x = 0, mean_y = 0;
  for (const auto& [x, y] : points) {
    mean_x += std::log(x) / n;
    mean_y += std::log(y) / n;
  }
  double xx = 0, xy = 0, yy = 0;
  for (const auto& [x, y] : points) {
    const double dx = std::log(x) - mean_x, dy = std::log(y) - mean_y;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const double slope = xy / xx, residual = std::max(0.0, yy - slope * xy);
  // Student's factors for 1 to 8 degrees of freedom; beyond, the last is on the safe side.
  constexpr std::array<double, 8> student = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31};
  const std::size_t freedom = points.size() - 2;
  const double factor = student[std::min(freedom, student.size()) - 1];
  const double half = factor * std::sqrt(residual / static_cast<double>(freedom) / xx);
  return {slope, slope - half, slope + half};
}

}  // namespace tengen::experiments

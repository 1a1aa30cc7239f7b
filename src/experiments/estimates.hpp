#pragma once
// Figures with their 95% intervals, beyond what the statistics of matches offer.

#include <cstdint>
#include <utility>
#include <vector>

#include "stats/score.hpp"

namespace tengen::experiments {

// A share of counted trials.
inline stats::Estimate share_of(std::uint64_t successes, std::uint64_t trials, std::uint64_t distinct) {
  return stats::share_of(static_cast<double>(successes), trials, distinct);
}

// A share as a percentage, with its ends.
stats::Estimate in_percent(const stats::Estimate& share);

// A mean, with the interval that the spread of the values allows; none for a single value.
stats::Estimate mean_of(const std::vector<double>& values);

// e of y = c·x^e by least squares over the logarithms, with the interval that the residuals allow. Precondition: at
// least three points, all positive, not all of one x.
stats::Estimate exponent_of(const std::vector<std::pair<double, double>>& points);

}  // namespace tengen::experiments

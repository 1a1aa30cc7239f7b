#include "document/axis.hpp"

#include <algorithm>
#include <cmath>

namespace tengen::document {

namespace {

// 1, 2 or 5 times a power of ten: the smallest such step that gives at most `most` steps.
double round_step(double span, int most) {
  const double raw = span / most;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= raw * (1 - 1e-9)) return times * power;
  return 10 * power;
}

}  // namespace

Axis::Axis(double low, double high, bool logarithmic) : low_(low), high_(high), logarithmic_(logarithmic) {
  if (logarithmic_)
    logarithmic_marks();
  else
    linear_marks();
}

void Axis::linear_marks() {
  if (!(high_ > low_)) {  // one value: some room on either side
    const double room = low_ == 0 ? 1 : std::abs(low_) / 2;
    low_ -= room;
    high_ += room;
  }
  const double step = round_step(high_ - low_, 6);
  const double first = std::floor(low_ / step + 1e-9), last = std::ceil(high_ / step - 1e-9);
  low_ = first * step;
  high_ = last * step;
  for (double k = first; k <= last; ++k) marks_.push_back(k * step);
}

void Axis::logarithmic_marks() {
  if (!(high_ > low_)) {
    low_ /= 2;
    high_ *= 2;
  }
  const double first = std::floor(std::log10(low_)), last = std::ceil(std::log10(high_));
  const double every = std::ceil((last - first) / 8);
  const bool between = last - first <= 2;  // few powers of ten: two and five times them as well
  for (double k = first; k <= last; k += every)
    for (const double times : {1.0, 2.0, 5.0}) {
      const double mark = times * std::pow(10, k);
      if ((times == 1 || between) && mark >= low_ * (1 - 1e-9) && mark <= high_ * (1 + 1e-9)) marks_.push_back(mark);
    }
}

double Axis::place(double value) const {
  if (logarithmic_) return std::log(value / low_) / std::log(high_ / low_);
  return (value - low_) / (high_ - low_);
}

}  // namespace tengen::document

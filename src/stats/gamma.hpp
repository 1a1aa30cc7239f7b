#pragma once
// Random weights for bootstraps.

#include <cmath>

#include "core/rng.hpp"

namespace tengen::stats {

// Standard normal numbers, two at a time, by Marsaglia's polar method.
class NormalSource {
 public:
  explicit NormalSource(std::uint64_t seed) : rng_(seed) {}

  double uniform() { return rng_.real(); }

  double normal() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    double u, v, s;
    do {
      u = 2 * rng_.real() - 1;
      v = 2 * rng_.real() - 1;
      s = u * u + v * v;
    } while (s >= 1 || s == 0);
    const double factor = std::sqrt(-2 * std::log(s) / s);
    spare_ = v * factor;
    has_spare_ = true;
    return u * factor;
  }

  // Gamma distributed with this shape and scale 1, by Marsaglia and Tsang's method. The sum of k independent
  // exponential weights is Gamma(k), so one number stands for the weights of k equal units.
  double gamma(double shape) {
    if (shape <= 0) return 0;
    if (shape < 1) return gamma(shape + 1) * std::pow(1 - uniform(), 1 / shape);
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
      const double z = normal(), base = 1 + c * z;
      if (base <= 0) continue;
      const double v = base * base * base, u = 1 - uniform();
      if (u < 1 - 0.0331 * z * z * z * z || std::log(u) < z * z / 2 + d * (1 - v + std::log(v))) return d * v;
    }
  }

 private:
  Rng rng_;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace tengen::stats

#pragma once
// A cheap draw from the bell curve (the normal distribution with mean 0 and variance 1).

#include <array>
#include <cstdint>

#include "core/rng.hpp"

namespace tengen::gomoku {

// The curve is cut into 1024 slices of equal probability; a draw picks one of them and a point in it, with one random
// number and no logarithm. The outermost slices end where the variance comes out as exactly 1, near ±3.6.
class BellCurve {
 public:
  // Built at the first call; shared and never changed.
  static const BellCurve& shared();

  double draw(Rng& rng) const noexcept {
    const std::uint64_t bits = rng();
    const std::size_t slice = bits >> 54;
    const double within = static_cast<double>((bits << 10) >> 12) * 0x1.0p-52;
    return edges_[slice] + within * (edges_[slice + 1] - edges_[slice]);
  }
  double edge(std::size_t i) const noexcept { return edges_[i]; }

  static constexpr std::size_t slices = 1024;

 private:
  BellCurve();
  std::array<double, slices + 1> edges_{};
};

}  // namespace tengen::gomoku

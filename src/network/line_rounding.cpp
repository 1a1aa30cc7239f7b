#include "network/line_rounding.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tengen::network {

namespace {

// The largest sum of inputs that are never negative, each of them at most one: all that is positive, or all that is
// negative.
double largest_sum(const std::vector<double>& weights) {
  double more = 0, less = 0;
  for (const double w : weights) (w > 0 ? more : less) += std::abs(w);
  return std::max(more, less);
}

}  // namespace

int shift_for(const std::vector<std::vector<double>>& terms, double others) {
  constexpr double largest = 32767, most = 2147483647.0;
  for (int shift = 15; shift > 0; --shift) {
    const double factor = std::exp2(shift);
    if (std::ranges::all_of(terms, [&](const std::vector<double>& weights) {
          const double rounding = 0.5 * static_cast<double>(weights.size());
          return std::ranges::all_of(weights, [&](double w) { return std::abs(w) * factor < largest; }) &&
                 (largest_sum(weights) * factor + rounding) * largest + others * factor < most;
        }))
      return shift;
  }
  return 0;
}

Depthwise make_depthwise(const std::vector<float>& weights, const std::vector<float>& bias,
                         const std::vector<double>& unit, Numbers<std::int16_t>& store) {
  const std::size_t channels = bias.size();
  std::vector<std::vector<double>> steps(channels);
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t k = 0; k < 9; ++k) steps[c].push_back(weights[k * channels + c] * unit[c] * line::depthwise_unit);
    steps[c].push_back((bias[c] * line::depthwise_unit + 0.5) / line::bias_unit);
  }
  Depthwise layer{static_cast<int>(channels), shift_for(steps, 0), nullptr};
  const double factor = std::exp2(layer.shift);
  store = Numbers<std::int16_t>(10 * channels);
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t k = 0; k < 10; ++k)
      store[k * channels + c] = static_cast<std::int16_t>(std::lround(steps[c][k] * factor));
  }
  layer.weights = store.data();
  return layer;
}

Dense make_dense(const std::vector<float>& weights, const std::vector<float>& bias, int outputs, int unit,
                 Numbers<std::int16_t>& store, Numbers<std::int32_t>& bias_store) {
  const std::size_t given = bias.size(), inputs = weights.size() / given;
  std::vector<std::vector<double>> steps(given);
  double largest_bias = 0;
  for (std::size_t o = 0; o < given; ++o) {
    steps[o].assign(weights.begin() + static_cast<std::ptrdiff_t>(o * inputs),
                    weights.begin() + static_cast<std::ptrdiff_t>((o + 1) * inputs));
    largest_bias = std::max(largest_bias, std::abs(static_cast<double>(bias[o])));
  }
  const int shift = shift_for(steps, largest_bias * unit + unit);
  const double factor = std::exp2(shift);
  Dense layer{static_cast<int>(inputs), outputs, shift + std::countr_zero(static_cast<unsigned>(unit / line::unit)),
              nullptr, nullptr};
  store = Numbers<std::int16_t>(static_cast<std::size_t>(outputs) * inputs);
  bias_store = Numbers<std::int32_t>(static_cast<std::size_t>(outputs));
  for (std::size_t o = 0; o < given; ++o) {
    const std::size_t begin = o / line::block * line::block;
    const std::size_t width = std::min<std::size_t>(line::block, static_cast<std::size_t>(outputs) - begin);
    bias_store[o] =
        static_cast<std::int32_t>(std::lround(static_cast<double>(bias[o]) * unit * factor)) + (1 << layer.shift >> 1);
    for (std::size_t i = 0; i < inputs; ++i)
      store[begin * inputs + (i / 2 * width + o % line::block) * 2 + i % 2] =
          static_cast<std::int16_t>(std::lround(steps[o][i] * factor));
  }
  layer.weights = store.data(), layer.bias = bias_store.data();
  return layer;
}

}  // namespace tengen::network

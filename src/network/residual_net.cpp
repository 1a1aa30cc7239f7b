#include "network/residual_net.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace tengen::network {

namespace {

constexpr int stem_side = 5, stem_pad = stem_side / 2, pad = 1;  // the blocks have convolutions of 3×3

// Weights [outputs][inputs][side][side] as the kernels walk along them: blocks of outputs, then the window's points row by
// row, then groups of inputs; in each, one group for every output of the block.
template <class Weight>
void pack(const std::vector<float>& weights, const Kernels& kernels, Convolution& layer) {
  auto* out = reinterpret_cast<Weight*>(layer.weights.get());
  const int window = layer.side * layer.side;
  for (int block = 0; block < layer.outputs; block += kernels.block)
    for (int point = 0; point < window; ++point)
      for (int input = 0; input < layer.inputs; input += kernels.group)
        for (int o = block; o < block + kernels.block; ++o)
          for (int i = input; i < input + kernels.group; ++i) {
            const float steps =
                weights[static_cast<std::size_t>((o * layer.inputs + i) * window + point)] /
                (layer.stretch[static_cast<std::size_t>(i)] * layer.factor[static_cast<std::size_t>(o)]);
            *out++ = static_cast<Weight>(kernels.exact ? steps : std::round(steps));
            layer.total[static_cast<std::size_t>(o)] += kernels.exact ? steps : std::round(steps);
          }
}

// What to stretch each input by so that eight bits do most for the weights: an input whose weights are larger than those of
// the others is given a finer scale of its own, and its field is multiplied instead. All the way (power 1) would take from
// the fields what the weights gain; powers from 0.25 to 0.5 do about equally well for the Gomoku network.
std::vector<float> stretches(const std::vector<float>& weights, int inputs, int window) {
  std::vector<float> largest(static_cast<std::size_t>(inputs), 1e-6F);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    float& here = largest[i / static_cast<std::size_t>(window) % largest.size()];
    here = std::max(here, std::abs(weights[i]));
  }
  for (float& x : largest) x = std::pow(x, 0.4F);
  return largest;
}

// `weights` and `bias` may come from several tensors, one after the other.
Convolution make_convolution(int side, int inputs, const std::vector<float>& weights, std::vector<float> bias,
                             const Kernels& kernels) {
  Convolution layer;
  layer.side = side, layer.inputs = inputs, layer.outputs = static_cast<int>(bias.size());
  layer.bias = std::move(bias);
  layer.total.assign(layer.bias.size(), 0.0F);
  layer.factor.assign(layer.bias.size(), 1.0F);
  layer.stretch.assign(static_cast<std::size_t>(inputs), 1.0F);
  if (!kernels.exact) {
    const auto window = static_cast<std::size_t>(side * side), each = layer.stretch.size() * window;
    layer.stretch = stretches(weights, inputs, side * side);
    for (std::size_t o = 0; o < layer.bias.size(); ++o) {
      float largest = 1e-20F;
      for (std::size_t i = 0; i < each; ++i)
        largest = std::max(largest, std::abs(weights[o * each + i]) / layer.stretch[i / window]);
      layer.factor[o] = largest / 127;
    }
  }
  layer.weights = aligned_bytes(weights.size() * static_cast<std::size_t>(kernels.weight_size));
  if (kernels.exact)
    pack<float>(weights, kernels, layer);
  else if (kernels.weight_size == 2)
    pack<std::int16_t>(weights, kernels, layer);
  else
    pack<std::int8_t>(weights, kernels, layer);
  return layer;
}

// [outputs][planes][side][side] as [side][side][most_planes][outputs].
Gathering make_gathering(int side, int planes, const std::vector<float>& weights, std::vector<float> bias) {
  Gathering layer{side, static_cast<int>(bias.size()), {}, std::move(bias)};
  const auto window = static_cast<std::size_t>(side * side), outputs = layer.bias.size();
  layer.weights.resize(window * most_planes * outputs);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::size_t point = i % window, plane = i / window % static_cast<std::size_t>(planes);
    const std::size_t output = i / window / static_cast<std::size_t>(planes);
    layer.weights[(point * most_planes + plane) * outputs + output] = weights[i];
  }
  return layer;
}

std::vector<float> joined(std::vector<float> a, const std::vector<float>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Expected<void> check_shape(const ResidualShape& shape, const Kernels& kernels) {
  if (shape.planes > most_planes || shape.channels > most_channels || 2 * shape.head > most_channels ||
      shape.blocks > 1000)
    return fail("a network of {} planes and {} blocks of {} channels is too large", shape.planes, shape.blocks,
                shape.channels);
  const int unit = std::max(kernels.block, gather_block);
  if (shape.channels % unit != 0 || 2 * shape.head % unit != 0)
    return fail("{} channels with two heads of {} are no multiples of {}", shape.channels, shape.head, unit);
  return {};
}

}  // namespace

Expected<ResidualNet> ResidualNet::make(const WeightsFile& file) { return make(file, *integer_kernels().back()); }

Expected<ResidualNet> ResidualNet::make(const WeightsFile& file, const Kernels& kernels) {
  const auto* const residual = std::get_if<ResidualShape>(&file.shape);
  if (residual == nullptr) return fail("these are not the weights of a residual net");
  const ResidualShape& shape = *residual;
  if (const auto fits = check_shape(shape, kernels); !fits) return fits.error();
  TensorReader reader(file);
  const int c = shape.channels, h = shape.head;
  const auto convolution = [&](const std::string& name, int side, int inputs) {
    const auto weights = reader.take(name + ".weight", {c, inputs, side, side});
    return make_convolution(side, inputs, weights, reader.take(name + ".bias", {c}), kernels);
  };
  ResidualNet net;
  net.shape_ = shape;
  net.kernels_ = &kernels;
  net.stem_ =
      make_gathering(stem_side, shape.planes, reader.take("stem.weight", {c, shape.planes, stem_side, stem_side}),
                     reader.take("stem.bias", {c}));
  for (int i = 0; i < shape.blocks && !reader.error(); ++i) {
    const std::string name = fmt::format("block{}.", i);
    Block block{convolution(name + "first", 3, c), convolution(name + "second", 3, c), {}, {}};
    if (std::ranges::find(shape.pooling, i) != shape.pooling.end()) {
      block.pool_weights = transposed(reader.take(name + "pool.weight", {c, 2 * c}), c, 2 * c);
      block.pool_bias = reader.take(name + "pool.bias", {c});
    }
    net.blocks_.push_back(std::move(block));
  }
  net.heads_ = make_convolution(
      1, c, joined(reader.take("policy.hidden.weight", {h, c, 1, 1}), reader.take("value.hidden.weight", {h, c, 1, 1})),
      joined(reader.take("policy.hidden.bias", {h}), reader.take("value.hidden.bias", {h})), kernels);
  net.policy_weights_ = reader.take("policy.out.weight", {1, h, 1, 1});
  net.policy_bias_ = reader.take("policy.out.bias", {1}).front();
  net.middle_weights_ = transposed(reader.take("value.middle.weight", {shape.hidden, 2 * h}), shape.hidden, 2 * h);
  net.middle_bias_ = reader.take("value.middle.bias", {shape.hidden});
  net.value_weights_ = reader.take("value.out.weight", {1, shape.hidden});
  net.value_bias_ = reader.take("value.out.bias", {1}).front();
  if (reader.error()) return *reader.error();
  return net;
}

Evaluation::Evaluation(const ResidualNet& net, int largest_size) : net_(net) {
  const ResidualShape& shape = net.shape();
  const auto points = static_cast<std::size_t>(largest_size * largest_size);
  const auto with_margin = [&](int margin) {
    const auto width = static_cast<std::size_t>(largest_size + 2 * margin);
    return width * width;
  };
  field_ = aligned_bytes(with_margin(pad) * static_cast<std::size_t>(shape.channels * net.kernels().field_size));
  planes_.resize(with_margin(stem_pad));
  tower_.resize(points * static_cast<std::size_t>(shape.channels));
  inner_.resize(tower_.size());
  heads_.resize(points * static_cast<std::size_t>(2 * shape.head));
  top_.resize(static_cast<std::size_t>(std::max(shape.channels, 2 * shape.head)));
  offset_.resize(static_cast<std::size_t>(shape.channels));
}

// Writes the field of values + offset, scaled so that what it holds just fits into eight bits.
Scale Evaluation::store(const float* values, const Convolution& reader, int size, const float* offset) {
  Scale scale;
  if (!net_.kernels().exact) {
    float low = 0, high = 1e-20F;
    for (std::size_t c = 0; c < reader.stretch.size(); ++c) {
      const float shift = offset != nullptr ? offset[c] : 0.0F;
      low = std::min(low, shift * reader.stretch[c]);
      high = std::max(high, (top_[c] + shift) * reader.stretch[c]);
    }
    scale.level = (high - low) / 254;
    scale.zero = std::round(-low / scale.level);
  }
  net_.kernels().store({values, offset, reader.stretch.data(), size, pad, reader.inputs, scale, field_.get()});
  return scale;
}

void Evaluation::convolve(const Convolution& layer, const Scale& scale, int size, const float* added, float* out) {
  net_.kernels().convolve({layer, field_.get(), size, pad, scale, added, out, top_.data()});
}

// What the whole board says to each channel: its mean and its maximum over the points, for all channels, times weights.
const float* Evaluation::pooled_offset(const ResidualNet::Block& block, const float* values, int size) {
  const auto channels = offset_.size();
  std::array<float, 2 * most_channels> pooled{};
  const int points = size * size;
  for (int p = 0; p < points; ++p)
    for (std::size_t c = 0; c < channels; ++c) pooled[c] += values[static_cast<std::size_t>(p) * channels + c];
  for (std::size_t c = 0; c < channels; ++c) pooled[c] /= static_cast<float>(points), pooled[channels + c] = top_[c];
  std::ranges::copy(block.pool_bias, offset_.begin());
  for (std::size_t i = 0; i < 2 * channels; ++i)
    for (std::size_t c = 0; c < channels; ++c) offset_[c] += pooled[i] * block.pool_weights[i * channels + c];
  return offset_.data();
}

void Evaluation::read_policy(int size, std::span<float> logits) const noexcept {
  const auto head = static_cast<std::size_t>(net_.shape().head);
  const float* hidden = heads_.data();
  for (int p = 0; p < size * size; ++p, hidden += 2 * head) {
    float sum = net_.policy_bias_;
    for (std::size_t k = 0; k < head; ++k) sum += hidden[k] * net_.policy_weights_[k];
    logits[static_cast<std::size_t>(p)] = sum;
  }
}

float Evaluation::read_value(int size) const noexcept {
  const auto head = static_cast<std::size_t>(net_.shape().head), width = net_.middle_bias_.size();
  std::array<float, 2 * most_channels> pooled{};
  for (int p = 0; p < size * size; ++p)
    for (std::size_t k = 0; k < head; ++k) pooled[k] += heads_[(2 * static_cast<std::size_t>(p) + 1) * head + k];
  for (std::size_t k = 0; k < head; ++k)
    pooled[k] /= static_cast<float>(size * size), pooled[head + k] = top_[head + k];
  float value = net_.value_bias_;
  for (std::size_t i = 0; i < width; ++i) {
    float sum = net_.middle_bias_[i];
    for (std::size_t k = 0; k < 2 * head; ++k) sum += pooled[k] * net_.middle_weights_[k * width + i];
    value += std::max(sum, 0.0F) * net_.value_weights_[i];
  }
  return std::tanh(value);
}

float Evaluation::run(int size, std::span<const std::uint32_t> planes, std::span<float> logits) noexcept {
  const int width = size + 2 * stem_pad;
  std::ranges::fill(planes_, 0U);
  for (int row = 0; row < size; ++row)
    std::ranges::copy(planes.subspan(static_cast<std::size_t>(row * size), static_cast<std::size_t>(size)),
                      planes_.begin() + (row + stem_pad) * width + stem_pad);
  net_.kernels().gather({net_.stem_, planes_.data(), size, tower_.data(), top_.data()});
  for (const ResidualNet::Block& block : net_.blocks_) {
    const Scale outer = store(tower_.data(), block.first, size, nullptr);
    convolve(block.first, outer, size, nullptr, inner_.data());
    const float* const offset = block.pool_bias.empty() ? nullptr : pooled_offset(block, inner_.data(), size);
    const Scale inside = store(inner_.data(), block.second, size, offset);
    convolve(block.second, inside, size, tower_.data(), tower_.data());
  }
  const Scale last = store(tower_.data(), net_.heads_, size, nullptr);
  convolve(net_.heads_, last, size, nullptr, heads_.data());
  read_policy(size, logits);
  return read_value(size);
}

}  // namespace tengen::network

// A convolution as a template over a processor's lanes. To be included inside its target region only, after kernels.hpp.
//
// Lanes offer
//   Field, Weight      numbers in memory
//   Sums               a vector of `width` sums
//   group, points, vectors     numbers in one step; points and vectors of outputs worked out together
//   splat(field)       one group of a field, repeated in all lanes
//   load(weights)      one group for each of `width` outputs
//   add(sums, fields, weights)
//   store(sums, float*)
//   Floats             lanes whose sums are floats, for the first convolution
//
// The innermost loop holds points × vectors sums in registers; each step reads one group of every point and multiplies it
// with `vectors` vectors of weights.

#include "network/kernels.hpp"

namespace tengen::network {
namespace {

template <class Lanes>
struct Tile {
  using Field = typename Lanes::Field;
  using Weight = typename Lanes::Weight;
  using Sums = typename Lanes::Sums;
  static constexpr int points = Lanes::points, vectors = Lanes::vectors, block = vectors * Lanes::width;

  // One tile of points by one block of outputs. `from` is the upper left corner of each point's window; a window has
  // `rows` rows of `steps` groups, `stride` numbers apart. Indices are written out by the compiler (i...), since it keeps
  // an array in registers only where every index is a constant from the start.
  template <std::size_t... i>
  static void sum(const Field* const (&from)[points], std::ptrdiff_t stride, int rows, int steps, const Weight* weights,
                  float* out, std::index_sequence<i...>) noexcept {
    Sums sums[] = {(static_cast<void>(i), Lanes::nothing())...};
    for (int row = 0; row < rows; ++row) {
      const std::ptrdiff_t begin = row * stride, end = begin + steps * Lanes::group;
      for (std::ptrdiff_t at = begin; at < end; at += Lanes::group, weights += block * Lanes::group)
        ((sums[i] = Lanes::add(sums[i], Lanes::splat(from[i / vectors] + at),
                               Lanes::load(weights + i % vectors * Lanes::width * Lanes::group))),
         ...);
    }
    (Lanes::store(sums[i], out + i * Lanes::width), ...);
  }
};

template <class Lanes>
void convolve(const ConvolutionJob& job) {
  using T = Tile<Lanes>;
  const Convolution& layer = job.layer;
  const auto* const field = reinterpret_cast<const typename Lanes::Field*>(job.field);
  const auto* weights = reinterpret_cast<const typename Lanes::Weight*>(layer.weights.get());
  const int width = job.size + 2 * job.pad, margin = job.pad - layer.side / 2;
  const int count = job.size * job.size, steps = layer.side * layer.inputs / Lanes::group;
  const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(width) * layer.inputs;
  alignas(64) float tile[T::points * T::block], factor[T::block], bias[T::block], top[T::block];
  for (int block = 0; block < layer.outputs; block += T::block) {
    for (int i = 0; i < T::block; ++i) {
      const int o = block + i;
      factor[i] = layer.factor[o] * job.scale.level;
      bias[i] = layer.bias[o] - factor[i] * (job.scale.zero * layer.total[o]);
      top[i] = 0;
    }
    for (int first = 0; first < count; first += T::points) {
      const typename Lanes::Field* from[T::points];
      for (int p = 0; p < T::points; ++p) {
        const int point = first + p < count ? first + p : count - 1;
        from[p] = field + ((point / job.size + margin) * width + point % job.size + margin) *
                              static_cast<std::ptrdiff_t>(layer.inputs);
      }
      T::sum(from, stride, layer.side, steps, weights, tile, std::make_index_sequence<T::points * T::vectors>());
      for (int p = 0; p < T::points && first + p < count; ++p) {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(first + p) * layer.outputs + block;
        const float* const sums = tile + p * T::block;
        float* const out = job.out + at;
        if (job.added != nullptr) {
          const float* const added = job.added + at;
          for (int i = 0; i < T::block; ++i) {
            const float x = sums[i] * factor[i] + bias[i] + added[i];
            out[i] = x > 0 ? x : 0;
          }
        } else {
          for (int i = 0; i < T::block; ++i) {
            const float x = sums[i] * factor[i] + bias[i];
            out[i] = x > 0 ? x : 0;
          }
        }
        for (int i = 0; i < T::block; ++i) top[i] = out[i] > top[i] ? out[i] : top[i];
      }
    }
    for (int i = 0; i < T::block; ++i) job.top[block + i] = top[i];
    weights += static_cast<std::ptrdiff_t>(layer.side) * steps * T::block * Lanes::group;
  }
}

// For each point the list of weights to add up, and then blocks of outputs that fit into registers.
template <class Lanes>
void gather(const GatheringJob& job) {
  constexpr int vectors = gather_block / Lanes::width;
  const Gathering& layer = job.layer;
  const int width = job.size + layer.side - 1, outputs = layer.outputs;
  const float* list[5 * 5 * most_planes];
  for (int o = 0; o < outputs; ++o) job.top[o] = 0;
  for (int point = 0; point < job.size * job.size; ++point) {
    int count = 0;
    const float* weights = layer.weights.data();
    for (int row = 0; row < layer.side; ++row) {
      const std::uint32_t* const planes = job.planes + (point / job.size + row) * width + point % job.size;
      for (int column = 0; column < layer.side; ++column, weights += most_planes * outputs)
        for (std::uint32_t word = planes[column]; word != 0; word &= word - 1)
          list[count++] = weights + __builtin_ctz(word) * outputs;
    }
    float* const out = job.out + static_cast<std::ptrdiff_t>(point) * outputs;
    for (int block = 0; block < outputs; block += gather_block) {
      typename Lanes::Sums sums[vectors];
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) sums[v] = Lanes::from(layer.bias.data() + block + v * Lanes::width);
      for (int i = 0; i < count; ++i)
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v)
          sums[v] = Lanes::plus(sums[v], Lanes::from(list[i] + block + v * Lanes::width));
      alignas(64) float tile[gather_block];
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) Lanes::store(sums[v], tile + v * Lanes::width);
      for (int i = 0; i < gather_block; ++i) {
        const float x = tile[i] > 0 ? tile[i] : 0;
        out[block + i] = x;
        job.top[block + i] = x > job.top[block + i] ? x : job.top[block + i];
      }
    }
  }
}

template <class Lanes>
typename Lanes::Field as_field(float x) noexcept {
  if constexpr (Lanes::exact)
    return x;
  else  // never negative, so that cutting off after a half was added is rounding
    return static_cast<typename Lanes::Field>(static_cast<std::int32_t>(x + 0.5F));
}

template <class Lanes>
void store(const StoreJob& job) {
  auto* const field = reinterpret_cast<typename Lanes::Field*>(job.field);
  const int channels = job.channels, width = job.size + 2 * job.pad;
  const auto margin = as_field<Lanes>(job.scale.zero);
  const auto fill = [&](int row, int from, int to) {
    auto* const out = field + (row * width + from) * static_cast<std::ptrdiff_t>(channels);
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(to - from) * channels; ++i) out[i] = margin;
  };
  const float steps = 1 / job.scale.level;
  alignas(64) float factor[most_channels], offset[most_channels];
  for (int c = 0; c < channels; ++c) {
    factor[c] = job.stretch[c] * steps;
    offset[c] = (job.offset != nullptr ? job.offset[c] : 0.0F) * factor[c] + job.scale.zero;
  }
  for (int row = 0; row < job.pad; ++row) fill(row, 0, width), fill(width - 1 - row, 0, width);
  for (int row = 0; row < job.size; ++row) {
    fill(row + job.pad, 0, job.pad), fill(row + job.pad, width - job.pad, width);
    const float* in = job.values + static_cast<std::ptrdiff_t>(row) * job.size * channels;
    auto* out = field + ((row + job.pad) * width + job.pad) * static_cast<std::ptrdiff_t>(channels);
    for (int column = 0; column < job.size; ++column, in += channels, out += channels)
      for (int c = 0; c < channels; ++c) out[c] = as_field<Lanes>(in[c] * factor[c] + offset[c]);
  }
}

template <class Lanes>
constexpr Kernels kernels_of(std::string_view name) {
  return {name,
          Lanes::exact,
          Lanes::group,
          Tile<Lanes>::block,
          sizeof(typename Lanes::Field),
          sizeof(typename Lanes::Weight),
          convolve<Lanes>,
          gather<typename Lanes::Floats>,
          store<Lanes>};
}

}  // namespace
}  // namespace tengen::network

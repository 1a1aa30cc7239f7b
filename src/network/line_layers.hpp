// The layers of a line net as templates over a processor's lanes. To be included inside its target region only, after
// line_kernels.hpp.
//
// Lanes offer
//   Words, words         a vector of 16-bit numbers, and how many
//   Floats               half as many floats
//   points               worked out together by a dense layer
//   load, store, zero    in memory, aligned or not; load32 and store32 for sums
//   low, high            (a0, b0, a1, b1, …) of the lower and the upper halves of each 128 bits
//   dot(sums, a, b)      adds the products of neighbours: sums[i] + a[2i] · b[2i] + a[2i + 1] · b[2i + 1]
//   splat(pair)          two numbers, repeated
//   narrow(low, high, shift)   the sums shifted, as 16-bit numbers again, in the order that low and high came from;
//                              joined: where the sums are one after the other
//   total(sums), max, plus (which stays at the largest number)

#include <utility>

#include "network/line_kernels.hpp"

namespace tengen::network {
namespace {

// --- Floats: the same on every processor, as each lane is added up in the same order ---

// out = bias + Σ in[k] · row `at[k]` of the matrix, whose rows have `outputs` numbers.
template <class Lanes, int outputs>
void add_rows(const float* in, const int* at, int count, const float* matrix, const float* bias, float* out) noexcept {
  using Floats = typename Lanes::Floats;
  constexpr int width = Lanes::words / 2, vectors = outputs / width;
  Floats sums[vectors];
  __builtin_memcpy(sums, bias, sizeof sums);
  for (int k = 0; k < count; ++k) {
    const Floats x = in[k] - Floats{};
    const float* const row = matrix + (at != nullptr ? at[k] : k) * outputs;
#pragma GCC unroll 16
    for (int v = 0; v < vectors; ++v) {
      Floats w;
      __builtin_memcpy(&w, row + v * width, sizeof w);
      sums[v] += x * w;
    }
  }
  __builtin_memcpy(out, sums, sizeof sums);
}

template <class Lanes, int outputs>
void multiply(const float* in, int inputs, const float* matrix, const float* bias, float* out) noexcept {
  add_rows<Lanes, outputs>(in, nullptr, inputs, matrix, bias, out);
}

inline void make_positive(float* x, int count) noexcept {
  for (int i = 0; i < count; ++i) x[i] = x[i] > 0 ? x[i] : 0;
}

template <class Lanes>
void unroll(const UnrollJob& job) {
  constexpr int most = 1024, block = line::hidden_block;
  float h[most], in[most];
  int at[most];
  float* out = job.table;
  const auto positive = [&](auto value_of) {  // the inputs that are not zero
    int count = 0;
    for (int i = 0; i < job.hidden; ++i) {
      const float x = value_of(i);
      in[count] = x, at[count] = i;
      count += x > 0 ? 1 : 0;
    }
    return count;
  };
  for (int left = 0; left < line::arms; ++left)
    for (int centre = 0; centre < 3; ++centre)
      for (int right = 0; right < line::arms; ++right, out += line::features) {
        const float* const a = job.left + left * job.hidden;
        const float* const b = job.centre + centre * job.hidden;
        const float* const c = job.right + right * job.hidden;
        int count = positive([&](int i) { return a[i] + b[i] + c[i]; });
        for (int o = 0; o < job.hidden; o += block)
          add_rows<Lanes, block>(in, at, count, job.second + o * job.hidden, job.second_bias + o, h + o);
        count = positive([&](int i) { return h[i]; });
        for (int o = 0; o < line::features; o += block)
          add_rows<Lanes, block>(in, at, count, job.third + o * job.hidden, job.third_bias + o, out + o);
      }
}

// --- Whole numbers ---

template <class Lanes>
void change_sums(const SumsJob& job) {
  for (const RowChange& change : job.changes) {
    const std::int16_t* const from = job.table + static_cast<std::size_t>(change.from) * line::features;
    const std::int16_t* const to = job.table + static_cast<std::size_t>(change.to) * line::features;
    std::int16_t* const sums = job.sums + change.place * line::features;
    std::int16_t* const field = job.field + change.place * line::features;
    for (int c = 0; c < line::features; ++c) {
      sums[c] = static_cast<std::int16_t>(sums[c] + to[c] - from[c]);
      field[c] = sums[c] > 0 ? sums[c] : std::int16_t{0};
    }
  }
}

constexpr int chunk = 12;  // places worked out one after the other, so that weights stay in registers

// out: [count][channels]
template <class Lanes>
void spread(const Depthwise& layer, const std::int16_t* in, int width, const std::uint16_t* places, int count,
            std::int16_t* out) noexcept {
  using Words = typename Lanes::Words;
  const int channels = layer.channels;
  constexpr std::int16_t one[2] = {line::bias_unit, line::bias_unit};
  for (int c = 0; c < channels; c += Lanes::words) {
    Words low[5], high[5];
#pragma GCC unroll 5
    for (int k = 0; k < 5; ++k) {
      const Words a = Lanes::load(layer.weights + 2 * k * channels + c);
      const Words b = Lanes::load(layer.weights + (2 * k + 1) * channels + c);
      low[k] = Lanes::low(a, b), high[k] = Lanes::high(a, b);
    }
    for (int p = 0; p < count; ++p) {
      const std::int16_t* const x = in + places[p] * channels + c;
      Words sum_low = Lanes::zero(), sum_high = Lanes::zero();
#pragma GCC unroll 5
      for (int k = 0; k < 5; ++k) {
        const int i = 2 * k, j = i + 1;
        const Words a = Lanes::load(x + ((i / 3 - 1) * width + i % 3 - 1) * channels);
        const Words b = j < 9 ? Lanes::load(x + ((j / 3 - 1) * width + j % 3 - 1) * channels) : Lanes::splat(one);
        sum_low = Lanes::dot(sum_low, Lanes::low(a, b), low[k]);
        sum_high = Lanes::dot(sum_high, Lanes::high(a, b), high[k]);
      }
      Lanes::store(out + p * channels + c, Lanes::max(Lanes::narrow(sum_low, sum_high, layer.shift), Lanes::zero()));
    }
  }
}

// `block` outputs of some points at a time.
template <class Lanes, int block, int points>
struct DenseTile {
  static constexpr int width = Lanes::words / 2, vectors = block / width;
  static_assert(chunk % points == 0);

  // Indices are written out by the compiler (i...), since it keeps an array in registers only where every index is a
  // constant from the start.
  template <std::size_t... i>
  static void sum(const std::int16_t* const* from, int inputs, const std::int16_t* weights, const std::int32_t* bias,
                  std::int32_t* out, std::index_sequence<i...>) noexcept {
    typename Lanes::Words sums[] = {Lanes::load32(bias + i % vectors * width)...};
    for (int at = 0; at < inputs; at += 2, weights += 2 * block)
      ((sums[i] = Lanes::dot(sums[i], Lanes::splat(from[i / vectors] + at),
                             Lanes::load(weights + i % vectors * Lanes::words))),
       ...);
    (Lanes::store32(out + i * width, sums[i]), ...);
  }

  // Calls finish(point, sums). There must be a chunk of pointers.
  template <class Finish>
  static void run(const Dense& layer, int output, const std::int16_t* const* from, int count, Finish finish) noexcept {
    alignas(64) std::int32_t tile[points * block];
    for (int first = 0; first < count; first += points) {
      sum(from + first, layer.inputs, layer.weights + output * layer.inputs, layer.bias + output, tile,
          std::make_index_sequence<static_cast<std::size_t>(points * vectors)>());
      for (int p = 0; p < points && first + p < count; ++p) finish(first + p, tile + p * block);
    }
  }
};

// Calls finish(point, output, numbers), with a vector of outputs at a time, for as many blocks as there are.
template <class Lanes, class Finish>
void dense(const Dense& layer, const std::int16_t* const* from, int count, Finish finish) noexcept {
  for (int block = 0; block + line::block <= layer.outputs; block += line::block)
    DenseTile<Lanes, line::block, Lanes::points>::run(layer, block, from, count, [&](int p, const std::int32_t* sums) {
      for (int i = 0; i < line::block; i += Lanes::words)
        finish(p, block + i,
               Lanes::joined(Lanes::load32(sums + i), Lanes::load32(sums + i + Lanes::words / 2), layer.shift));
    });
}

template <class Lanes>
void layer(const LayerJob& job) {
  alignas(64) std::int16_t middle[chunk * line::features];
  const std::int16_t* from[chunk];
  for (int i = 0; i < chunk; ++i) from[i] = middle + i * job.depthwise.channels;
  const int all = static_cast<int>(job.places.size());
  for (int first = 0; first < all; first += chunk) {
    const std::uint16_t* const places = job.places.data() + first;
    const int count = all - first < chunk ? all - first : chunk;
    for (int i = count; i < chunk; ++i) from[i] = middle;
    spread<Lanes>(job.depthwise, job.in, job.width, places, count, middle);
    dense<Lanes>(job.dense, from, count, [&](int p, int output, typename Lanes::Words x) {
      const int at = places[p] * line::channels + output;
      if (job.added != nullptr) x = Lanes::plus(x, Lanes::load(job.added + at));
      Lanes::store(job.out + at, Lanes::max(x, Lanes::zero()));
    });
  }
}

template <class Lanes>
void heads(const HeadsJob& job) {
  const std::int16_t* from[chunk];
  const int all = static_cast<int>(job.places.size());
  for (int first = 0; first < all; first += chunk) {
    const std::uint16_t* const places = job.places.data() + first;
    const int count = all - first < chunk ? all - first : chunk;
    for (int i = 0; i < chunk; ++i) from[i] = job.field + places[i < count ? i : 0] * line::channels;
    for (int p = 0; p < count; ++p) {
      std::int32_t* const sums = job.region_sums + job.region[places[p]] * line::channels;
      std::int16_t* const before = job.before + places[p] * line::channels;
      for (int c = 0; c < line::channels; ++c) sums[c] += from[p][c] - before[c];
      for (int c = 0; c < line::channels; ++c) before[c] = from[p][c];
    }
    dense<Lanes>(job.dense, from, count, [&](int p, int output, typename Lanes::Words x) {
      Lanes::store(job.policy + places[p] * line::head + output, x);
    });
    constexpr int lesser = line::block / 2;  // of which the glances need a few
    DenseTile<Lanes, lesser, chunk / 2>::run(job.dense, line::head, from, count, [&](int p, const std::int32_t* sums) {
      for (int g = 0; g < line::glances; ++g) job.worth[places[p] * line::glances + g] = sums[g] >> job.dense.shift;
    });
  }
}

// --- The answer: what needs the whole board ---

inline std::int16_t clamped(std::int32_t x, std::int32_t least) noexcept {
  x = x < least ? least : x;
  return static_cast<std::int16_t>(x > 32767 ? 32767 : x);
}

using Shares = std::int16_t[line::glances][line::most_places];

// How much each glance looks at each place: a softmax, in steps of 1 / 32768.
inline void look(const AnswerJob& job, int places, Shares& shares) noexcept {
  alignas(64) std::int32_t exponentials[line::most_places];
  for (int g = 0; g < line::glances; ++g) {
    const std::int32_t* const worth = job.worth + g;
    std::int32_t top = worth[0], total = 0;
    for (int p = 1; p < places; ++p) top = worth[p * line::glances] > top ? worth[p * line::glances] : top;
    for (int p = 0; p < places; ++p) {
      const std::int32_t less = top - worth[p * line::glances];
      exponentials[p] = job.net.exponentials[less < line::exponentials ? less : line::exponentials];
    }
    for (int p = 0; p < places; ++p) total += exponentials[p];
    const float scale = 32768.0F / static_cast<float>(total);
    for (int p = 0; p < places; ++p)
      shares[g][p] = clamped(static_cast<std::int32_t>(static_cast<float>(exponentials[p]) * scale + 0.5F), 0);
  }
}

// The means that the glances see, [glances][channels].
template <class Lanes>
void glance(const AnswerJob& job, int places, const Shares& shares, float* out) noexcept {
  using Words = typename Lanes::Words;
  constexpr float step = 1.0F / (32768.0F * line::unit);
  for (int c = 0; c < line::channels; c += Lanes::words) {
    Words sums[2 * line::glances];
#pragma GCC unroll 8
    for (Words& sum : sums) sum = Lanes::zero();
    for (int p = 0; p < places; p += 2) {
      const Words a = Lanes::load(job.field + p * line::channels + c);
      const Words b = Lanes::load(job.field + (p + 1) * line::channels + c);
      const Words low = Lanes::low(a, b), high = Lanes::high(a, b);
#pragma GCC unroll 4
      for (int g = 0; g < line::glances; ++g) {
        const Words share = Lanes::splat(shares[g] + p);
        sums[2 * g] = Lanes::dot(sums[2 * g], low, share);
        sums[2 * g + 1] = Lanes::dot(sums[2 * g + 1], high, share);
      }
    }
    alignas(64) std::int32_t half[2][Lanes::words / 2];
    for (int g = 0; g < line::glances; ++g) {
      Lanes::store32(half[0], sums[2 * g]), Lanes::store32(half[1], sums[2 * g + 1]);
      for (int i = 0; i < Lanes::words; ++i)  // of each eight channels, four are in the lower half
        out[g * line::channels + c + i] = static_cast<float>(half[i / 4 % 2][i / 8 * 4 + i % 4]) * step;
    }
  }
}

template <class Lanes>
void write_policy(const AnswerJob& job, const float* summary) noexcept {
  alignas(64) float heard[line::head];
  alignas(64) std::int16_t offset[line::head];
  multiply<Lanes, line::head>(summary, line::summary, job.net.policy_summary, job.net.policy_summary_bias, heard);
  for (int i = 0; i < line::head; ++i) {
    const float steps = heard[i] * line::unit;
    offset[i] = clamped(static_cast<std::int32_t>(steps + (steps < 0 ? -0.5F : 0.5F)), -32768);
  }
  for (int row = 0; row < job.size; ++row)
    for (int column = 0; column < job.size; ++column) {
      const std::int16_t* const in = job.policy + ((row + 1) * (job.size + 2) + column + 1) * line::head;
      auto sum = Lanes::zero();
#pragma GCC unroll 4
      for (int i = 0; i < line::head; i += Lanes::words)
        sum = Lanes::dot(sum, Lanes::max(Lanes::plus(Lanes::load(in + i), Lanes::load(offset + i)), Lanes::zero()),
                         Lanes::load(job.net.policy_out + i));
      job.logits[row * job.size + column] =
          static_cast<float>(Lanes::total(sum)) * job.net.policy_step + job.net.policy_bias;
    }
}

template <class Lanes>
float answer(const AnswerJob& job) {
  const int places = ((job.size + 2) * (job.size + 2) + 1) / 2 * 2;
  alignas(64) Shares shares;
  look(job, places, shares);
  alignas(64) float in[line::regions * line::head + line::summary], mean[line::channels];
  float* const summary = in + line::regions * line::head;
  glance<Lanes>(job, places, shares, summary + line::channels);
  for (int c = 0; c < line::channels; ++c) {
    std::int32_t sum = 0;
    for (int r = 0; r < line::regions; ++r) sum += job.region_sums[r * line::channels + c];
    summary[c] = static_cast<float>(sum) / static_cast<float>(job.size * job.size * line::unit);
  }
  write_policy<Lanes>(job, summary);
  for (int r = 0; r < line::regions; ++r) {
    for (int c = 0; c < line::channels; ++c)
      mean[c] = static_cast<float>(job.region_sums[r * line::channels + c]) * job.region_share[r] / line::unit;
    multiply<Lanes, line::head>(mean, line::channels, job.net.region, job.net.region_bias, in + r * line::head);
  }
  make_positive(in, line::regions * line::head);
  alignas(64) float inner[line::inner_value], outer[line::outer_value];
  multiply<Lanes, line::inner_value>(in, line::regions * line::head + line::summary, job.net.first, job.net.first_bias,
                                     inner);
  make_positive(inner, line::inner_value);
  multiply<Lanes, line::outer_value>(inner, line::inner_value, job.net.second, job.net.second_bias, outer);
  float value = job.net.last_bias;
  for (int i = 0; i < line::outer_value; ++i) value += outer[i] > 0 ? outer[i] * job.net.last[i] : 0.0F;
  return value;
}

template <class Lanes>
constexpr LineKernels line_kernels_of(std::string_view name) {
  return {name, unroll<Lanes>, change_sums<Lanes>, layer<Lanes>, heads<Lanes>, answer<Lanes>};
}

}  // namespace
}  // namespace tengen::network

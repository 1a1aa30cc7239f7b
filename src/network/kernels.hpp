#pragma once
// Convolutions, compiled once for each kind of processor and chosen once when a network is made.
//
// A board of numbers ("field") lies row by row with all channels of a point side by side, and has a margin of `pad` points
// on each side, so that a convolution needs no test for the edge:
//
//      pad ──► · · · · · · ·        A convolution of 3×3 reads, for each of its three rows, the channels of three
//              · c c c c c ·        neighbouring points: one run of 3 · channels numbers without a gap. That is what
//              · c c c c c ·        the kernels walk along, multiplying `group` numbers in one step.
//              · · · · · · ·
//
// Fields hold whole numbers from 0 to 255 that stand for (number − zero) · level / stretch, and weights whole numbers from
// −127 to 127, each output with a factor of its own. Sums are exact, so every processor finds the very same answers. The
// kernels called exact hold 32-bit floats instead; they are slower, and show what the eight bits cost.
//
// The first convolution reads a board of zeros and ones, nearly all of them zeros: it adds up the weights of the ones, in
// floats and everywhere in the same order.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tengen::network {

// Memory that begins at a cache line.
struct FreeAligned {
  void operator()(std::byte* p) const noexcept { ::operator delete[](p, std::align_val_t{64}); }
};
using Bytes = std::unique_ptr<std::byte[], FreeAligned>;
Bytes aligned_bytes(std::size_t size);  // all zero

// Weights as one processor's kernels read them.
struct Convolution {
  int side = 1;  // 1 or 3
  int inputs = 0, outputs = 0;
  Bytes weights;
  std::vector<float> factor;  // of each output: what one step of its weights is worth
  std::vector<float> total;   // of each output: the sum of its weights, which is what the fields' zero adds
  std::vector<float> bias;
  std::vector<float> stretch;  // of each input: what its field is multiplied by, and its weights are divided by
};

// The first convolution: for each point of its window and each plane the weights of all outputs.
struct Gathering {
  int side = 1, outputs = 0;
  std::vector<float> weights, bias;
};

// How a field's numbers stand for real ones.
struct Scale {
  float level = 1, zero = 0;
};

struct ConvolutionJob {
  const Convolution& layer;
  const std::byte* field;  // with a margin of `pad` points
  int size, pad;
  Scale scale;
  const float* added;  // points × outputs, or null
  float* out;          // points × outputs: relu(convolution + bias + added)
  float* top;          // the largest value of each output
};

struct GatheringJob {
  const Gathering& layer;
  const std::uint32_t* planes;  // a word a point, its planes as bits; with a margin of side / 2 empty points
  int size;
  float* out;  // as of a ConvolutionJob
  float* top;
};

struct StoreJob {
  const float* values;   // points × channels
  const float* offset;   // added to each channel, or null
  const float* stretch;  // each channel is multiplied by it then
  int size, pad, channels;
  Scale scale;
  std::byte* field;  // its margin is the value 0
};

struct Kernels {
  std::string_view name;
  bool exact;      // 32-bit floats
  int group;       // inputs multiplied in one step: `inputs` must be a multiple
  int block;       // outputs worked out together: `outputs` must be a multiple
  int field_size;  // bytes of a number in a field
  int weight_size;
  void (*convolve)(const ConvolutionJob&);
  void (*gather)(const GatheringJob&);
  void (*store)(const StoreJob&);
};

inline constexpr int most_channels = 1024, most_planes = 32, gather_block = 32;

// What this processor can run, the slowest first; floats and whole numbers.
std::span<const Kernels* const> exact_kernels();
std::span<const Kernels* const> integer_kernels();

namespace detail {
extern const Kernels plain_kernels, plain_floats;    // any x86-64
extern const Kernels avx2_kernels, avx2_floats;      // AVX2 and FMA
extern const Kernels avx512_kernels, avx512_floats;  // AVX-512 with VNNI
}  // namespace detail

}  // namespace tengen::network

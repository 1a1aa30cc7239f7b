#pragma once
// The layers of a line net, compiled once for each kind of processor (line_layers.hpp) and chosen when a net is made.
//
// Everything for each point is whole numbers of 16 bits, summed in 32: exact, so that every processor finds the same, and
// going back to an earlier position finds what was there. A field is a board with a margin of one point, row by row, with
// all channels of a point side by side; a "place" is a point of it. Weights are scaled so that no sum can overflow.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tengen::network {

// The one shape that there are kernels for; docs/algorithms/gomoku-line-net.md says what the words mean.
namespace line {
inline constexpr int radius = 4, arms = 121, rows = 3 * arms * arms;
inline constexpr int features = 128, channels = 64, glances = 4, head = 32, regions = 9;
inline constexpr int hidden_block = 64;           // outputs of the MLP worked out together
inline constexpr int block = 32;                  // outputs of a dense layer worked out together
inline constexpr int outputs = head + block / 2;  // of the heads: the policy's, the glances', and nothing
inline constexpr int largest_size = 22;           // of a board
inline constexpr int most_places = 24 * 24 + 2;   // with its margin, and a place more to make them even
inline constexpr int summary = channels * (1 + glances);
inline constexpr int inner_value = 64, outer_value = 32;
inline constexpr int unit = 256;                 // steps of a field in 1.0
inline constexpr int depthwise_unit = 2 * unit;  // and of what a depthwise layer gives
inline constexpr int bias_unit = 1024;           // what a depthwise layer's bias is multiplied by
inline constexpr int exponentials = 16 * unit;   // beyond it e^−x is nothing
inline constexpr int exponential_one = 1 << 20;
}  // namespace line

// The MLP of a line, split by where its inputs come from: the first layer is a sum of three rows.
struct UnrollJob {
  int hidden;
  const float *left, *centre, *right;  // [arms][hidden], [3][hidden] with the bias, [arms][hidden]
  const float *second, *second_bias;   // [hidden / block][hidden][block]
  const float *third, *third_bias;     // [features / block][hidden][block]
  float* table;                        // [rows][features]
};

// A line of a place shows another row of the table.
struct RowChange {
  std::uint32_t place, from, to;
};
struct SumsJob {
  const std::int16_t* table;
  std::int16_t *sums, *field;  // of all places: the sums of four rows, and what is positive of them
  std::span<const RowChange> changes;
};

struct Depthwise {
  int channels = 0, shift = 0;
  const std::int16_t* weights = nullptr;  // [10][channels]: the window of 3×3, and the bias
};
struct Dense {
  int inputs = 0, outputs = 0, shift = 0;
  const std::int16_t* weights = nullptr;  // [outputs / block][inputs / 2][block][2]; half a block may follow
  const std::int32_t* bias = nullptr;     // with half a step, so that cutting off is rounding
};

// out = relu(dense · relu(depthwise · in) + added), at some places.
struct LayerJob {
  const Depthwise& depthwise;
  const Dense& dense;
  const std::int16_t *in, *added;  // added: may be null
  std::int16_t* out;
  int width;  // of a row of places
  std::span<const std::uint16_t> places;
};
// The heads' outputs at some places. The sums of the regions follow the field: its old numbers are in `before`.
struct HeadsJob {
  const Dense& dense;
  const std::int16_t* field;
  std::int16_t* before;
  std::int16_t* policy;        // [place][line::head]
  std::int32_t* worth;         // [place][line::glances]: how much each glance is drawn there
  std::int32_t* region_sums;   // [regions][channels]
  const std::uint8_t* region;  // of each place
  std::span<const std::uint16_t> places;
};

// What comes after the points: matrices are [inputs][outputs].
struct Readout {
  const std::int32_t* exponentials = nullptr;  // of −k / unit, in steps of 1 / exponential_one
  const float *policy_summary = nullptr, *policy_summary_bias = nullptr;
  const std::int16_t* policy_out = nullptr;
  float policy_step = 0, policy_bias = 0;
  const float *region = nullptr, *region_bias = nullptr;
  const float *first = nullptr, *first_bias = nullptr, *second = nullptr, *second_bias = nullptr, *last = nullptr;
  float last_bias = 0;
};
struct AnswerJob {
  const Readout& net;
  int size;
  const std::int16_t *field, *policy;
  const std::int32_t* worth;  // in the margin so little that nothing looks there
  const std::int32_t* region_sums;
  const float* region_share;  // 1 / points of each region
  float* logits;              // [size²]
};

struct LineKernels {
  std::string_view name;
  void (*unroll)(const UnrollJob&);
  void (*change_sums)(const SumsJob&);
  void (*layer)(const LayerJob&);
  void (*heads)(const HeadsJob&);
  float (*answer)(const AnswerJob&);  // the value before tanh
};

// What this processor can run, the slowest first.
std::span<const LineKernels* const> line_kernels();

namespace detail {
extern const LineKernels plain_line_kernels, avx2_line_kernels, avx512_line_kernels;
}

}  // namespace tengen::network

// What PyTorch has no fast form of in a line net (line.py): sums of table rows, the depthwise convolution, and their gradients.
// A lane has two neighbouring features or channels of a point, so that a warp reads whole stretches of memory.
#pragma once

#ifdef __CUDACC__
#include <cuda_bf16.h>

#include "rows.hpp"

namespace tengen::train {

constexpr int line_stretch = 64, line_pairs = 4;  // entries a warp; features up to 64 · line_pairs

DEV float2 as_floats(__half2 x) { return __half22float2(x); }
DEV float2 as_floats(__nv_bfloat162 x) { return __bfloat1622float2(x); }
DEV void put(__half2& to, float2 x) { to = __float22half2_rn(x); }
DEV void put(__nv_bfloat162& to, float2 x) { to = __float22bfloat162_rn(x); }
DEV float2 relu(float2 x) { return {fmaxf(x.x, 0), fmaxf(x.y, 0)}; }
DEV void add_product(float2& sum, float2 a, float2 b) { sum.x += a.x * b.x, sum.y += a.y * b.y; }

/// out[point] = the sum of the four rows of `table` that `number` names.
template <class Pair>
__global__ void __launch_bounds__(256)
    line_sums_kernel(const int4* __restrict__ number, const Pair* __restrict__ table, Pair* out, int64_t count, int pairs) {
  const int64_t point = static_cast<int64_t>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  if (point >= count) return;
  const int4 n = number[point];
  for (int f = lane(); f < pairs; f += 32) {
    const float2 a = as_floats(table[static_cast<int64_t>(n.x) * pairs + f]);
    const float2 b = as_floats(table[static_cast<int64_t>(n.y) * pairs + f]);
    const float2 c = as_floats(table[static_cast<int64_t>(n.z) * pairs + f]);
    const float2 d = as_floats(table[static_cast<int64_t>(n.w) * pairs + f]);
    put(out[point * pairs + f], {a.x + b.x + c.x + d.x, a.y + b.y + c.y + d.y});
  }
}

/// The gradient of the table: entry i is the line line[i], in rising order, at point[i], whose gradient belongs to the line's row.
/// A warp adds up a stretch of entries and writes only where the line changes: the line without stones is a third of all.
__global__ void __launch_bounds__(256)
    line_gradient_kernel(const int32_t* line, const int32_t* point, const __nv_bfloat162* gradient, float* table,
                         int64_t entries, int pairs) {
  const int64_t warp = static_cast<int64_t>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  const int64_t first = warp * line_stretch;
  if (first >= entries) return;
  const int64_t last = first + line_stretch < entries ? first + line_stretch : entries;
  float2 sum[line_pairs] = {};
  int32_t current = line[first];
  for (int64_t i = first; i <= last; ++i) {
    if (i == last || line[i] != current) {
      float* row = table + static_cast<int64_t>(current) * 2 * pairs;
      for (int k = 0; k < line_pairs; ++k) {
        const int f = lane() + 32 * k;
        if (f >= pairs) continue;
        atomicAdd(row + 2 * f, sum[k].x);
        atomicAdd(row + 2 * f + 1, sum[k].y);
        sum[k] = {0, 0};
      }
      if (i == last) return;
      current = line[i];
    }
    const __nv_bfloat162* g = gradient + static_cast<int64_t>(point[i]) * pairs;
    for (int k = 0; k < line_pairs; ++k) {
      const int f = lane() + 32 * k;
      if (f >= pairs) continue;
      const float2 v = as_floats(g[f]);
      sum[k].x += v.x, sum[k].y += v.y;
    }
  }
}

/// Three rows of a board around row `row`, of one pair of channels, seen through a window of three columns that moves right.
/// `read(point)` gives a value on the board.
template <class Read>
struct Window {
  const Read& read;
  int row;
  float2 at[3][3] = {};

  DEV Window(const Read& r, int row_) : read(r), row(row_) { load(0); }
  /// Moves on so that `column` is in the middle.
  DEV void move_to(int column) {
    for (int i = 0; i < 3; ++i) at[i][0] = at[i][1], at[i][1] = at[i][2], at[i][2] = {0, 0};
    if (column + 1 < side_length) load(column + 1);
  }

 private:
  DEV void load(int column) {
    for (int i = 0; i < 3; ++i) {
      const int r = row + i - 1;
      if (r >= 0 && r < side_length) at[i][2] = read(r * side_length + column);
    }
  }
};

/// y = relu(bias + Σ weight[k] · relu(x beside)), k = 0..8 row by row. One block a board; a thread has one pair of channels of
/// some rows.
template <class Pair>
__global__ void __launch_bounds__(256)
    spread_kernel(const Pair* __restrict__ x, const float2* weight, const float2* bias, Pair* y, int pairs) {
  const int pair = threadIdx.x % pairs, slots = blockDim.x / pairs;
  if (threadIdx.x / pairs >= slots) return;
  const int64_t board = static_cast<int64_t>(blockIdx.x) * points;
  float2 w[9];
  for (int k = 0; k < 9; ++k) w[k] = weight[k * pairs + pair];
  const float2 b = bias[pair];
  const auto read = [&](int q) { return relu(as_floats(x[(board + q) * pairs + pair])); };
  for (int row = threadIdx.x / pairs; row < side_length; row += slots) {
    Window<decltype(read)> window(read, row);
#pragma unroll 5
    for (int column = 0; column < side_length; ++column) {
      window.move_to(column);
      float2 sum = b;
      for (int k = 0; k < 9; ++k) add_product(sum, w[k], window.at[k / 3][k % 3]);
      put(y[(board + row * side_length + column) * pairs + pair], relu(sum));
    }
  }
}

/// The gradients of spread_kernel: for x, and added to out[10][channels] for the nine weights and the bias.
__global__ void __launch_bounds__(256)
    spread_gradient_kernel(const __nv_bfloat162* __restrict__ x, const __nv_bfloat162* __restrict__ y,
                           const __nv_bfloat162* __restrict__ gradient, const float2* weight, __nv_bfloat162* x_gradient,
                           float* out, int boards, int pairs) {
  const int pair = threadIdx.x % pairs, slots = blockDim.x / pairs;
  if (threadIdx.x / pairs >= slots) return;
  float2 w[9], sum[10] = {};
  for (int k = 0; k < 9; ++k) w[k] = weight[k * pairs + pair];
  for (int64_t n = blockIdx.x; n < boards; n += gridDim.x) {
    const int64_t board = n * points;
    const auto passed = [&](int q) -> float2 {  // the gradient before the last relu
      const int64_t at = (board + q) * pairs + pair;
      const float2 g = as_floats(gradient[at]), v = as_floats(y[at]);
      return {v.x > 0 ? g.x : 0, v.y > 0 ? g.y : 0};
    };
    for (int row = threadIdx.x / pairs; row < side_length; row += slots) {
      Window<decltype(passed)> window(passed, row);
#pragma unroll 5
      for (int column = 0; column < side_length; ++column) {
        window.move_to(column);
        const int64_t at = (board + row * side_length + column) * pairs + pair;
        const float2 here = relu(as_floats(x[at]));
        float2 back = {0, 0};
        for (int k = 0; k < 9; ++k) {  // x here reached the output on the opposite side through weight k
          const float2 g = window.at[2 - k / 3][2 - k % 3];
          add_product(back, w[k], g);
          add_product(sum[k], here, g);
        }
        sum[9].x += window.at[1][1].x, sum[9].y += window.at[1][1].y;
        put(x_gradient[at], {here.x > 0 ? back.x : 0, here.y > 0 ? back.y : 0});
      }
    }
  }
  for (int k = 0; k < 10; ++k) {
    atomicAdd(out + (k * pairs + pair) * 2, sum[k].x);
    atomicAdd(out + (k * pairs + pair) * 2 + 1, sum[k].y);
  }
}

template <class Pair>
int line_sums(const int32_t* number, const void* table, void* out, int64_t count, int features, cudaStream_t stream) {
  line_sums_kernel<<<static_cast<unsigned>((count + 7) / 8), 256, 0, stream>>>(
      reinterpret_cast<const int4*>(number), static_cast<const Pair*>(table), static_cast<Pair*>(out), count,
      features / 2);
  return static_cast<int>(cudaGetLastError());
}

template <class Pair>
int spread(const void* x, const float* weight, const float* bias, void* y, int boards, int channels,
           cudaStream_t stream) {
  spread_kernel<<<boards, 256, 0, stream>>>(static_cast<const Pair*>(x), reinterpret_cast<const float2*>(weight),
                                            reinterpret_cast<const float2*>(bias), static_cast<Pair*>(y), channels / 2);
  return static_cast<int>(cudaGetLastError());
}

}  // namespace tengen::train

extern "C" {

int tg_line_sums(const int32_t* number, const void* table, void* out, int64_t count, int features, int is_bfloat,
                 void* stream) {
  using namespace tengen::train;
  const auto run = is_bfloat ? line_sums<__nv_bfloat162> : line_sums<__half2>;
  return run(number, table, out, count, features, static_cast<cudaStream_t>(stream));
}
int tg_line_gradient(const int32_t* line, const int32_t* point, const void* gradient, float* table, int64_t entries,
                     int features, void* stream) {
  using namespace tengen::train;
  if (features % 2 || features > 64 * line_pairs) return static_cast<int>(cudaErrorInvalidValue);
  const int64_t warps = (entries + line_stretch - 1) / line_stretch;
  line_gradient_kernel<<<static_cast<unsigned>((warps + 7) / 8), 256, 0, static_cast<cudaStream_t>(stream)>>>(
      line, point, static_cast<const __nv_bfloat162*>(gradient), table, entries, features / 2);
  return static_cast<int>(cudaGetLastError());
}
int tg_spread(const void* x, const float* weight, const float* bias, void* y, int boards, int channels, int is_bfloat,
              void* stream) {
  using namespace tengen::train;
  if (channels % 2 || channels > 512) return static_cast<int>(cudaErrorInvalidValue);
  const auto run = is_bfloat ? spread<__nv_bfloat162> : spread<__half2>;
  return run(x, weight, bias, y, boards, channels, static_cast<cudaStream_t>(stream));
}
int tg_spread_gradient(const void* x, const void* y, const void* gradient, const float* weight, void* x_gradient,
                       float* out, int boards, int channels, void* stream) {
  using namespace tengen::train;
  if (channels % 2 || channels > 512) return static_cast<int>(cudaErrorInvalidValue);
  using Pair = __nv_bfloat162;
  spread_gradient_kernel<<<boards < 1056 ? boards : 1056, 256, 0, static_cast<cudaStream_t>(stream)>>>(
      static_cast<const Pair*>(x), static_cast<const Pair*>(y), static_cast<const Pair*>(gradient),
      reinterpret_cast<const float2*>(weight), static_cast<Pair*>(x_gradient), out, boards, channels / 2);
  return static_cast<int>(cudaGetLastError());
}

}  // extern "C"
#endif

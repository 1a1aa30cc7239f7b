// Entry points for Python (see native.py). Built by nvcc for the GPU, one warp a game, or by a C++ compiler for the CPU
// (-x c++), one game after another.
#include "lines.hpp"
#include "play.hpp"

using namespace tengen::train;

namespace {

/// Threats and shapes of given positions, for tests: out[n][6][side_length] = five, four, win, three, fork, forbidden.
DEV void threats_of(const uint64_t* boards, const uint8_t* rules, uint64_t* out, int n) {
  const Rows stones = Rows::load(boards + static_cast<int64_t>(n) * side_length);
  const View view = view_of(rules[n], stones);
  const Threats t = threats(stones, view);
  const Shapes s = shapes(stones, view, t.four);
  const Rows all[6] = {t.five, t.four, t.win, s.three, s.fork, s.forbidden};
  for (int k = 0; k < 6; ++k) all[k].store(out + (static_cast<int64_t>(n) * 6 + k) * side_length);
}

/// Settles given positions in place: outcome[n] and the stones played.
DEV void settle_one(uint64_t* boards, const uint8_t* rules, int8_t* outcome, int32_t* turns, Effort effort, int n) {
  Rows stones = Rows::load(boards + static_cast<int64_t>(n) * side_length);
  int played;
  const Outcome o = settle(stones, view_of(rules[n], stones), played, effort);
  stones.store(boards + static_cast<int64_t>(n) * side_length);
  if (lane() == 0) outcome[n] = o, turns[n] = played;
}

/// The network's input for given positions, and the move that needs no network (−1: none).
DEV void look(const Arena& arena, const uint64_t* boards, const uint8_t* rules, int32_t* move, int n) {
  const Game game(arena, n);
  const Rows stones = Rows::load(boards + static_cast<int64_t>(n) * side_length);
  const View view = view_of(rules[n], stones);
  write_planes(game, stones, view, 0);
  const int m = forced_move(stones, view, {arena.root_vcf, arena.root_vct});
  if (lane() == 0) move[n] = m;
}

/// Inputs of replay samples under a symmetry each, with the policy moved along.
DEV void sample_one(const Arena& arena, const int64_t* index, const uint8_t* symmetry, half_t* policy, int16_t* next,
                    int n) {
  const Game game(arena, n);
  const int64_t at = index[n];
  const int s = symmetry[n];
  const Rows stones = Rows::load(arena.replay_stones + at * side_length);
  write_planes(game, stones, view_of(arena.replay_rule[at], stones), s);
  const int16_t* source = arena.permutation + s * points;
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    if (point < points)
      policy[static_cast<int64_t>(n) * points + point] = arena.replay_policy[at * points + source[point]];
  }
  const int move = arena.replay_next[at];
  if (lane() == 0) next[n] = static_cast<int16_t>(move < 0 ? move : arena.permutation[(8 + s) * points + move]);
}

#ifdef __CUDACC__
constexpr int warps_per_block = 4;
#define KERNEL(name, parameters, call)                                      \
  __global__ void __launch_bounds__(32 * warps_per_block) name parameters { \
    const int n = blockIdx.x * warps_per_block + threadIdx.x / 32;          \
    if (n < count) call;                                                    \
  }
#define LAUNCH(name, ...)                                                          \
  name<<<(count + warps_per_block - 1) / warps_per_block, 32 * warps_per_block, 0, \
         static_cast<cudaStream_t>(stream)>>>(__VA_ARGS__);                        \
  return static_cast<int>(cudaGetLastError())
#else
#define KERNEL(name, parameters, call)    \
  void name parameters {                  \
    for (int n = 0; n < count; ++n) call; \
  }
#define LAUNCH(name, ...) \
  (void)stream;           \
  name(__VA_ARGS__);      \
  return 0
#endif

KERNEL(step_kernel, (const Arena arena, int count), step(arena, n))
KERNEL(threats_kernel, (const uint64_t* boards, const uint8_t* rules, uint64_t* out, int count),
       threats_of(boards, rules, out, n))
KERNEL(settle_kernel, (uint64_t * boards, const uint8_t* rules, int8_t* outcome, int32_t* turns, Effort effort, int count),
       settle_one(boards, rules, outcome, turns, effort, n))
KERNEL(look_kernel, (const Arena arena, const uint64_t* boards, const uint8_t* rules, int32_t* move, int count),
       look(arena, boards, rules, move, n))
KERNEL(sample_kernel,
       (const Arena arena, const int64_t* index, const uint8_t* symmetry, half_t* policy, int16_t* next, int count),
       sample_one(arena, index, symmetry, policy, next, n))

#ifdef __CUDACC__
/// Global pooling of a residual block, in place: x[n][points][channels] += weight · (mean, max over the board) + bias.
/// One block a position, kept in registers between its only read and its only write: a thread has eight channels of each
/// `rows`-th point. weight is [2 · channels][channels].
constexpr int most_channels = 128, most_points = (points + 15) / 16;

__global__ void __launch_bounds__(256, 2) pool_kernel(uint4* x, const __half* weight, const float* bias, int channels) {
  __shared__ float sums[256 * 8], tops[256 * 8], pooled[2 * most_channels], part[2][most_channels];
  const int groups = channels / 8, rows = blockDim.x / groups;
  const int group = threadIdx.x % groups, row = threadIdx.x / groups;
  uint4* board = x + static_cast<int64_t>(blockIdx.x) * points * groups;
  uint4 kept[most_points];
  float sum[8] = {}, top[8];
  for (int c = 0; c < 8; ++c) top[c] = -1e30f;
#pragma unroll
  for (int i = 0; i < most_points; ++i) {
    const int p = row + i * rows;
    if (p >= points) continue;
    kept[i] = board[p * groups + group];
    const __half* v = reinterpret_cast<const __half*>(&kept[i]);
    for (int c = 0; c < 8; ++c) sum[c] += __half2float(v[c]), top[c] = fmaxf(top[c], __half2float(v[c]));
  }
  for (int c = 0; c < 8; ++c)
    sums[row * channels + group * 8 + c] = sum[c], tops[row * channels + group * 8 + c] = top[c];
  __syncthreads();
  for (int c = threadIdx.x; c < channels; c += blockDim.x) {
    float s = 0, t = -1e30f;
    for (int r = 0; r < rows; ++r) s += sums[r * channels + c], t = fmaxf(t, tops[r * channels + c]);
    pooled[c] = s / points, pooled[channels + c] = t;
  }
  __syncthreads();
  if (threadIdx.x < 2 * channels) {  // half of the dot product each
    const int c = threadIdx.x % channels, half = threadIdx.x / channels;
    float b = half ? 0 : bias[c];
#pragma unroll 8
    for (int k = half * channels; k < (half + 1) * channels; ++k)
      b += pooled[k] * __half2float(weight[k * channels + c]);
    part[half][c] = b;
  }
  __syncthreads();
  float b[8];
  for (int c = 0; c < 8; ++c) b[c] = part[0][group * 8 + c] + part[1][group * 8 + c];
#pragma unroll
  for (int i = 0; i < most_points; ++i) {
    const int p = row + i * rows;
    if (p >= points) continue;
    __half* v = reinterpret_cast<__half*>(&kept[i]);
    for (int c = 0; c < 8; ++c) v[c] = __float2half(__half2float(v[c]) + b[c]);
    board[p * groups + group] = kept[i];
  }
}
#endif

}  // namespace

extern "C" {

int tg_arena_size() { return sizeof(Arena); }
int tg_state_size() { return state_size; }
int tg_history_length() { return history_length; }
int tg_side_length() { return side_length; }

int tg_step(const Arena* arena, void* stream) {
  const int count = arena->games;
  LAUNCH(step_kernel, *arena, count);
}
int tg_threats(const uint64_t* boards, const uint8_t* rules, uint64_t* out, int count, void* stream) {
  LAUNCH(threats_kernel, boards, rules, out, count);
}
int tg_settle(uint64_t* boards, const uint8_t* rules, int8_t* outcome, int32_t* turns, int fours, int threats,
              int count, void* stream) {
  const Effort effort = {fours, threats};
  LAUNCH(settle_kernel, boards, rules, outcome, turns, effort, count);
}
int tg_look(const Arena* arena, const uint64_t* boards, const uint8_t* rules, int32_t* move, int count, void* stream) {
  LAUNCH(look_kernel, *arena, boards, rules, move, count);
}
int tg_sample(const Arena* arena, const int64_t* index, const uint8_t* symmetry, void* policy, int16_t* next, int count,
              void* stream) {
  LAUNCH(sample_kernel, *arena, index, symmetry, static_cast<half_t*>(policy), next, count);
}
#ifdef __CUDACC__
int tg_pool(void* x, const void* weight, const float* bias, int count, int channels, void* stream) {
  const int groups = channels / 8, threads = 256 / groups * groups;
  if (channels % 8 || channels > most_channels || 2 * channels > threads || points > most_points * (threads / groups))
    return static_cast<int>(cudaErrorInvalidValue);
  pool_kernel<<<count, threads, 0, static_cast<cudaStream_t>(stream)>>>(
      static_cast<uint4*>(x), static_cast<const __half*>(weight), bias, channels);
  return static_cast<int>(cudaGetLastError());
}
#endif

}  // extern "C"

// Entry points for Python (see native.py). Built by nvcc for the GPU, one warp a game, or by a C++ compiler for the CPU
// (-x c++), one game after another.
#include "play.hpp"

using namespace tengen::train;

namespace {

/// Threats of given positions, for tests: out[n][3][32] = five, four, win.
DEV void threats_of(const uint16_t* boards, uint16_t* out, int n) {
    const Threats t = threats(Rows::load(boards + static_cast<int64_t>(n) * 32));
    uint16_t* to = out + static_cast<int64_t>(n) * 96;
    t.five.store(to), t.four.store(to + 32), t.win.store(to + 64);
}

/// Settles given positions in place: outcome[n] and the stones played.
DEV void settle_one(uint16_t* boards, int8_t* outcome, int32_t* turns, int limit, int n) {
    Rows stones = Rows::load(boards + static_cast<int64_t>(n) * 32);
    int played;
    const Outcome o = settle(stones, played, limit);
    stones.store(boards + static_cast<int64_t>(n) * 32);
    if (lane() == 0) outcome[n] = o, turns[n] = played;
}

/// The network's input for given positions, and the move that needs no network (−1: none).
DEV void look(const Arena& arena, const uint16_t* boards, int32_t* move, int n) {
    const Game game(arena, n);
    const Rows stones = Rows::load(boards + static_cast<int64_t>(n) * 32);
    write_planes(game, stones, 0);
    const int m = forced_move(stones, arena.root_vcf);
    if (lane() == 0) move[n] = m;
}

/// Inputs of replay samples under a symmetry each, with the policy moved along.
DEV void sample_one(const Arena& arena, const int64_t* index, const uint8_t* symmetry, half_t* policy, uint8_t* next, int n) {
    const Game game(arena, n);
    const int64_t at = index[n];
    const int s = symmetry[n];
    write_planes(game, Rows::load(arena.replay_stones + at * 32), s);
    const uint8_t* source = arena.permutation + s * points;
    for (int i = 0; i < slots; ++i) {
        const int point = lane() + lanes * i;
        if (point < points) policy[static_cast<int64_t>(n) * points + point] = arena.replay_policy[at * points + source[point]];
    }
    const int move = arena.replay_next[at];
    if (lane() == 0) next[n] = move == no_move ? move : arena.permutation[(8 + s) * points + move];
}

#ifdef __CUDACC__
constexpr int warps_per_block = 4;
#define KERNEL(name, parameters, call) \
    __global__ void __launch_bounds__(32 * warps_per_block) name parameters { \
        const int n = blockIdx.x * warps_per_block + threadIdx.x / 32; \
        if (n < count) call; \
    }
#define LAUNCH(name, ...) \
    name<<<(count + warps_per_block - 1) / warps_per_block, 32 * warps_per_block, 0, static_cast<cudaStream_t>(stream)>>>(__VA_ARGS__); \
    return static_cast<int>(cudaGetLastError())
#else
#define KERNEL(name, parameters, call) \
    void name parameters { \
        for (int n = 0; n < count; ++n) call; \
    }
#define LAUNCH(name, ...) \
    (void)stream; \
    name(__VA_ARGS__); \
    return 0
#endif

KERNEL(step_kernel, (const Arena arena, int count), step(arena, n))
KERNEL(threats_kernel, (const uint16_t* boards, uint16_t* out, int count), threats_of(boards, out, n))
KERNEL(settle_kernel, (uint16_t* boards, int8_t* outcome, int32_t* turns, int limit, int count), settle_one(boards, outcome, turns, limit, n))
KERNEL(look_kernel, (const Arena arena, const uint16_t* boards, int32_t* move, int count), look(arena, boards, move, n))
KERNEL(sample_kernel, (const Arena arena, const int64_t* index, const uint8_t* symmetry, half_t* policy, uint8_t* next, int count),
       sample_one(arena, index, symmetry, policy, next, n))

#ifdef __CUDACC__
/// Global pooling of a residual block, in place: x[n][225][channels] += weight · (mean, max over the board) + bias.
/// One block a position; weight is [channels][2 · channels].
__global__ void pool_kernel(__half* x, const __half* weight, const float* bias, int channels) {
    extern __shared__ float pooled[];    // mean, then max
    __half* board = x + static_cast<int64_t>(blockIdx.x) * points * channels;
    const int c = threadIdx.x % channels, part = threadIdx.x / channels, parts = blockDim.x / channels;
    float sum = 0, top = -1e30f;
    for (int p = part; p < points; p += parts) {
        const float v = __half2float(board[p * channels + c]);
        sum += v, top = fmaxf(top, v);
    }
    float* sums = pooled + 2 * channels;
    sums[threadIdx.x] = sum, sums[blockDim.x + threadIdx.x] = top;
    __syncthreads();
    if (part == 0) {
        for (int k = 1; k < parts; ++k) sum += sums[k * channels + c], top = fmaxf(top, sums[blockDim.x + k * channels + c]);
        pooled[c] = sum / points, pooled[channels + c] = top;
    }
    __syncthreads();
    if (part == 0) {
        float b = bias[c];
        for (int k = 0; k < 2 * channels; ++k) b += pooled[k] * __half2float(weight[k * channels + c]);
        sums[c] = b;
    }
    __syncthreads();
    const float b = sums[c];
    for (int p = part; p < points; p += parts) board[p * channels + c] = __float2half(__half2float(board[p * channels + c]) + b);
}
#endif

}    // namespace

extern "C" {

int tg_arena_size() { return sizeof(Arena); }
int tg_state_size() { return state_size; }
int tg_history_length() { return history_length; }

int tg_step(const Arena* arena, void* stream) {
    const int count = arena->games;
    LAUNCH(step_kernel, *arena, count);
}
int tg_threats(const uint16_t* boards, uint16_t* out, int count, void* stream) { LAUNCH(threats_kernel, boards, out, count); }
int tg_settle(uint16_t* boards, int8_t* outcome, int32_t* turns, int limit, int count, void* stream) {
    LAUNCH(settle_kernel, boards, outcome, turns, limit, count);
}
int tg_look(const Arena* arena, const uint16_t* boards, int32_t* move, int count, void* stream) {
    LAUNCH(look_kernel, *arena, boards, move, count);
}
int tg_sample(const Arena* arena, const int64_t* index, const uint8_t* symmetry, void* policy, uint8_t* next, int count, void* stream) {
    LAUNCH(sample_kernel, *arena, index, symmetry, static_cast<half_t*>(policy), next, count);
}
#ifdef __CUDACC__
int tg_pool(void* x, const void* weight, const float* bias, int count, int channels, void* stream) {
    const int threads = channels * (1024 / channels > 8 ? 8 : 1024 / channels);
    pool_kernel<<<count, threads, (2 * channels + 2 * threads) * sizeof(float), static_cast<cudaStream_t>(stream)>>>(
        static_cast<__half*>(x), static_cast<const __half*>(weight), bias, channels);
    return static_cast<int>(cudaGetLastError());
}
#endif

}    // extern "C"

#include "engines/gomoku/champion/threats.hpp"

namespace tengen::engines::gomoku {

extern const ShapeKernels<SmallRows> plain_small_shapes, avx2_small_shapes, avx512_small_shapes;
extern const ShapeKernels<LargeRows> plain_large_shapes, avx2_large_shapes, avx512_large_shapes;

namespace {

// How many of the three kinds this processor can run.
std::size_t known() noexcept {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi")) return 1;
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
             ? 3
             : 2;
}

}  // namespace

template <>
std::span<const ShapeKernels<SmallRows>* const> shape_kernels() noexcept {
  static constexpr const ShapeKernels<SmallRows>* all[] = {&plain_small_shapes, &avx2_small_shapes,
                                                           &avx512_small_shapes};
  return std::span(all).first(known());
}

template <>
std::span<const ShapeKernels<LargeRows>* const> shape_kernels() noexcept {
  static constexpr const ShapeKernels<LargeRows>* all[] = {&plain_large_shapes, &avx2_large_shapes,
                                                           &avx512_large_shapes};
  return std::span(all).first(known());
}

}  // namespace tengen::engines::gomoku

#include "engines/gomoku/champion/threats.hpp"

namespace tengen::gomoku {

extern const ShapeKernels<SmallRows> plain_small_shapes, avx2_small_shapes, avx512_small_shapes;
extern const ShapeKernels<LargeRows> plain_large_shapes, avx2_large_shapes, avx512_large_shapes;

template <class Rows>
const ShapeKernels<Rows>& shape_kernels() noexcept {
  constexpr bool small = std::same_as<Rows, SmallRows>;
  const auto choose = [](const auto& small_one, const auto& large_one) -> const ShapeKernels<Rows>& {
    if constexpr (small)
      return small_one;
    else
      return large_one;
  };
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx512) return choose(avx512_small_shapes, avx512_large_shapes);
  return avx2 ? choose(avx2_small_shapes, avx2_large_shapes) : choose(plain_small_shapes, plain_large_shapes);
}

template const ShapeKernels<SmallRows>& shape_kernels() noexcept;
template const ShapeKernels<LargeRows>& shape_kernels() noexcept;

}  // namespace tengen::gomoku

// For processors with AVX2. Only what stands inside the target region is compiled for them, and all of that is a template over
// the kind of processor, so that no function of the rest of the program can end up with these instructions.

#include <utility>

#include "engines/gomoku/champion/threats.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi")
#endif

#include "engines/gomoku/champion/shape_formulas.hpp"

namespace tengen::engines::gomoku {
namespace {

struct Avx2Shapes {
  template <class Rows>
  using Set = Rows;
  template <int dr, int dc, class Rows>
  static Rows at(const Frame<Rows>& frame, const Rows& set) noexcept {
    return frame.template at<dr, dc>(set);
  }
};

}  // namespace

extern const ShapeKernels<SmallRows> avx2_small_shapes;
extern const ShapeKernels<LargeRows> avx2_large_shapes;
const ShapeKernels<SmallRows> avx2_small_shapes = Formulas<SmallRows, Avx2Shapes>::kernels();
const ShapeKernels<LargeRows> avx2_large_shapes = Formulas<LargeRows, Avx2Shapes>::kernels();

}  // namespace tengen::engines::gomoku

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

// For any x86-64.

#include "engines/gomoku/champion/shape_formulas.hpp"

namespace tengen::engines::gomoku {
namespace {

struct PlainShapes {
  template <class Rows>
  using Set = Rows;
  template <int dr, int dc, class Rows>
  static Rows at(const Frame<Rows>& frame, const Rows& set) noexcept {
    return frame.template at<dr, dc>(set);
  }
};

}  // namespace

extern const ShapeKernels<SmallRows> plain_small_shapes;
extern const ShapeKernels<LargeRows> plain_large_shapes;
const ShapeKernels<SmallRows> plain_small_shapes = Formulas<SmallRows, PlainShapes>::kernels();
const ShapeKernels<LargeRows> plain_large_shapes = Formulas<LargeRows, PlainShapes>::kernels();

}  // namespace tengen::engines::gomoku

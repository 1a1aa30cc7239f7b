// For processors with AVX-512. Only what stands inside the target region is compiled for them, and all of that is a template over
// the kind of processor, so that no function of the rest of the program can end up with these instructions.

#include <immintrin.h>

#include <utility>

#include "engines/gomoku/champion/threats.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,avx512f,avx512bw,avx512dq,avx512vl"))), \
                                 apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")
#endif

#include "engines/gomoku/champion/shape_formulas.hpp"

namespace tengen::engines::gomoku {
namespace {

// A small board in one register.
struct Avx512Rows {
  __m512i x = _mm512_setzero_si512();

  Avx512Rows() noexcept = default;
  explicit Avx512Rows(__m512i value) noexcept : x(value) {}
  explicit Avx512Rows(const SmallRows& rows) noexcept : x(_mm512_loadu_si512(rows.row.data())) {}
  explicit operator SmallRows() const noexcept {
    SmallRows rows;
    _mm512_storeu_si512(rows.row.data(), x);
    return rows;
  }

  Avx512Rows swapped() const noexcept { return Avx512Rows(_mm512_maskz_rol_epi32(0xffff, x, SmallRows::half)); }
  Avx512Rows masked(SmallRows::Word mask) const noexcept {
    return Avx512Rows(_mm512_and_si512(x, _mm512_set1_epi32(static_cast<int>(mask))));
  }
  Avx512Rows without(const Avx512Rows& o) const noexcept {
    return Avx512Rows(_mm512_ternarylogic_epi32(x, o.x, o.x, 0x30));
  }
  bool any(int side) const noexcept {
    return _mm512_test_epi32_mask(x, _mm512_set1_epi32(static_cast<int>(SmallRows::side_bits(side)))) != 0;
  }
  int first(int side) const noexcept { return SmallRows(*this).first(side); }
  Avx512Rows flipped(int side, int point) const noexcept { return Avx512Rows(SmallRows(*this).flipped(side, point)); }
  static Avx512Rows single(int side, int point) noexcept { return Avx512Rows(SmallRows::single(side, point)); }
};
inline Avx512Rows operator&(const Avx512Rows& a, const Avx512Rows& b) noexcept {
  return Avx512Rows(_mm512_and_si512(a.x, b.x));
}
inline Avx512Rows operator|(const Avx512Rows& a, const Avx512Rows& b) noexcept {
  return Avx512Rows(_mm512_or_si512(a.x, b.x));
}
inline Avx512Rows operator^(const Avx512Rows& a, const Avx512Rows& b) noexcept {
  return Avx512Rows(_mm512_xor_si512(a.x, b.x));
}

struct Avx512Shapes {
  template <class Rows>
  using Set = std::conditional_t<std::same_as<Rows, SmallRows>, Avx512Rows, Rows>;
  template <int dr, int dc>
  [[gnu::always_inline]] static Avx512Rows at(const Frame<SmallRows>& frame, const Avx512Rows& set) noexcept {
    __m512i x = set.x;
    if constexpr (dr != 0)  // rows turn round; those that came from beyond the edge are nothing
      x = _mm512_maskz_alignr_epi32(dr > 0 ? 0xffff >> dr : 0xffff << -dr & 0xffff, x, x, (dr + 16) % 16);
    if constexpr (dc > 0) x = _mm512_maskz_srli_epi32(0xffff, x, dc);
    if constexpr (dc < 0) x = _mm512_maskz_slli_epi32(0xffff, x, -dc);
    if constexpr (dc != 0) x = _mm512_and_si512(x, _mm512_set1_epi32(static_cast<int>(frame.kept(dc))));
    return Avx512Rows(x);
  }
  template <int dr, int dc, class Rows>
  static Rows at(const Frame<Rows>& frame, const Rows& set) noexcept {
    return frame.template at<dr, dc>(set);
  }
};

}  // namespace

extern const ShapeKernels<SmallRows> avx512_small_shapes;
extern const ShapeKernels<LargeRows> avx512_large_shapes;
const ShapeKernels<SmallRows> avx512_small_shapes = Formulas<SmallRows, Avx512Shapes>::kernels();
const ShapeKernels<LargeRows> avx512_large_shapes = Formulas<LargeRows, Avx512Shapes>::kernels();

}  // namespace tengen::engines::gomoku

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

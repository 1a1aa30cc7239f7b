// For any x86-64: SSE2 multiplies pairs of 16-bit numbers.

#include <emmintrin.h>

#include "network/convolution.hpp"

namespace tengen::network {
namespace {

struct PlainFloats {
  using Floats = PlainFloats;
  using Field = float;
  using Weight = float;
  using Sums = __m128;
  using Weights = __m128;
  static constexpr bool exact = true;
  static constexpr int group = 1, width = 4, points = 6, vectors = 2;

  [[gnu::always_inline]] static Sums nothing() noexcept { return _mm_setzero_ps(); }
  [[gnu::always_inline]] static __m128 splat(const Field* field) noexcept { return _mm_set1_ps(*field); }
  [[gnu::always_inline]] static Weights load(const Weight* weights) noexcept { return _mm_load_ps(weights); }
  [[gnu::always_inline]] static Sums add(Sums sums, __m128 field, Weights weights) noexcept {
    return _mm_add_ps(sums, _mm_mul_ps(field, weights));
  }
  [[gnu::always_inline]] static Sums from(const float* values) noexcept { return _mm_loadu_ps(values); }
  [[gnu::always_inline]] static Sums plus(Sums a, Sums b) noexcept { return _mm_add_ps(a, b); }
  [[gnu::always_inline]] static void store(Sums sums, float* out) noexcept { _mm_store_ps(out, sums); }
};

struct PlainLanes {
  using Floats = PlainFloats;
  using Field = std::int16_t;
  using Weight = std::int16_t;
  using Sums = __m128i;
  using Weights = __m128i;
  static constexpr bool exact = false;
  static constexpr int group = 2, width = 4, points = 6, vectors = 2;

  [[gnu::always_inline]] static Sums nothing() noexcept { return _mm_setzero_si128(); }
  [[gnu::always_inline]] static __m128i splat(const Field* field) noexcept {
    std::int32_t pair;
    __builtin_memcpy(&pair, field, sizeof pair);
    return _mm_set1_epi32(pair);
  }
  [[gnu::always_inline]] static Weights load(const Weight* weights) noexcept {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(weights));
  }
  [[gnu::always_inline]] static Sums add(Sums sums, __m128i field, Weights weights) noexcept {
    return _mm_add_epi32(sums, _mm_madd_epi16(field, weights));
  }
  [[gnu::always_inline]] static void store(Sums sums, float* out) noexcept { _mm_store_ps(out, _mm_cvtepi32_ps(sums)); }
};

}  // namespace

const Kernels detail::plain_kernels = kernels_of<PlainLanes>("SSE2");
const Kernels detail::plain_floats = kernels_of<PlainFloats>("SSE2, 32 bits");

}  // namespace tengen::network

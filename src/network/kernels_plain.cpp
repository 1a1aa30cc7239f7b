// For any x86-64: SSE2 multiplies pairs of 16-bit numbers.

#include <emmintrin.h>

#include "network/convolution.hpp"
#include "network/line_layers.hpp"

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

struct PlainLineLanes {
  using Words = __m128i;
  using Floats = float __attribute__((vector_size(16)));
  static constexpr int words = 8, points = 1;

  [[gnu::always_inline]] static Words zero() noexcept { return _mm_setzero_si128(); }
  [[gnu::always_inline]] static Words load(const std::int16_t* p) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  [[gnu::always_inline]] static Words load32(const std::int32_t* p) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  [[gnu::always_inline]] static void store(std::int16_t* p, Words x) noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), x);
  }
  [[gnu::always_inline]] static void store32(std::int32_t* p, Words x) noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), x);
  }
  [[gnu::always_inline]] static Words splat(const std::int16_t* pair) noexcept {
    std::int32_t both;
    __builtin_memcpy(&both, pair, sizeof both);
    return _mm_set1_epi32(both);
  }
  [[gnu::always_inline]] static Words low(Words a, Words b) noexcept { return _mm_unpacklo_epi16(a, b); }
  [[gnu::always_inline]] static Words high(Words a, Words b) noexcept { return _mm_unpackhi_epi16(a, b); }
  [[gnu::always_inline]] static Words dot(Words sums, Words a, Words b) noexcept {
    return _mm_add_epi32(sums, _mm_madd_epi16(a, b));
  }
  [[gnu::always_inline]] static Words narrow(Words low, Words high, int shift) noexcept {
    const __m128i by = _mm_cvtsi32_si128(shift);
    return _mm_packs_epi32(_mm_sra_epi32(low, by), _mm_sra_epi32(high, by));
  }
  [[gnu::always_inline]] static Words joined(Words low, Words high, int shift) noexcept {
    return narrow(low, high, shift);
  }
  [[gnu::always_inline]] static Words max(Words a, Words b) noexcept { return _mm_max_epi16(a, b); }
  [[gnu::always_inline]] static Words plus(Words a, Words b) noexcept { return _mm_adds_epi16(a, b); }
  [[gnu::always_inline]] static int total(Words sums) noexcept {
    const __m128i two = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
  }
};

}  // namespace

const Kernels detail::plain_kernels = kernels_of<PlainLanes>("SSE2");
const Kernels detail::plain_floats = kernels_of<PlainFloats>("SSE2, 32 bits");
const LineKernels detail::plain_line_kernels = line_kernels_of<PlainLineLanes>("SSE2");

}  // namespace tengen::network

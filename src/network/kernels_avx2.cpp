// For processors with AVX2 and FMA. Only what stands inside the target region is compiled for them; all of it is in an
// unnamed namespace, so that no function of the rest of the program can end up with these instructions.

#include <immintrin.h>

#include "network/kernels.hpp"
#include "network/line_kernels.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#include "network/convolution.hpp"
#include "network/line_layers.hpp"

namespace tengen::network {
namespace {

struct Avx2Floats {
  using Floats = Avx2Floats;
  using Field = float;
  using Weight = float;
  using Sums = __m256;
  using Weights = __m256;
  static constexpr bool exact = true;
  static constexpr int group = 1, width = 8, points = 6, vectors = 2;

  [[gnu::always_inline]] static Sums nothing() noexcept { return _mm256_setzero_ps(); }
  [[gnu::always_inline]] static __m256 splat(const Field* field) noexcept { return _mm256_set1_ps(*field); }
  [[gnu::always_inline]] static Weights load(const Weight* weights) noexcept { return _mm256_load_ps(weights); }
  [[gnu::always_inline]] static Sums add(Sums sums, __m256 field, Weights weights) noexcept {
    return _mm256_fmadd_ps(field, weights, sums);
  }
  [[gnu::always_inline]] static Sums from(const float* values) noexcept { return _mm256_loadu_ps(values); }
  [[gnu::always_inline]] static Sums plus(Sums a, Sums b) noexcept { return _mm256_add_ps(a, b); }
  [[gnu::always_inline]] static void store(Sums sums, float* out) noexcept { _mm256_store_ps(out, sums); }
};

struct Avx2Lanes {
  using Floats = Avx2Floats;
  using Field = std::int16_t;
  using Weight = std::int16_t;
  using Sums = __m256i;
  using Weights = __m256i;
  static constexpr bool exact = false;
  static constexpr int group = 2, width = 8, points = 6, vectors = 2;

  [[gnu::always_inline]] static Sums nothing() noexcept { return _mm256_setzero_si256(); }
  [[gnu::always_inline]] static __m256i splat(const Field* field) noexcept {
    std::int32_t pair;
    __builtin_memcpy(&pair, field, sizeof pair);
    return _mm256_set1_epi32(pair);
  }
  [[gnu::always_inline]] static Weights load(const Weight* weights) noexcept {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(weights));
  }
  [[gnu::always_inline]] static Sums add(Sums sums, __m256i field, Weights weights) noexcept {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(field, weights));
  }
  [[gnu::always_inline]] static void store(Sums sums, float* out) noexcept {
    _mm256_store_ps(out, _mm256_cvtepi32_ps(sums));
  }
};

struct Avx2LineLanes {
  using Words = __m256i;
  using Floats = float __attribute__((vector_size(32)));
  static constexpr int words = 16, points = 3;

  [[gnu::always_inline]] static Words zero() noexcept { return _mm256_setzero_si256(); }
  [[gnu::always_inline]] static Words load(const std::int16_t* p) noexcept {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  [[gnu::always_inline]] static Words load32(const std::int32_t* p) noexcept {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  [[gnu::always_inline]] static void store(std::int16_t* p, Words x) noexcept {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }
  [[gnu::always_inline]] static void store32(std::int32_t* p, Words x) noexcept {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }
  [[gnu::always_inline]] static Words splat(const std::int16_t* pair) noexcept {
    std::int32_t both;
    __builtin_memcpy(&both, pair, sizeof both);
    return _mm256_set1_epi32(both);
  }
  [[gnu::always_inline]] static Words low(Words a, Words b) noexcept { return _mm256_unpacklo_epi16(a, b); }
  [[gnu::always_inline]] static Words high(Words a, Words b) noexcept { return _mm256_unpackhi_epi16(a, b); }
  [[gnu::always_inline]] static Words dot(Words sums, Words a, Words b) noexcept {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(a, b));
  }
  [[gnu::always_inline]] static Words narrow(Words low, Words high, int shift) noexcept {
    const __m128i by = _mm_cvtsi32_si128(shift);
    return _mm256_packs_epi32(_mm256_sra_epi32(low, by), _mm256_sra_epi32(high, by));
  }
  [[gnu::always_inline]] static Words joined(Words low, Words high, int shift) noexcept {
    return _mm256_permute4x64_epi64(narrow(low, high, shift), 0xd8);
  }
  [[gnu::always_inline]] static Words max(Words a, Words b) noexcept { return _mm256_max_epi16(a, b); }
  [[gnu::always_inline]] static Words plus(Words a, Words b) noexcept { return _mm256_adds_epi16(a, b); }
  [[gnu::always_inline]] static int total(Words sums) noexcept {
    const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
  }
};

}  // namespace

const Kernels detail::avx2_kernels = kernels_of<Avx2Lanes>("AVX2");
const Kernels detail::avx2_floats = kernels_of<Avx2Floats>("AVX2, 32 bits");
const LineKernels detail::avx2_line_kernels = line_kernels_of<Avx2LineLanes>("AVX2");

}  // namespace tengen::network

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

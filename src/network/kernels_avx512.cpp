// For processors with AVX-512 and its instructions for networks (VNNI), which multiply bytes four at a time. Only what
// stands inside the target region is compiled for them; all of it is in an unnamed namespace, so that no function of the
// rest of the program can end up with these instructions.

#include <immintrin.h>

#include "network/kernels.hpp"
#include "network/line_kernels.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), \
                                 apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,prefer-vector-width=512")
#endif

#include "network/convolution.hpp"
#include "network/line_layers.hpp"

namespace tengen::network {
namespace {

// Sums are added to where they stand. GCC 12 gives the intrinsic's result a register of its own, copies it back, and with all
// registers full of sums keeps a copy of each in memory at every step: a residual net then takes 2.2 times as long.

struct Avx512Floats {
  using Floats = Avx512Floats;
  using Field = float;
  using Weight = float;
  using Sums = __m512;
  using Weights = __m512;
  static constexpr bool exact = true;
  static constexpr int group = 1, width = 16, points = 12, vectors = 2;

  [[gnu::always_inline]] static Sums nothing() noexcept { return _mm512_setzero_ps(); }
  [[gnu::always_inline]] static __m512 splat(const Field* field) noexcept { return _mm512_set1_ps(*field); }
  [[gnu::always_inline]] static Weights load(const Weight* weights) noexcept { return _mm512_load_ps(weights); }
  [[gnu::always_inline]] static Sums add(Sums sums, __m512 field, Weights weights) noexcept {
    asm("vfmadd231ps %2, %1, %0" : "+v"(sums) : "v"(field), "v"(weights));
    return sums;
  }
  [[gnu::always_inline]] static Sums from(const float* values) noexcept { return _mm512_loadu_ps(values); }
  [[gnu::always_inline]] static Sums plus(Sums a, Sums b) noexcept { return _mm512_add_ps(a, b); }
  [[gnu::always_inline]] static void store(Sums sums, float* out) noexcept { _mm512_store_ps(out, sums); }
};

struct Avx512Lanes {
  using Floats = Avx512Floats;
  using Field = std::uint8_t;
  using Weight = std::int8_t;
  using Sums = __m512i;
  using Weights = __m512i;
  static constexpr bool exact = false;
  static constexpr int group = 4, width = 16, points = 12, vectors = 2;

  [[gnu::always_inline]] static Sums nothing() noexcept { return _mm512_setzero_si512(); }
  [[gnu::always_inline]] static __m512i splat(const Field* field) noexcept {
    std::int32_t four;
    __builtin_memcpy(&four, field, sizeof four);
    return _mm512_set1_epi32(four);
  }
  [[gnu::always_inline]] static Weights load(const Weight* weights) noexcept { return _mm512_load_si512(weights); }
  [[gnu::always_inline]] static Sums add(Sums sums, __m512i field, Weights weights) noexcept {
    asm("vpdpbusd %2, %1, %0" : "+v"(sums) : "v"(field), "v"(weights));
    return sums;
  }
  [[gnu::always_inline]] static void store(Sums sums, float* out) noexcept {
    _mm512_store_ps(out, _mm512_maskz_cvtepi32_ps(0xffff, sums));
  }
};

struct Avx512LineLanes {
  using Words = __m512i;
  using Floats = float __attribute__((vector_size(64)));
  static constexpr int words = 32, points = 6;

  [[gnu::always_inline]] static Words zero() noexcept { return _mm512_setzero_si512(); }
  [[gnu::always_inline]] static Words load(const std::int16_t* p) noexcept { return _mm512_loadu_si512(p); }
  [[gnu::always_inline]] static Words load32(const std::int32_t* p) noexcept { return _mm512_loadu_si512(p); }
  [[gnu::always_inline]] static void store(std::int16_t* p, Words x) noexcept { _mm512_storeu_si512(p, x); }
  [[gnu::always_inline]] static void store32(std::int32_t* p, Words x) noexcept { _mm512_storeu_si512(p, x); }
  [[gnu::always_inline]] static Words splat(const std::int16_t* pair) noexcept {
    std::int32_t both;
    __builtin_memcpy(&both, pair, sizeof both);
    return _mm512_set1_epi32(both);
  }
  [[gnu::always_inline]] static Words low(Words a, Words b) noexcept { return _mm512_unpacklo_epi16(a, b); }
  [[gnu::always_inline]] static Words high(Words a, Words b) noexcept { return _mm512_unpackhi_epi16(a, b); }
  [[gnu::always_inline]] static Words dot(Words sums, Words a, Words b) noexcept {
    asm("vpdpwssd %2, %1, %0" : "+v"(sums) : "v"(a), "v"(b));
    return sums;
  }
  [[gnu::always_inline]] static Words narrow(Words low, Words high, int shift) noexcept {
    const __m128i by = _mm_cvtsi32_si128(shift);
    return _mm512_packs_epi32(_mm512_maskz_sra_epi32(0xffff, low, by), _mm512_maskz_sra_epi32(0xffff, high, by));
  }
  [[gnu::always_inline]] static Words joined(Words low, Words high, int shift) noexcept {
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    return _mm512_maskz_permutexvar_epi64(0xff, order, narrow(low, high, shift));
  }
  [[gnu::always_inline]] static Words max(Words a, Words b) noexcept { return _mm512_max_epi16(a, b); }
  [[gnu::always_inline]] static Words plus(Words a, Words b) noexcept { return _mm512_adds_epi16(a, b); }
  [[gnu::always_inline]] static int total(Words sums) noexcept {
    const __m256i eight =
        _mm256_add_epi32(_mm512_maskz_extracti64x4_epi64(0xf, sums, 0), _mm512_maskz_extracti64x4_epi64(0xf, sums, 1));
    const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
  }
};

}  // namespace

const Kernels detail::avx512_kernels = kernels_of<Avx512Lanes>("AVX-512 VNNI");
const Kernels detail::avx512_floats = kernels_of<Avx512Floats>("AVX-512, 32 bits");
const LineKernels detail::avx512_line_kernels = line_kernels_of<Avx512LineLanes>("AVX-512 VNNI");

}  // namespace tengen::network

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

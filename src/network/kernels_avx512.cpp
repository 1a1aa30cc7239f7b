// For processors with AVX-512 and its instructions for networks (VNNI), which multiply bytes four at a time. Only what
// stands inside the target region is compiled for them; all of it is in an unnamed namespace, so that no function of the
// rest of the program can end up with these instructions.

#include <immintrin.h>

#include "network/kernels.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), \
                                 apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,prefer-vector-width=512")
#endif

#include "network/convolution.hpp"

namespace tengen::network {
namespace {

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
    return _mm512_fmadd_ps(field, weights, sums);
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
    return _mm512_dpbusd_epi32(sums, field, weights);
  }
  [[gnu::always_inline]] static void store(Sums sums, float* out) noexcept {
    _mm512_store_ps(out, _mm512_maskz_cvtepi32_ps(0xffff, sums));
  }
};

}  // namespace

const Kernels detail::avx512_kernels = kernels_of<Avx512Lanes>("AVX-512 VNNI");
const Kernels detail::avx512_floats = kernels_of<Avx512Floats>("AVX-512, 32 bits");

}  // namespace tengen::network

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

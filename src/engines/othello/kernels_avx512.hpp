#pragma once
// The kernels for processors with AVX-512. Include this file inside a target region only (search_avx512.cpp).

#include "engines/othello/kernels_avx2.hpp"

namespace tengen::engines::othello {

// AVX-512 counts leading zeros in every lane, which finds the nearest cell towards lower bits at once.
struct Avx512Kernels : VectorKernels<true> {
  static std::uint64_t flips(std::uint64_t own, std::uint64_t opponent, int cell) noexcept {
    const __m256i mine = broadcast(own), theirs = broadcast(opponent);
    const auto& rays = detail::lane_rays[static_cast<std::size_t>(cell)];
    const __m256i up = load(rays.up), down = load(rays.down);
    const __m256i stops = _mm256_andnot_si256(theirs, down);
    const __m256i nearest = _mm256_srlv_epi64(broadcast(std::uint64_t{1} << 63), _mm256_lzcnt_epi64(stops));
    return together(_mm256_or_si256(flips_up(mine, theirs, up), above(_mm256_and_si256(nearest, mine), down)));
  }
};

}  // namespace tengen::engines::othello

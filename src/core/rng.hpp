#pragma once
// The one source of randomness: a small seeded generator that every player owns for itself.

#include <bit>
#include <cstdint>

#include "core/hash.hpp"

namespace tengen {

// xoroshiro128++ by Blackman and Vigna: 16 bytes of state, a nanosecond a number.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) noexcept
      : a_(mix(seed + 0x9e3779b97f4a7c15ULL)), b_(mix(seed + 0x3c6ef372fe94f82aULL)) {}

  constexpr std::uint64_t operator()() noexcept {
    const std::uint64_t result = std::rotl(a_ + b_, 17) + a_;
    const std::uint64_t x = a_ ^ b_;
    a_ = std::rotl(a_, 49) ^ x ^ (x << 21);
    b_ = std::rotl(x, 28);
    return result;
  }

  // Uniform in [0, n). Multiply-and-shift; the bias is below n / 2^32, far under what any match could see.
  constexpr std::uint32_t below(std::uint32_t n) noexcept {
    return static_cast<std::uint32_t>(((*this)() >> 32) * n >> 32);
  }

  // Uniform in [0, 1).
  constexpr double real() noexcept { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t a_, b_;
};

}  // namespace tengen

#pragma once
// Mixing of 64-bit words into well-spread keys.

#include <cstdint>

namespace tengen {

// The finaliser of SplitMix64: a bijection on 64-bit words in which every input bit reaches every output bit.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

// The hash of a sequence of words: hash_words(a, b, c) differs from any reordering of it.
template <class... Words>
constexpr std::uint64_t hash_words(Words... words) noexcept {
  std::uint64_t h = 0x9e3779b97f4a7c15ULL;
  ((h = mix(h + static_cast<std::uint64_t>(words)) * 0x9e3779b97f4a7c15ULL), ...);
  return h;
}

}  // namespace tengen

#pragma once
// Bit sets of any number of 64-bit words with the operators of a plain integer, so that one board class can sit on
// a std::uint64_t where the board is small and on WideBits where it is not.

#include <array>
#include <bit>
#include <cstdint>

namespace tengen {

// Bit i lives in word i / 64. Sizes are compile-time constants, so every loop below unrolls.
template <int words>
class WideBits {
 public:
  constexpr WideBits() noexcept = default;
  constexpr explicit WideBits(std::uint64_t low) noexcept { words_[0] = low; }

  static constexpr WideBits single(int i) noexcept {
    WideBits bits;
    bits.set(i);
    return bits;
  }

  constexpr bool test(int i) const noexcept { return (words_[word(i)] >> (i & 63)) & 1; }
  constexpr void set(int i) noexcept { words_[word(i)] |= std::uint64_t{1} << (i & 63); }

  constexpr std::uint64_t operator[](int i) const noexcept { return words_[static_cast<std::size_t>(i)]; }

  constexpr WideBits& operator&=(const WideBits& o) noexcept {
    return each(o, [](auto a, auto b) { return a & b; });
  }
  constexpr WideBits& operator|=(const WideBits& o) noexcept {
    return each(o, [](auto a, auto b) { return a | b; });
  }
  constexpr WideBits& operator^=(const WideBits& o) noexcept {
    return each(o, [](auto a, auto b) { return a ^ b; });
  }
  friend constexpr WideBits operator&(WideBits a, const WideBits& b) noexcept { return a &= b; }
  friend constexpr WideBits operator|(WideBits a, const WideBits& b) noexcept { return a |= b; }
  friend constexpr WideBits operator^(WideBits a, const WideBits& b) noexcept { return a ^= b; }
  constexpr WideBits operator~() const noexcept {
    WideBits r;
    for (std::size_t i = 0; i < words; ++i) r.words_[i] = ~words_[i];
    return r;
  }

  friend constexpr WideBits operator+(const WideBits& a, const WideBits& b) noexcept {
    WideBits r;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t sum = a.words_[i] + b.words_[i];
      r.words_[i] = sum + carry;
      carry = static_cast<std::uint64_t>(sum < a.words_[i]) | static_cast<std::uint64_t>(r.words_[i] < sum);
    }
    return r;
  }

  // Shifts by less than 64, which is all that a board of up to 22 columns needs.
  constexpr WideBits operator>>(int n) const noexcept {
    WideBits r;
    for (std::size_t i = 0; i < words; ++i) {
      r.words_[i] = words_[i] >> n;
      if (i + 1 < words) r.words_[i] |= (words_[i + 1] << 1) << (63 - n);
    }
    return r;
  }
  constexpr WideBits operator<<(int n) const noexcept {
    WideBits r;
    for (std::size_t i = 0; i < words; ++i) {
      r.words_[i] = words_[i] << n;
      if (i > 0) r.words_[i] |= (words_[i - 1] >> 1) >> (63 - n);
    }
    return r;
  }

  constexpr explicit operator bool() const noexcept {
    std::uint64_t all = 0;
    for (const std::uint64_t w : words_) all |= w;
    return all != 0;
  }
  constexpr bool operator==(const WideBits&) const noexcept = default;

  // Calls visit(i) for every set bit, lowest first.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (int i = 0; i < words; ++i)
      for (std::uint64_t w = words_[static_cast<std::size_t>(i)]; w != 0; w &= w - 1)
        visit(64 * i + std::countr_zero(w));
  }

 private:
  static constexpr std::size_t word(int i) noexcept { return static_cast<std::size_t>(i) >> 6; }
  template <class Op>
  constexpr WideBits& each(const WideBits& o, Op op) noexcept {
    for (std::size_t i = 0; i < words; ++i) words_[i] = op(words_[i], o.words_[i]);
    return *this;
  }

  std::array<std::uint64_t, words> words_{};
};

// The same small vocabulary for a plain word.
template <class Bits>
constexpr Bits single_bit(int i) noexcept {
  if constexpr (requires { Bits::single(i); }) {
    return Bits::single(i);
  } else {
    return Bits{1} << i;
  }
}

constexpr bool test_bit(std::uint64_t bits, int i) noexcept { return (bits >> i) & 1; }
template <int words>
constexpr bool test_bit(const WideBits<words>& bits, int i) noexcept {
  return bits.test(i);
}

template <class Visit>
constexpr void for_each_bit(std::uint64_t bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
}
template <int words, class Visit>
constexpr void for_each_bit(const WideBits<words>& bits, Visit&& visit) {
  bits.for_each(visit);
}

// The number of set bits in each byte, added up from the lowest byte: byte i counts bytes 0 … i, byte 7 them all.
// A plain x86-64 has no instruction for counting bits, and the library's substitute is a call.
constexpr std::uint64_t cumulative_byte_counts(std::uint64_t bits) noexcept {
  bits -= (bits >> 1) & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  return bits * 0x0101010101010101ULL;
}

constexpr int bit_count(std::uint64_t bits) noexcept { return static_cast<int>(cumulative_byte_counts(bits) >> 56); }
template <int words>
constexpr int bit_count(const WideBits<words>& bits) noexcept {
  int n = 0;
  for (int i = 0; i < words; ++i) n += bit_count(bits[i]);
  return n;
}

// The position of the n-th set bit (n from 0) given the counts above: the first byte whose cumulative count exceeds n
// is found for all bytes at once, so only the bits inside that byte are stepped through. Precondition: it exists.
constexpr int nth_bit(std::uint64_t bits, int n, std::uint64_t counts) noexcept {
  const std::uint64_t highs = 0x8080808080808080ULL;
  const std::uint64_t wanted = static_cast<std::uint64_t>(n + 1) * 0x0101010101010101ULL;
  const int byte = std::countr_zero(((counts | highs) - wanted) & highs) & ~7;
  n -= static_cast<int>(((counts << 8) >> byte) & 0xff);
  bits >>= byte;
  for (; n > 0; --n) bits &= bits - 1;
  return byte + std::countr_zero(bits);
}
constexpr int nth_bit(std::uint64_t bits, int n) noexcept { return nth_bit(bits, n, cumulative_byte_counts(bits)); }
template <int words>
constexpr int nth_bit(const WideBits<words>& bits, int n) noexcept {
  for (int i = 0;; ++i) {
    const int here = bit_count(bits[i]);
    if (n < here) return 64 * i + nth_bit(bits[i], n);
    n -= here;
  }
}

}  // namespace tengen

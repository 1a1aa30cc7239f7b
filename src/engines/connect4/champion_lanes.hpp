#pragma once
// 192 bits as twelve columns of sixteen, with the vocabulary that core/bits.hpp gives a plain word.
//
//      low: columns a b c d     middle: e f g h     high: i j k l        bit = 16 · column + row
//
// Three named words instead of an array: the compiler then keeps them in registers, which makes a roll-out five times
// as fast.

#include <bit>
#include <cstdint>

namespace tengen::engines::connect4 {

struct Lanes {
  std::uint64_t low = 0, middle = 0, high = 0;

  static constexpr Lanes single(int i) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << (i & 63);
    return i < 64 ? Lanes{bit, 0, 0} : i < 128 ? Lanes{0, bit, 0} : Lanes{0, 0, bit};
  }

  friend constexpr Lanes operator&(Lanes a, Lanes b) noexcept {
    return {a.low & b.low, a.middle & b.middle, a.high & b.high};
  }
  friend constexpr Lanes operator|(Lanes a, Lanes b) noexcept {
    return {a.low | b.low, a.middle | b.middle, a.high | b.high};
  }
  friend constexpr Lanes operator^(Lanes a, Lanes b) noexcept {
    return {a.low ^ b.low, a.middle ^ b.middle, a.high ^ b.high};
  }
  constexpr Lanes operator~() const noexcept { return {~low, ~middle, ~high}; }
  constexpr Lanes& operator&=(Lanes b) noexcept { return *this = *this & b; }
  constexpr Lanes& operator|=(Lanes b) noexcept { return *this = *this | b; }

  // By 1 to 63. With a constant these are three double-word shifts.
  constexpr Lanes operator<<(int n) const noexcept {
    return {low << n, middle << n | low >> (64 - n), high << n | middle >> (64 - n)};
  }
  constexpr Lanes operator>>(int n) const noexcept {
    return {low >> n | middle << (64 - n), middle >> n | high << (64 - n), high >> n};
  }

  constexpr explicit operator bool() const noexcept { return (low | middle | high) != 0; }
  constexpr bool operator==(const Lanes&) const noexcept = default;
};

// Up or down inside the columns, where no bit comes near the next one.
constexpr std::uint64_t raised(std::uint64_t bits, int n) noexcept { return bits << n; }
constexpr std::uint64_t lowered(std::uint64_t bits, int n) noexcept { return bits >> n; }
constexpr Lanes raised(Lanes bits, int n) noexcept { return {bits.low << n, bits.middle << n, bits.high << n}; }
constexpr Lanes lowered(Lanes bits, int n) noexcept { return {bits.low >> n, bits.middle >> n, bits.high >> n}; }

// Whether there are two or more.
constexpr bool several(std::uint64_t bits) noexcept { return (bits & (bits - 1)) != 0; }
constexpr bool several(Lanes bits) noexcept {
  return several(bits.low) || several(bits.middle) || several(bits.high) || (bits.low != 0 && bits.middle != 0) ||
         (bits.high != 0 && (bits.low | bits.middle) != 0);
}

// The columns that have a bit, one bit each. Precondition: no column has its topmost bit set or more than one bit.
constexpr std::uint32_t occupied_columns(Lanes bits) noexcept {
  // Adding carries into the topmost bit of a column that has any; a product gathers the four of a word.
  const auto gather = [](std::uint64_t word) {
    const std::uint64_t tops = ((word + 0x7fff7fff7fff7fffULL) >> 15) & 0x0001000100010001ULL;
    return static_cast<std::uint32_t>((tops * 0x0001000200040008ULL >> 48) & 15);
  };
  return gather(bits.low) | gather(bits.middle) << 4 | gather(bits.high) << 8;
}

}  // namespace tengen::engines::connect4

#pragma once
// Numbers in files of bytes, lowest byte first, and a check that notices damage.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/hash.hpp"

namespace tengen {

template <class T>
void put_number(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<char>(value >> (8 * i) & 0xff));
}

// Takes the number off the front. Precondition: there are enough bytes.
template <class T>
T take_number(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  bytes.remove_prefix(sizeof(T));
  return static_cast<T>(value);
}

inline std::uint64_t checksum(std::string_view bytes) noexcept {
  std::uint64_t sum = 0;
  for (const char byte : bytes) sum = mix(sum + static_cast<unsigned char>(byte) + 1);
  return sum;
}

}  // namespace tengen

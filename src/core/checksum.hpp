#pragma once
// A checksum of values in a row. Any change of one value changes it for certain, further changes all but certainly; it
// keeps out accidents, not forgers.

#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/hash.hpp"

namespace tengen {

class Checksum {
 public:
  void add(std::uint64_t word) noexcept { sum_ = mix(sum_ + word) * 0x9e3779b97f4a7c15ULL; }
  // Its length goes first, so that no two rows of texts run together alike.
  void add(std::string_view text) noexcept {
    add(text.size());
    for (; !text.empty(); text.remove_prefix(text.size() < 8 ? text.size() : 8)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data(), text.size() < 8 ? text.size() : 8);
      add(word);
    }
  }
  std::uint64_t value() const noexcept { return sum_; }

 private:
  std::uint64_t sum_ = 0x2545f4914f6cdd1dULL;
};

}  // namespace tengen

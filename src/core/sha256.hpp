#pragma once
// SHA-256 (FIPS 180-4): the same digest means the same bytes, whoever made them.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/expected.hpp"

namespace tengen {

class Sha256 {
 public:
  void add(std::string_view bytes);
  // 64 hexadecimal digits. Nothing can be added afterwards.
  std::string finish();

 private:
  void add_block(const unsigned char* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> waiting_{};  // bytes that do not fill a block yet
  std::uint64_t bytes_ = 0;
};

std::string sha256(std::string_view bytes);
// Of a regular file's whole content: nothing else has an end for certain.
Expected<std::string> sha256_of_file(const std::string& path);

}  // namespace tengen

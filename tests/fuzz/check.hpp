#pragma once
// What all fuzz targets share: the input as text, and checks that stop the program where a fuzzer can see it.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/expected.hpp"
#include "support/one_line.hpp"

namespace tengen::fuzz {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

inline void check_error(const Error& error) {
  if (is_one_line(error.message)) return;
  std::fprintf(stderr, "broken: an error message must be one short line of valid UTF-8: %s\n", error.message.c_str());
  std::abort();
}

}  // namespace tengen::fuzz

#pragma once
// What every error message must be: one line that a terminal, a log and a JSON writer can take.

#include <cstddef>
#include <string_view>

namespace tengen {

// Valid UTF-8 without control characters, neither empty nor longer than anyone would read.
inline bool is_one_line(std::string_view text) {
  if (text.empty() || text.size() > 400) return false;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
    const std::size_t length = byte(i) < 0x80 ? 1 : (byte(i) >> 5) == 6 ? 2 : (byte(i) >> 4) == 14 ? 3 : 4;
    if (length == 4 && (byte(i) >> 3) != 30) return false;
    unsigned code = length == 1 ? byte(i) : byte(i) & (0x7fu >> length);
    for (std::size_t k = 1; k < length; ++k) {
      if (byte(i + k) >> 6 != 2) return false;
      code = code << 6 | (byte(i + k) & 0x3f);
    }
    constexpr unsigned smallest[] = {0, 0x20, 0x80, 0x800, 0x10000};
    if (code < smallest[length] || code > 0x10ffff) return false;
    if ((code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000)) return false;
    i += length;
  }
  return true;
}

}  // namespace tengen

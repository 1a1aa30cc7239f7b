// Piskvork's game files.

#include "fuzz/formats.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tengen::fuzz::check_format("psq", tengen::fuzz::as_text(data, size));
  return 0;
}

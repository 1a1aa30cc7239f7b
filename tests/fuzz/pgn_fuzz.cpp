// Games in the clothes of chess.

#include "fuzz/formats.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tengen::fuzz::check_format("pgn", tengen::fuzz::as_text(data, size));
  return 0;
}

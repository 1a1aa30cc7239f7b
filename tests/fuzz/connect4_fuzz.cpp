#include "fuzz/position.hpp"
#include "games/connect4/game.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return tengen::fuzz::fuzz_game<tengen::connect4::Game>(tengen::fuzz::as_text(data, size));
}

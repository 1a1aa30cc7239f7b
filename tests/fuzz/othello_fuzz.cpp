#include "fuzz/position.hpp"
#include "games/othello/game.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return tengen::fuzz::fuzz_game<tengen::othello::Game>(tengen::fuzz::as_text(data, size));
}

#include "fuzz/position.hpp"
#include "games/gomoku/game.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return tengen::fuzz::fuzz_game<tengen::gomoku::Game>(tengen::fuzz::as_text(data, size));
}

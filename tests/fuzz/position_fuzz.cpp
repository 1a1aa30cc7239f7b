// Positions and moves of every built-in game: all of them are fed the same text.

#include "fuzz/position.hpp"

#include "app/builtin_games.hpp"

namespace tengen::fuzz {

template <class... AllGames>
void feed(roster::TypeList<AllGames...>, std::string_view text) {
  (fuzz_game<AllGames>(text), ...);
}

}  // namespace tengen::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tengen::fuzz::feed(tengen::app::Games{}, tengen::fuzz::as_text(data, size));
  return 0;
}

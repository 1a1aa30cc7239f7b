// Opening files, of the game that the first byte picks.

#include "app/builtins.hpp"
#include "fuzz/check.hpp"
#include "records/opening_file.hpp"

using namespace tengen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::as_text(data, size);
  const roster::GameKind& kind = app::builtins().games()[text.empty() ? 0 : static_cast<unsigned char>(text[0]) % 3];
  const auto start = std::move(*kind.start(""));
  const auto openings = records::read_openings(text.substr(text.empty() ? 0 : 1), kind.name, *start);
  if (!openings) {
    fuzz::check_error(openings.error());
    return 0;
  }
  for (const records::WrittenOpening& opening : *openings) {
    const auto game = start->clone();
    for (const roster::AnyMove move : opening.moves) {
      fuzz::check(game->is_legal(move), "an opening is legal");
      game->play(move);
    }
    fuzz::check(game->outcome() == Outcome::ongoing, "an opening leaves a game to play");
  }
  return 0;
}

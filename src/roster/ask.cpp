#include "roster/ask.hpp"

namespace tengen::roster {

Chosen ask_or_make(std::unique_ptr<Player>& player, const Registry& registry, std::string_view spec, const Game& game,
                   std::uint64_t seed, const Limits& limits, const StopToken& stop, const ChoiceSink& watch) {
  if (!player) {
    auto made = registry.make_player(spec, game);
    if (!made) return Failure{Fault::error, made.error().message};
    player = std::move(*made);
    player->begin(game, seed, stop);
  }
  Chosen chosen = player->ask(game, limits, stop, watch);
  if (!chosen) player.reset();
  return chosen;
}

}  // namespace tengen::roster

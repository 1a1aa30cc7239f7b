#include "roster/ask.hpp"

namespace tengen::roster {

Expected<void> make_ready(std::unique_ptr<Player>& player, const Registry& registry, std::string_view spec,
                          const Game& game, std::uint64_t seed, const StopToken& stop) {
  if (player) return {};
  auto made = registry.make_player(spec, game);
  if (!made) return made.error();
  player = std::move(*made);
  player->begin(game, seed, stop);
  return {};
}

Chosen ask_or_make(std::unique_ptr<Player>& player, const Registry& registry, std::string_view spec, const Game& game,
                   std::uint64_t seed, const Limits& limits, const StopToken& stop, const ChoiceSink& watch) {
  if (const auto ready = make_ready(player, registry, spec, game, seed, stop); !ready)
    return Failure{Fault::error, ready.error().message};
  Chosen chosen = player->ask(game, limits, stop, watch);
  if (!chosen) player.reset();
  return chosen;
}

}  // namespace tengen::roster

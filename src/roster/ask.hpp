#pragma once
// A player made, begun and asked in one.

#include "roster/registry.hpp"

namespace tengen::roster {

// Where there is no player yet it is made, and begins its game here with this seed. What goes wrong at the beginning is
// told by the first question.
Expected<void> make_ready(std::unique_ptr<Player>& player, const Registry& registry, std::string_view spec,
                          const Game& game, std::uint64_t seed, const StopToken& stop);

// Asks a player that stays from one question to the next. Where there is none yet it is made ready;
// one that fails is gone afterwards.
Chosen ask_or_make(std::unique_ptr<Player>& player, const Registry& registry, std::string_view spec, const Game& game,
                   std::uint64_t seed, const Limits& limits, const StopToken& stop, const ChoiceSink& watch = {});

}  // namespace tengen::roster

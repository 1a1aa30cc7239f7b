#pragma once
// The champion as a player.

#include <concepts>
#include <memory>

#include "core/expected.hpp"
#include "engines/info.hpp"
#include "engines/rules.hpp"
#include "games/othello/position.hpp"
#include "search/engine.hpp"

namespace tengen::engines::othello {

struct ChampionPlayer {
  static PlayerInfo info();
  template <std::same_as<Position> P>
  static Expected<std::unique_ptr<search::Engine<P>>> make(const Values& settings) {
    return make_engine(settings);
  }

 private:
  static Expected<std::unique_ptr<search::Engine<Position>>> make_engine(const Values& settings);
};

}  // namespace tengen::engines::othello

#pragma once
// gomoku/champion: a tree search led by the trained network, with exact threat search at every leaf. Every board from 5×5
// to 22×22 under every rule.

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/info.hpp"
#include "engines/rules.hpp"
#include "games/gomoku/position.hpp"
#include "search/engine.hpp"

namespace tengen::engines::gomoku {

struct ChampionPlayer {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& settings);
};

extern template std::unique_ptr<search::Engine<SmallPosition>> ChampionPlayer::make(const Values&);
extern template std::unique_ptr<search::Engine<LargePosition>> ChampionPlayer::make(const Values&);

}  // namespace tengen::engines::gomoku

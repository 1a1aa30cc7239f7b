#pragma once
// threat/alphabeta: the strong classical player of Guo and Zhang (docs/papers.md).

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/info.hpp"
#include "games/gomoku/position.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

struct ClassicPlayer {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& settings);
};

extern template std::unique_ptr<Engine<SmallPosition>> ClassicPlayer::make(const Values&);
extern template std::unique_ptr<Engine<LargePosition>> ClassicPlayer::make(const Values&);

}  // namespace tengen::gomoku

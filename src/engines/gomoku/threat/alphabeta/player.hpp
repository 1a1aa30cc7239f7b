#pragma once
// threat/alphabeta: the strong player of Guo and Zhang (docs/papers.md).

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/info.hpp"
#include "engines/rules.hpp"
#include "games/gomoku/position.hpp"
#include "search/engine.hpp"

namespace tengen::engines::gomoku {

struct ThreatAlphaBetaPlayer {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& settings);
};

extern template std::unique_ptr<search::Engine<SmallPosition>> ThreatAlphaBetaPlayer::make(const Values&);
extern template std::unique_ptr<search::Engine<LargePosition>> ThreatAlphaBetaPlayer::make(const Values&);

}  // namespace tengen::engines::gomoku

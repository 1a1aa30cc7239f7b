#pragma once
// AI1 of the ladder: a uniformly random empty point, the floor that every idea must rise above.

#include "engines/generic/random.hpp"
#include "engines/gomoku/is_gomoku.hpp"

namespace tengen::gomoku {

struct Ai1 {
  static PlayerInfo info() { return {"ladder/ai1", "a uniformly random empty point (Chen et al. 2021)", {}, false}; }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values&) {
    return std::make_unique<RandomEngine<P>>();
  }
};

}  // namespace tengen::gomoku

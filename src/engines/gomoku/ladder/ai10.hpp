#pragma once
// AI10: five plies of alpha-beta over the few moves that look best, by Chen et al. (2021).

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

template <class P>
std::unique_ptr<Engine<P>> make_ai10();

struct Ai10 {
  static PlayerInfo info() {
    return {"ladder/ai10",
            "alpha-beta of 5 plies over the best 5, 4, 3, 2, 1 moves by windows and open fours (Chen et al. 2021)",
            {},
            true,
            {},
            1300,
            {{Level::intermediate, {.nodes = 1'000}}}};
  }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values&) {
    return make_ai10<P>();
  }
};

}  // namespace tengen::gomoku

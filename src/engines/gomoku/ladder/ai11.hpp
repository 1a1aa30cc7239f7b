#pragma once
// AI11: AI10 searched wider and deepened round by round, by Chen et al. (2021).

#include <chrono>
#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

template <class P>
std::unique_ptr<Engine<P>> make_ai11(std::chrono::nanoseconds time_a_move);

struct Ai11 {
  static PlayerInfo info() {
    return {"ladder/ai11",
            "AI10 deepened to 5, 7, 9, 11, 13 plies, keeping the best 70% of the root moves (Chen et al. 2021)",
            {Setting::real("seconds", 10, 0.001, 3600, "most seconds a move; the last finished round decides")}};
  }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& v) {
    return make_ai11<P>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(v.real("seconds"))));
  }
};

}  // namespace tengen::gomoku

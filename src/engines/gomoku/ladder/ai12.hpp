#pragma once
// AI12: plain minimax over point scores that a genetic algorithm has tuned, by Chen et al. (2021).

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/gomoku/ladder/ai12_lines.hpp"
#include "engines/gomoku/ladder/point_model.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

// The paper allows 10^5 leaves and speaks of about 7 plies of 6 moves: this is the widest such tree within the limit.
inline constexpr TreeShape ai12_paper_shape{{6, 5, 5, 5, 5, 5, 5}};
inline constexpr TreeShape ai12_program_shape{{8, 8, 8, 8, 8, 8}};

struct Ai12 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& values);

  static Ai12Weights weights(const Values& values);
};

}  // namespace tengen::gomoku

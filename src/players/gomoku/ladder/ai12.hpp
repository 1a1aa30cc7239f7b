#pragma once
// AI12: plain minimax over point scores that a genetic algorithm has tuned, by Chen et al. (2021).

#include <memory>

#include "players/gomoku/is_gomoku.hpp"
#include "players/gomoku/ladder/point_model.hpp"
#include "players/info.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

// The paper allows 10^5 leaves and speaks of about 7 plies of 6 moves: this is the widest such tree within the limit.
inline constexpr TreeShape ai12_paper_shape{{6, 5, 5, 5, 5, 5, 5}};
inline constexpr TreeShape ai12_program_shape{{8, 8, 8, 8, 8, 8}};

template <class P>
std::unique_ptr<Engine<P>> make_ai12(const TreeShape& shape);

struct Ai12 {
  static PlayerInfo info() {
    return {"ladder/ai12",
            "plain minimax over scores of the points beside runs, tuned by a genetic algorithm (Chen et al. 2021)",
            {Setting::choice("variant", {"paper", "program"},
                             "paper: 7 plies within 100000 leaves; program: 6 plies of 8 moves")}};
  }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& v) {
    return make_ai12<P>(v.text("variant") == "program" ? ai12_program_shape : ai12_paper_shape);
  }
};

}  // namespace tengen::gomoku

#pragma once
// AI4 of the ladder: the board's value after my move, a greedy look one ply ahead.
//
// A window with k stones of one colour is worth, to me (paper):
//     mine, k ≥ 3      a1 · 2500^(k−1)        mine, k ≤ 2    a2 · 2500^(k−1)
//     theirs          −a3 · 2500^(k−1)        empty, mixed   rand(0, 2499)            a1, a2, a3 = 1, 10, 100
// In the released program (variant=program):
//     mine            50^(2k−1)               theirs, k ≤ 2  −100 · 50^(2k−1)
//                                             theirs, k ≥ 3  −200 · 50^(2k−1)
//     and rand(0, 2499) on top of every window with a stone, rand(0, 100) on top of an empty one.

#include "engines/gomoku/ladder/board_engine.hpp"

namespace tengen::gomoku {

struct Ai4 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& values);

  static WindowRule paper_rule(Side me, double a1, double a2, double a3);
  static WindowRule program_rule(Side me);
};

}  // namespace tengen::gomoku

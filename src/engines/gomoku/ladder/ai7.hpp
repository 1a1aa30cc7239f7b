#pragma once
// AI7 and AI8 of the ladder: AI4's look one ply ahead over the windows of run_rule.hpp. AI7 has six numbers set by
// hand; AI8 has evolved ones, a set for Black and a set for White.

#include "engines/gomoku/ladder/board_engine.hpp"
#include "engines/gomoku/ladder/run_rule.hpp"

namespace tengen::gomoku {

struct Ai7 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& values);
};

struct Ai8 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& values);

  // The settings that name AI8's numbers (preset, black1 … white6), and the numbers they stand for by colour.
  static std::vector<Setting> num_settings();
  static std::array<Nums, 2> nums(const Values& values);
  static Values spelled_out(const Values& values);
};

}  // namespace tengen::gomoku

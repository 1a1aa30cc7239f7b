#pragma once
// The pattern players (docs/papers.md says of which paper): minimax and alpha-beta with one evaluation and one move
// order, so that the two can be compared: the same value at every position, in less time.

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::engines::gomoku {

enum class Pruning : bool { off, on };

template <class P>
std::unique_ptr<search::Engine<P>> make_pattern_player(Pruning pruning, int depth);

inline Setting depth_setting(int usual) {
  return Setting::integer("depth", usual, 2, 10, "plies to look ahead; the paper tries 2, 3 and 4");
}

struct PatternMinimaxPlayer {
  static PlayerInfo info() {
    return {.name = "pattern/minimax",
            .summary = "plain minimax over line patterns, all points within 3 steps of a stone (the pattern paper)",
            .settings = {depth_setting(2)},
            .strength = 1300};
  }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    return make_pattern_player<P>(Pruning::off, v.integer("depth"));
  }
};

struct PatternAlphaBetaPlayer {
  static PlayerInfo info() {
    return {.name = "pattern/alphabeta",
            .summary =
                "alpha-beta over the same patterns and moves as pattern/minimax, with its values (the pattern paper)",
            .settings = {depth_setting(4)},
            .strength = 1400};
  }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    return make_pattern_player<P>(Pruning::on, v.integer("depth"));
  }
};

}  // namespace tengen::engines::gomoku

#pragma once
// The pattern players (docs/papers.md says of which paper): minimax and alpha-beta with one evaluation and one move
// order, so that the two can be compared: the same value at every position, in less time.

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

enum class Pruning : bool { off, on };

template <class P>
std::unique_ptr<Engine<P>> make_pattern_player(Pruning pruning, int depth);

inline constexpr int max_pattern_depth = 10;

struct PatternMinimaxPlayer {
  static PlayerInfo info() {
    return {"pattern/minimax",
            "plain minimax over line patterns, all points within 3 steps of a stone (the pattern paper)",
            {Setting::integer("depth", 2, 2, max_pattern_depth, "plies to look ahead; the paper tries 2, 3 and 4")}};
  }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& v) {
    return make_pattern_player<P>(Pruning::off, v.integer("depth"));
  }
};

struct PatternAlphaBetaPlayer {
  static PlayerInfo info() {
    return {"pattern/alphabeta",
            "alpha-beta over the same patterns and moves as pattern/minimax, with its values (the pattern paper)",
            {Setting::integer("depth", 4, 2, max_pattern_depth, "plies to look ahead; the paper tries 2, 3 and 4")}};
  }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& v) {
    return make_pattern_player<P>(Pruning::on, v.integer("depth"));
  }
};

}  // namespace tengen::gomoku

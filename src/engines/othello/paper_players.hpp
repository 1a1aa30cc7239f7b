#pragma once
// The players of the Othello paper (docs/papers.md) that need no training: minimax and alpha-beta over one evaluation,
// and the move that looks best at once.

#include <concepts>
#include <memory>

#include "engines/generic/fixed_depth.hpp"
#include "engines/othello/evaluation.hpp"
#include "engines/rules.hpp"
#include "games/othello/position.hpp"

namespace tengen::engines::othello {

inline constexpr int paper_depth = 6;

struct MinimaxPlayer {
  static PlayerInfo info();
  template <std::same_as<Position> P>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    return std::make_unique<MinimaxEngine<P, SixFactors>>(
        DepthPlan{v.integer("depth"), paper_depth, v.flag("deepening")}, SixFactors(SixWeights::from(v)));
  }
};

struct AlphaBetaPlayer {
  static PlayerInfo info();
  template <std::same_as<Position> P>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    const std::size_t megabytes = v.flag("tt") ? static_cast<std::size_t>(v.integer("hash")) : 0;
    return std::make_unique<AlphaBetaEngine<P, SixFactors>>(
        DepthPlan{v.integer("depth"), paper_depth, v.flag("deepening")}, megabytes << 20,
        SixFactors(SixWeights::from(v)));
  }
};

struct GreedyPlayer {
  static PlayerInfo info();
  template <std::same_as<Position> P>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    return std::make_unique<MinimaxEngine<P, SixFactors>>(DepthPlan{1, 1, false}, SixFactors(SixWeights::from(v)));
  }
};

}  // namespace tengen::engines::othello

#pragma once
// What a state is worth to the one who learns.

#include "engines/othello/evaluation.hpp"
#include "games/othello/position.hpp"
#include "learn/tabular/settings.hpp"
#include "search/evaluator.hpp"

namespace tengen::learn {

// The evaluation that rewards go by: the game's own, which knows nothing of finished games …
template <games::Position P>
struct RewardEvaluation {
  static constexpr bool values_ends = false;
  using Evaluator = search::StaticEvaluator<P>;
};
// … but in Othello the paper's six factors, for finished games too.
template <>
struct RewardEvaluation<games::othello::Position> {
  static constexpr bool values_ends = true;
  using Evaluator = engines::othello::SixFactors;
};

template <games::Position P>
class RewardOf {
 public:
  explicit RewardOf(const TabularSettings& s) noexcept
      : evaluates_(s.reward == TabularSettings::Reward::evaluation),
        evaluates_ends_(s.end == TabularSettings::End::usual ? evaluates_ && RewardEvaluation<P>::values_ends
                                                             : s.end == TabularSettings::End::evaluation),
        win_(s.win),
        evaluate_() {}

  double while_playing(const P& position, Side me) const noexcept { return evaluates_ ? value(position, me) : 0; }
  double at_the_end(const P& position, Side me) const noexcept {
    if (evaluates_ends_) return value(position, me);
    const Outcome outcome = position.outcome();
    if (outcome == Outcome::draw) return 0;
    return outcome == win_for(me) ? win_ : -win_;
  }

 private:
  double value(const P& position, Side me) const noexcept {
    const int value = evaluate_(position);
    return position.side_to_move() == me ? value : -value;
  }

  bool evaluates_;
  bool evaluates_ends_;
  double win_;
  typename RewardEvaluation<P>::Evaluator evaluate_;
};

}  // namespace tengen::learn

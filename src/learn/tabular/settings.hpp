#pragma once
// How a table is learned: declared once, kept in its file, and the same for every game.

#include <optional>
#include <string_view>
#include <vector>

#include "core/settings.hpp"
#include "core/side.hpp"

namespace tengen::learn {

enum class LearningMethod : std::uint8_t { q, sarsa };
std::string_view name_of(LearningMethod method) noexcept;
std::optional<LearningMethod> learning_method(std::string_view name) noexcept;
// The games that the paper played with the method.
std::uint64_t paper_games(LearningMethod method) noexcept;

struct TabularSettings {
  enum class Reward : std::uint8_t {
    evaluation,  // of every state that comes after the opponent's reply
    result,      // nothing until the end
  };
  enum class End : std::uint8_t {
    usual,       // as the evaluation of the game wants it: see learn/tabular/reward.hpp
    evaluation,  // like any other state
    result,      // `win` for a win, nought for a draw, minus that for a loss
  };
  enum class Opponent : std::uint8_t { random, self };

  LearningMethod method = LearningMethod::q;
  double epsilon = 0.5;
  double alpha = 0.8;
  double lambda = 0.5;
  Reward reward = Reward::evaluation;
  End end = End::usual;
  double win = 100'000;
  std::optional<Side> colour;  // the side that learns; both in turn where it is open
  Opponent opponent = Opponent::random;
  bool symmetry = false;
  std::uint64_t seed = 1;

  static std::vector<Setting> declared();
  static TabularSettings from(LearningMethod method, const Values& values);
};

// The same values in one spelling, so that 0.5 and .50 are no difference.
Values spelled_alike(const std::vector<Setting>& settings, const Values& values);

}  // namespace tengen::learn

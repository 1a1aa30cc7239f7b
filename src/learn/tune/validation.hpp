#pragma once
// Whether tuned numbers are better, in games that had no part in finding them: against the original, against the
// opponents of the training, and against others. A player that gained only where it was trained has not become stronger.

#include <optional>
#include <string>
#include <vector>

#include "stats/score.hpp"

namespace tengen::learn::tune {

// What the tuned player and the original scored against one opponent, in the same openings and colours.
struct AgainstOne {
  std::string opponent;
  bool trained = false;  // it was met in training
  stats::MatchCounts tuned, original;
};

struct Validation {
  stats::MatchCounts direct;  // the tuned player against the original, both colours
  std::vector<AgainstOne> others;
  bool trained_on_original = false;  // so that a gain against it is one of the training too
};

enum class Change : std::uint8_t { better, worse, not_seen };

// The change of a score, with its 95% interval (Newcombe's, from the intervals of both scores); nothing without games.
std::optional<stats::Estimate> change_of(const AgainstOne& match);
Change sign_of(const std::optional<stats::Estimate>& change);
// Against the original, even is one half.
Change direct_change(const Validation& validation);

// One sentence or two: stronger, stronger only where it was trained ("specific strengthening"), weaker, or nothing shown.
std::string verdict(const Validation& validation);

}  // namespace tengen::learn::tune

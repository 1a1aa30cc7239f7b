#pragma once
// How long a tournament's games may take, before any of them counts.

#include <optional>

#include "arena/tournament.hpp"

namespace tengen::arena {

struct ExpectedTime {
  double seconds = 0;      // of a game
  bool by_limits = false;  // some players have limits in time, which are what they take at most
  bool by_trial = false;   // the others played some games, for two seconds
};

// Nothing where no game of the trial was finished.
std::optional<ExpectedTime> expected_time(const Tournament& tournament, const roster::Registry& registry,
                                          const StopToken& stop);

}  // namespace tengen::arena

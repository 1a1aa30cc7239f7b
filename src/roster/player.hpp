#pragma once
// A player at the edge: anything that can be asked for a move.

#include <functional>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "roster/game.hpp"

namespace tengen {

struct AnyCandidate {
  AnyMove move;
  double value = 0;
  bool exact = true;
  std::uint64_t visits = 0;
};

// A chosen move and what the player thought; all values are seen from the side to move.
struct Choice {
  AnyMove move;
  double score = 0;
  std::optional<int> end_in;  // plies to a proven win (positive) or loss (negative)
  int depth = 0;
  std::uint64_t nodes = 0;
  std::vector<AnyMove> pv;
  std::vector<AnyCandidate> candidates;
};

using ChoiceSink = std::function<void(const Choice&)>;

class Player {
 public:
  virtual ~Player() = default;
  // Forgets the last game; the seed decides all chance in the next one.
  virtual void new_game(std::uint64_t seed) = 0;
  // Precondition: the game goes on and is of the kind that the player was made for. An error loses the game.
  virtual Expected<Choice> choose(const Game& game, const Limits& limits, StopToken stop, const ChoiceSink& info) = 0;
};

}  // namespace tengen

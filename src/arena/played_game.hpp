#pragma once
// One finished game of a match, and how it came to its end.

#include <cstdint>
#include <string>

#include "core/side.hpp"

namespace tengen {

enum class Termination : std::uint8_t {
  win,           // by the rules of the game
  draw,          // by the rules of the game
  illegal_move,  // the loser chose a move that the rules do not allow
  player_error,  // the loser could not choose a move
};

std::string_view name_of(Termination termination);

struct PlayedGame {
  std::uint64_t number = 0;  // games 2k and 2k + 1 are pair k
  bool a_is_first = true;
  Outcome outcome = Outcome::ongoing;
  Termination termination = Termination::win;
  std::string moves;   // separated by spaces, the opening included
  std::string detail;  // what went wrong, if anything did

  // A's half points: 2, 1 or 0.
  int half_points_of_a() const {
    if (outcome == Outcome::draw) return 1;
    return (outcome == Outcome::first_wins) == a_is_first ? 2 : 0;
  }
};

}  // namespace tengen

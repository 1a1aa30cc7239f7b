#pragma once
// What people want to know about players before they know their names: who is a fair opponent, who is the strongest, and
// what a player's score means. Data, kept beside the lists of players (app/player_guide.cpp).

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/limits.hpp"

namespace tengen {

// A plain choice of strength, such as "beginner": a player and how much it may think.
struct StrengthLevel {
  std::string_view id;
  std::string player;  // a spec
  Limits limits;
};

enum class ScoreUnit : std::uint8_t {
  result,  // the expected result: -1 lost, 0 drawn, 1 won
  discs,   // the final difference in Othello
  plies,   // Connect Four's exact score: how early the win comes
  points,  // the player's own
};

// How a player's scores are to be read.
struct ScoreMeaning {
  ScoreUnit unit = ScoreUnit::points;
  double scale = 0;  // of discs and points: so many make the odds e to 1; 0 where nobody has measured it
  bool exact = false;
};

struct PlayerGuide {
  std::map<std::string, std::vector<StrengthLevel>, std::less<>> levels;  // by game, weakest first
  std::map<std::string, std::string, std::less<>> strongest;              // by game
  std::map<std::string, ScoreMeaning, std::less<>> meanings;              // by player; others count points
  std::map<std::string, Limits, std::less<>> review;  // by game: the strongest player, a position of a whole game
};

}  // namespace tengen

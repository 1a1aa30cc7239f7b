#pragma once
// Suites of positions with known answers, one to a line:
//
//   POSITION; MOVE:SCORE; MOVE:SCORE; …      the form of the public Othello endgame suites (OBF)
//
// The position is written as the game writes it; scores are for the side to move. Empty lines and lines that begin with
// # or % are skipped.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"

namespace tengen::app {

struct SuiteEntry {
  int line = 0;
  std::string position;
  std::vector<std::pair<std::string, int>> moves;  // empty where the suite gives no answers
};

Expected<std::vector<SuiteEntry>> parse_suite(std::string_view text);

}  // namespace tengen::app

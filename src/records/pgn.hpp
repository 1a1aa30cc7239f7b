#pragma once
// Games in the clothes of chess: tags, then numbered moves in the game's own notation, with what the players thought in
// braces. Rating programs read it; White is the side that moves first, whatever its stones look like.
//
//   [White "uct"] [Black "alphabeta"] [Result "1-0"] [Game "connect4"] [Start "7/7/7/7/7/7 x"]
//   1. 4 {+0.25/8 0.015000s n=1200} 4 {?/0 0.000100s n=0} 2. 3 … 1-0

#include <string>
#include <string_view>
#include <vector>

#include "records/record.hpp"
#include "roster/registry.hpp"

namespace tengen::records {

// One game, with an empty line behind it.
std::string to_pgn(const Record& record);
// All games of a file. Errors name the line.
Expected<std::vector<Record>> records_from_pgn(std::string_view text, const roster::Registry& registry);

}  // namespace tengen::records

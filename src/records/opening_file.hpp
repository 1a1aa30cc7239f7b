#pragma once
// Files of openings. Three forms, told apart by the first line that says anything; docs/formats.md shows them:
//
//   moves     h8 i9 h9          one opening a line in the game's notation; also f5d6c3 and 4453
//   offsets   4,6, 1,5, 0,3     Gomoku: x,y from the centre, one opening a line, as Gomocup has them
//   stones    7,7,1             Gomoku: x,y from the upper left and whose stone, a line each; DONE or an empty line
//                               ends an opening, as in the protocol's BOARD
//
// Everywhere # begins a comment. A line "start POSITION" says what position the openings are for.

#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "roster/game.hpp"

namespace tengen::records {

struct WrittenOpening {
  int line = 0;  // in the file, from 1
  std::vector<roster::AnyMove> moves;
};

// All openings of a file's text, each legal after `start` and with a game left to play. Errors name the line.
Expected<std::vector<WrittenOpening>> read_openings(std::string_view text, std::string_view game_name,
                                                    const roster::Game& start);

}  // namespace tengen::records

#pragma once
// A game as the boards that it went through, told as what each move changed: enough to draw it move by move without
// knowing its rules, and little enough for a report of ten thousand games.

#include <string>
#include <vector>

#include "roster/game.hpp"

namespace tengen::roster {

struct Frames {
  struct Move {
    Side side;
    games::BoardChange change;
  };
  games::Diagram start;
  std::vector<Move> moves;
  std::vector<games::CellIndex> winning_line;  // of the last board
};
Frames frames_of(const Game& game);

// The moves' changes as text, parted by blanks: of each the changed cells with what they show then, in the order of
// BoardChange::cells. A pass is "-".
//
//   112x 113o        stones on cells 112 and 113
//   19x27x           one on cell 19 that turns cell 27
//   40x48.           a piece goes from cell 48 to cell 40
std::string changes_text(const Frames& frames);

}  // namespace tengen::roster

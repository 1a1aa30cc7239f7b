#include "games/mnk/position.hpp"

namespace tengen::games::mnk {

// A line of k cells that only one side has stones in can still be won by that side; the more stones, the better.
int static_evaluation(const Position& position) noexcept {
  const Side me = position.side_to_move();
  int score = 0;
  for (int row = 0; row < position.rows(); ++row)
    for (int column = 0; column < position.columns(); ++column)
      for (const auto [right, up] : directions) {
        const int last = position.k() - 1;
        if (!position.is_on_board(column + last * right, row + last * up)) continue;
        int mine = 0, theirs = 0;
        for (int i = 0; i <= last; ++i) {
          mine += position.has_stone(me, column + i * right, row + i * up);
          theirs += position.has_stone(other(me), column + i * right, row + i * up);
        }
        if (theirs == 0) score += mine * mine;
        if (mine == 0) score -= theirs * theirs;
      }
  return score;
}

}  // namespace tengen::games::mnk

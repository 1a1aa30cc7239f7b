#pragma once
// The game that all threat searches play: the attacker may only make threats, the defender may do anything.
//
// A *four* can be completed to five by the next stone, a *three* to an open four. The attacker's moves are fours and,
// where they are searched, threes; when the defender has made a four, only the point that stops it, and only if that
// makes a threat as well or leaves one standing. The defender's answers are all moves that do not lose at once:
//
//   to a four     the point that completes it; none if there are two such points
//   to a three    the points that spoil every open four the attacker could make next, and all fours of the defender's
//
// For an open four on `w`, one stone spoils it on w itself or on either completing point, and nowhere else:
//
//     . . x x x . .      w = left or right end          → both ends spoil both
//       b a     a b
//     o . x x x . .      w = right end only             → three points: w and what would complete it
//     . x . x x .        w = the gap                    → the gap and both ends
//
// So the answers are the points common to these triples, and every other quiet move loses: the attacker makes the open
// four, and the defender, who has no four, cannot win first.

#include "core/fixed_list.hpp"
#include "engines/gomoku/threat/line_board.hpp"

namespace tengen::engines::gomoku {

using CellList = FixedList<std::int16_t, largest_size * largest_size>;

class ThreatSpace {
 public:
  // Under renju only fours: there the defender can also answer a three by making its continuation forbidden.
  ThreatSpace(LineBoard& board, Side attacker, bool threes)
      : board_(board), attacker_(attacker), threes_(threes && board.rule() != Rule::renju) {}

  LineBoard& board() noexcept { return board_; }
  Side attacker() const noexcept { return attacker_; }
  bool searches_threes() const noexcept { return threes_; }

  struct Attack {
    int win_in = 0;  // 1 or 3 plies when the game is decided here, with `winner` as the move; otherwise 0
    int winner = -1;
    CellList fours, threes;  // the other threats; both empty: the attack is over
  };
  // The attacker is to move.
  void attack(Attack& out) noexcept;

  // The defender is to move after a threat and has no five. False when there was no threat at all.
  bool answers(CellList& out) noexcept;

  // Something for the defender to play where no answer helps, so that a line can be shown to its end.
  int hopeless_answer() const noexcept;

  // Whether some point completes a five of this side now.
  bool has_five(Side side) const noexcept { return !board_.points(side, Kind::five).empty(); }

 private:
  bool allowed(int cell) const noexcept { return !board_.is_forbidden(attacker_, cell); }
  bool wins_in_three(int cell) noexcept;
  void spoiling_points(CellList& out) const noexcept;

  LineBoard& board_;
  Side attacker_;
  bool threes_;
};

}  // namespace tengen::engines::gomoku

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
//
// Under renju Black's moves, in attack and defence, must be allowed, and an open four counts only where Black may make
// it. That adds a third way to answer Black's three: a white stone elsewhere that forbids the open four.
//
//     w makes an open four and, on two other lines, threes. One of those threes is not real as long as Black may not go
//     on from it; a white stone there that lifts this ban makes it real, and w a double three.
//
// White's stones make no other ban: they complete no overline and no four of Black's. Black's own stones can lift one
// (a four whose completion would now be six), so a stone that does is a three as well.

#include "core/fixed_list.hpp"
#include "engines/gomoku/threat/line_board.hpp"

namespace tengen::engines::gomoku {

using CellList = FixedList<std::int16_t, largest_size * largest_size>;

class ThreatSpace {
 public:
  ThreatSpace(LineBoard& board, Side attacker, bool threes)
      : board_(board),
        attacker_(attacker),
        threes_(threes),
        bans_attacker_(board.rule() == games::gomoku::Rule::renju && attacker == Side::first),
        bans_defender_(board.rule() == games::gomoku::Rule::renju && attacker == Side::second) {}

  LineBoard& board() noexcept { return board_; }
  Side attacker() const noexcept { return attacker_; }

  struct Attack {
    int win_in = 0;  // 1 or 3 plies when the game is decided here, with `winner` as the move; otherwise 0
    int winner = -1;
    CellList fours, threes;  // the other threats; both empty: the attack is over
  };
  // The attacker is to move.
  void attack(Attack& out) noexcept;

  // The defender is to move after a threat and has no five. False when there was no threat at all, or when the defender
  // may not move anywhere, which is a draw.
  bool answers(CellList& out) noexcept;

  // Something for the defender to play where no answer helps, so that a line can be shown to its end.
  int hopeless_answer() const noexcept;

  // Whether some point completes a five of this side now.
  bool has_five(Side side) const noexcept { return !board_.points(side, Kind::five).empty(); }

  // Whether this four of the attacker's, not made yet, wins because its one answer is forbidden.
  bool forbids_its_answer(int cell) noexcept;

  // Whether the rules let them play on this empty point.
  bool allowed(int cell) const noexcept { return !bans_attacker_ || !board_.is_forbidden(attacker_, cell); }
  bool defender_may_play(int cell) const noexcept {
    return !bans_defender_ || !board_.is_forbidden(other(attacker_), cell);
  }
  // Whether the attacker's four here may be a double three under renju, now or after one more stone, wherever it is.
  bool hangs_on_threes(int cell) const noexcept {
    return bans_attacker_ && board_.lines_with(attacker_, cell, Shape::open_three) >= 2;
  }

 private:
  bool has_open_four() const noexcept;
  bool stalls(int cell) noexcept;
  bool defender_cannot_move() const noexcept;
  void add_lifting_threes(CellList& out) noexcept;
  bool stopping_points(CellList& out) noexcept;
  bool common_points(CellList& out, bool& exact) const noexcept;

  LineBoard& board_;
  Side attacker_;
  bool threes_;
  bool bans_attacker_, bans_defender_;  // who is Black under renju
};

}  // namespace tengen::engines::gomoku

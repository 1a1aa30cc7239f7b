#pragma once
// Quiet moves that threaten: no four and no three, but if nothing were done, the attacker would win by a few fours.
//
// The defender's answers are, again, all moves that do not lose at once. To find them, one such run of fours is looked at:
//
//     a stone of its own that completes no four on the way, forbids nothing and stands on no point of the run
//     changes nothing about it, and loses
//
// and every other move is tried: it is an answer if it makes a four or leaves no such run.

#include <array>

#include "engines/gomoku/threat/threat_space.hpp"

namespace tengen::gomoku {

class QuietThreats {
 public:
  static constexpr int most_fours = 3;

  // `fours`: of how many the run may consist at most; 0: there are no quiet threats.
  QuietThreats(LineBoard& board, Side attacker, int fours) : space_(board, attacker, false), fours_(fours) {}

  // The attacker is to move: the moves worth trying. Whether they threaten shows when the answers are asked for.
  void candidates(CellList& out) noexcept;

  // The defender is to move after a move that made neither a four nor a three. False when it does not threaten either.
  bool answers(CellList& out) noexcept;

  // Plies to the win when nothing is done about the threat.
  int plies() const noexcept { return 2 * fours_ + 2; }

 private:
  struct Run {
    FixedList<std::int16_t, 2 * most_fours> replies;
    CellList points;             // all it needs: its stones, the replies, and what completes the five
    bool hangs_on_bans = false;  // a stone anywhere may make one of its moves forbidden, or its last reply allowed
  };

  bool wins_by_fours(int fours, Run* run) noexcept;
  void finish(int winner, Run& run) noexcept;
  void consider(int cell, CellList& out) noexcept;

  ThreatSpace space_;
  int fours_;
  std::array<ThreatSpace::Attack, most_fours + 1> lists_;
  PointSet seen_;
};

}  // namespace tengen::gomoku

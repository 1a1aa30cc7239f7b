#include "engines/gomoku/threat/quiet_threats.hpp"

namespace tengen::gomoku {

// The stone must have a part in the fours: with another one on some line, and where there is no four yet, with two.
void QuietThreats::candidates(CellList& out) noexcept {
  out.clear();
  if (fours_ == 0) return;
  const LineBoard& board = space_.board();
  const Side attacker = space_.attacker();
  const auto add = [&](int cell) {
    if (board.kind(attacker, cell) >= Kind::open_three || !space_.allowed(cell)) return;
    out.push_back(static_cast<std::int16_t>(cell));
  };
  if (const PointSet& danger = board.points(other(attacker), Kind::five); !danger.empty()) {
    if (danger.count() == 1) add(danger.first());
    return;
  }
  const auto none = [&](Kind kind) { return board.points(attacker, kind).empty(); };
  const bool no_four = none(Kind::four) && none(Kind::four_three) && none(Kind::double_four) && none(Kind::open_four);
  const Shape least = no_four ? Shape::three : Shape::two;
  for (int cell = 0; cell < cells_of(board.size()); ++cell) {
    if (!board.is_inside(cell) || !board.is_empty(cell)) continue;
    for (int direction = 0; direction < LineBoard::direction_count; ++direction)
      if (board.shape(attacker, cell, direction) >= least) {
        add(cell);
        break;
      }
  }
}

bool QuietThreats::wins_by_fours(int fours, Run* run) noexcept {
  LineBoard& board = space_.board();
  ThreatSpace::Attack& attack = lists_[static_cast<std::size_t>(fours)];
  space_.attack(attack);
  if (attack.win_in > 0) {
    if (run != nullptr) finish(attack.winner, *run);
    return true;
  }
  if (fours <= 1) return false;
  for (const std::int16_t cell : attack.fours) {
    const bool hangs = space_.hangs_on_threes(cell);
    board.push(space_.attacker(), cell);
    const int reply = board.points(space_.attacker(), Kind::five).first();
    board.push(other(space_.attacker()), reply);
    const bool wins = wins_by_fours(fours - 1, run);
    board.pop();
    board.pop();
    if (!wins) continue;
    if (run != nullptr) {
      run->points.push_back(cell);
      run->points.push_back(static_cast<std::int16_t>(reply));
      run->replies.push_back(static_cast<std::int16_t>(reply));
      run->hangs_on_bans = run->hangs_on_bans || hangs;
    }
    return true;
  }
  return false;
}

void QuietThreats::finish(int winner, Run& run) noexcept {
  LineBoard& board = space_.board();
  run.hangs_on_bans = space_.hangs_on_threes(winner);
  run.points.push_back(static_cast<std::int16_t>(winner));
  board.push(space_.attacker(), winner);
  board.points(space_.attacker(), Kind::five).for_each([&](int cell) {
    run.points.push_back(static_cast<std::int16_t>(cell));
    run.hangs_on_bans = run.hangs_on_bans || board.is_forbidden(other(space_.attacker()), cell);
  });
  board.pop();
}

bool QuietThreats::answers(CellList& out) noexcept {
  out.clear();
  Run run;
  if (fours_ == 0 || !wins_by_fours(fours_, &run)) return false;
  const LineBoard& board = space_.board();
  const Side defender = other(space_.attacker());
  seen_ = {};
  for (const Kind kind : {Kind::open_four, Kind::double_four, Kind::four_three, Kind::four}) {
    const PointSet fours = board.points(defender, kind);
    fours.for_each([&](int cell) { consider(cell, out); });
  }
  for (const std::int16_t cell : run.points) consider(cell, out);
  // Stones that make a four together with one of the forced replies.
  for (const std::int16_t reply : run.replies)
    for (int direction = 0; direction < LineBoard::direction_count; ++direction)
      for (const int sign : {1, -1})
        for (int k = 1; k <= 4; ++k) {
          const int cell = reply + sign * k * board.step(direction);
          if (!board.is_inside(cell) || board.has_stone(space_.attacker(), cell)) break;
          if (board.is_empty(cell) && board.shape(defender, cell, direction) >= Shape::two) consider(cell, out);
        }
  if (run.hangs_on_bans)
    for (int cell = 0; cell < cells_of(board.size()); ++cell)
      if (board.is_inside(cell)) consider(cell, out);
  return true;
}

// Takes the move among the answers if it is one.
void QuietThreats::consider(int cell, CellList& out) noexcept {
  LineBoard& board = space_.board();
  const Side defender = other(space_.attacker());
  if (!board.is_empty(cell) || seen_.contains(cell) || !space_.defender_may_play(cell)) return;
  seen_.add(cell);
  board.push(defender, cell);
  if (space_.has_five(defender) || !wins_by_fours(fours_, nullptr)) out.push_back(static_cast<std::int16_t>(cell));
  board.pop();
}

}  // namespace tengen::gomoku

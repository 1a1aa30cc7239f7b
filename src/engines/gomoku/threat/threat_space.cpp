#include "engines/gomoku/threat/threat_space.hpp"

#include <algorithm>

namespace tengen::engines::gomoku {

void ThreatSpace::attack(Attack& out) noexcept {
  out.win_in = 0;
  out.fours.clear();
  out.threes.clear();

  // 1. Five ends it. A five is never forbidden.
  if (has_five(attacker_)) {
    out.win_in = 1;
    out.winner = board_.points(attacker_, Kind::five).first();
    return;
  }
  const auto win_in_three = [&](int cell) {
    out.win_in = 3;
    out.winner = cell;
  };

  // 2. The defender threatens five: one point may stop it, and must itself keep the attack going.
  const PointSet& danger = board_.points(other(attacker_), Kind::five);
  if (!danger.empty()) {
    const int block = danger.first();
    if (danger.count() > 1 || !allowed(block)) return;
    const Kind kind = board_.kind(attacker_, block);
    if (kind >= Kind::four && stalls(block)) return;
    if (kind >= Kind::double_four || (kind >= Kind::four && forbids_its_answer(block))) return win_in_three(block);
    if (kind >= Kind::four) {
      out.fours.push_back(static_cast<std::int16_t>(block));
    } else if (threes_) {
      board_.push(attacker_, block);
      if (has_open_four()) out.threes.push_back(static_cast<std::int16_t>(block));
      board_.pop();
    }
    return;
  }

  // 3. Two completing points, or one that the defender may not take, cannot be stopped.
  for (const Kind kind : {Kind::open_four, Kind::double_four}) {
    board_.points(attacker_, kind).for_each([&](int cell) {
      if (out.win_in == 0 && allowed(cell) && !stalls(cell)) win_in_three(cell);
    });
    if (out.win_in != 0) return;
  }
  for (const Kind kind : {Kind::four_three, Kind::four})
    board_.points(attacker_, kind).for_each([&](int cell) {
      if (out.win_in != 0 || !allowed(cell)) return;
      out.fours.push_back(static_cast<std::int16_t>(cell));
    });
  if (bans_defender_)
    for (const int cell : out.fours)
      if (forbids_its_answer(cell) && !stalls(cell)) return win_in_three(cell);

  // 4. Threes.
  if (!threes_) return;
  for (const Kind kind : {Kind::double_three, Kind::open_three})
    board_.points(attacker_, kind).for_each([&](int cell) {
      if (allowed(cell)) out.threes.push_back(static_cast<std::int16_t>(cell));
    });
  if (bans_attacker_) add_lifting_threes(out.threes);
}

// Whether the attacker could make an open four next.
bool ThreatSpace::has_open_four() const noexcept {
  const PointSet& points = board_.points(attacker_, Kind::open_four);
  if (!bans_attacker_) return !points.empty();
  bool found = false;
  points.for_each([&](int cell) { found = found || allowed(cell); });
  return found;
}

bool ThreatSpace::forbids_its_answer(int cell) noexcept {
  if (!bans_defender_) return false;
  board_.push(attacker_, cell);
  const PointSet& fives = board_.points(attacker_, Kind::five);
  const bool forbids = !fives.empty() && board_.is_forbidden(other(attacker_), fives.first());
  board_.pop();
  return forbids;
}

// Whether this stone would leave Black no move at all, which is a draw.
bool ThreatSpace::stalls(int cell) noexcept {
  if (!bans_defender_) return false;
  board_.push(attacker_, cell);
  const bool stuck = defender_cannot_move();
  board_.pop();
  return stuck;
}

bool ThreatSpace::defender_cannot_move() const noexcept {
  for (int cell = 0; cell < cells_of(board_.size()); ++cell)
    if (board_.is_inside(cell) && board_.is_empty(cell) && !board_.is_forbidden(other(attacker_), cell)) return false;
  return true;
}

// Stones with which no shape grows, but after which an open four is no longer forbidden. Other bans than those of threes
// are on its own lines.
void ThreatSpace::add_lifting_threes(CellList& out) noexcept {
  if (board_.points(attacker_, Kind::open_four).empty()) return;
  constexpr int reach = 5;
  const PointSet banned = board_.points(attacker_, Kind::open_four);
  const auto first_new = static_cast<std::ptrdiff_t>(out.size());
  const auto consider = [&](int cell, int point) {
    if (!board_.is_inside(cell) || !board_.is_empty(cell) || board_.kind(attacker_, cell) >= Kind::open_three) return;
    if (!allowed(cell) || std::find(out.begin() + first_new, out.end(), cell) != out.end()) return;
    board_.push(attacker_, cell);
    if (board_.kind(attacker_, point) == Kind::open_four && allowed(point))
      out.push_back(static_cast<std::int16_t>(cell));
    board_.pop();
  };
  banned.for_each([&](int point) {
    if (hangs_on_threes(point)) {
      for (int cell = 0; cell < cells_of(board_.size()); ++cell) consider(cell, point);
      return;
    }
    for (int direction = 0; direction < LineBoard::direction_count; ++direction)
      for (int k = -reach; k <= reach; ++k) consider(point + k * board_.step(direction), point);
  });
}

bool ThreatSpace::answers(CellList& out) noexcept {
  out.clear();
  const Side defender = other(attacker_);
  const PointSet& fives = board_.points(attacker_, Kind::five);
  if (!fives.empty()) {
    if (fives.count() == 1 && defender_may_play(fives.first())) out.push_back(static_cast<std::int16_t>(fives.first()));
    return !bans_defender_ || !out.empty() || !defender_cannot_move();
  }
  CellList stopping;
  if (!stopping_points(stopping)) return false;
  const auto add_fours = [&](Kind kind) {
    board_.points(defender, kind).for_each([&](int cell) {
      if (std::ranges::find(stopping, cell) == stopping.end() && defender_may_play(cell))
        out.push_back(static_cast<std::int16_t>(cell));
    });
  };
  // The hardest first: a four that cannot be stopped ends the attack at once.
  for (const Kind kind : {Kind::open_four, Kind::double_four}) add_fours(kind);
  for (const std::int16_t cell : stopping)
    if (defender_may_play(cell)) out.push_back(cell);
  for (const Kind kind : {Kind::four_three, Kind::four}) add_fours(kind);
  return !bans_defender_ || !out.empty() || !defender_cannot_move();
}

// The points after which the attacker can make no open four. False when it can make none now.
bool ThreatSpace::stopping_points(CellList& out) noexcept {
  bool exact = true;
  const bool any = common_points(out, exact);
  if (exact) return any;
  if (!has_open_four()) return false;
  // What an answer makes forbidden, and what it allows again, shows when it is there.
  if (!any)
    for (int cell = 0; cell < cells_of(board_.size()); ++cell)
      if (board_.is_inside(cell) && board_.is_empty(cell)) out.push_back(static_cast<std::int16_t>(cell));
  std::size_t kept = 0;
  for (const std::int16_t cell : out) {
    board_.push(other(attacker_), cell);
    if (!has_open_four()) out[kept++] = cell;
    board_.pop();
  }
  out.resize(kept);
  return true;
}

// The points that spoil all open fours; false when there are none of these. Leaves out those which are forbidden or may
// become so, and says then that this is not exact.
bool ThreatSpace::common_points(CellList& out, bool& exact) const noexcept {
  bool any = false;
  board_.points(attacker_, Kind::open_four).for_each([&](int cell) {
    if (hangs_on_threes(cell) || !allowed(cell)) {
      exact = false;
      return;
    }
    for (int direction = 0; direction < LineBoard::direction_count; ++direction) {
      if (board_.shape(attacker_, cell, direction) != Shape::open_four) continue;
      const auto ends = board_.completing_cells(attacker_, cell, direction);
      if (!any) {
        for (const int c : {cell, ends.behind, ends.ahead}) out.push_back(static_cast<std::int16_t>(c));
        any = true;
        continue;
      }
      std::size_t kept = 0;
      for (const std::int16_t c : out)
        if (c == cell || c == ends.behind || c == ends.ahead) out[kept++] = c;
      out.resize(kept);
    }
  });
  return any;
}

int ThreatSpace::hopeless_answer() const noexcept {
  const Side defender = other(attacker_);
  for (const Kind kind : {Kind::five, Kind::open_four}) {
    const PointSet& points = board_.points(attacker_, kind);
    if (!points.empty() && !board_.is_forbidden(defender, points.first())) return points.first();
    if (!points.empty()) break;
  }
  for (int cell = 0; cell < cells_of(board_.size()); ++cell)
    if (board_.is_inside(cell) && board_.is_empty(cell) && !board_.is_forbidden(defender, cell)) return cell;
  return -1;
}

}  // namespace tengen::engines::gomoku

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
    if (kind >= Kind::double_four || (kind >= Kind::four && wins_in_three(block))) return win_in_three(block);
    if (kind >= Kind::four) {
      out.fours.push_back(static_cast<std::int16_t>(block));
    } else if (threes_) {
      board_.push(attacker_, block);
      if (!board_.points(attacker_, Kind::open_four).empty()) out.threes.push_back(static_cast<std::int16_t>(block));
      board_.pop();
    }
    return;
  }

  // 3. Two completing points, or one that the defender may not take, cannot be stopped.
  for (const Kind kind : {Kind::open_four, Kind::double_four}) {
    board_.points(attacker_, kind).for_each([&](int cell) {
      if (out.win_in == 0 && allowed(cell)) win_in_three(cell);
    });
    if (out.win_in != 0) return;
  }
  for (const Kind kind : {Kind::four_three, Kind::four})
    board_.points(attacker_, kind).for_each([&](int cell) {
      if (out.win_in != 0 || !allowed(cell)) return;
      out.fours.push_back(static_cast<std::int16_t>(cell));
    });
  if (board_.rule() == Rule::renju && attacker_ == Side::second)
    for (const int cell : out.fours)
      if (wins_in_three(cell)) return win_in_three(cell);

  // 4. Threes.
  if (!threes_) return;
  for (const Kind kind : {Kind::double_three, Kind::open_three})
    board_.points(attacker_, kind).for_each([&](int cell) { out.threes.push_back(static_cast<std::int16_t>(cell)); });
}

// Whether the one answer to this four is forbidden.
bool ThreatSpace::wins_in_three(int cell) noexcept {
  if (board_.rule() != Rule::renju || attacker_ == Side::first) return false;
  board_.push(attacker_, cell);
  const bool wins = board_.is_forbidden(other(attacker_), board_.points(attacker_, Kind::five).first());
  board_.pop();
  return wins;
}

bool ThreatSpace::answers(CellList& out) noexcept {
  out.clear();
  const Side defender = other(attacker_);
  const PointSet& fives = board_.points(attacker_, Kind::five);
  if (!fives.empty()) {
    if (fives.count() == 1 && !board_.is_forbidden(defender, fives.first()))
      out.push_back(static_cast<std::int16_t>(fives.first()));
    return true;
  }
  if (board_.points(attacker_, Kind::open_four).empty()) return false;
  CellList spoiling;
  spoiling_points(spoiling);
  const auto add_fours = [&](Kind kind) {
    board_.points(defender, kind).for_each([&](int cell) {
      if (std::ranges::find(spoiling, cell) == spoiling.end()) out.push_back(static_cast<std::int16_t>(cell));
    });
  };
  // The hardest first: a four that cannot be stopped ends the attack at once.
  for (const Kind kind : {Kind::open_four, Kind::double_four}) add_fours(kind);
  for (const std::int16_t cell : spoiling) out.push_back(cell);
  for (const Kind kind : {Kind::four_three, Kind::four}) add_fours(kind);
  return true;
}

void ThreatSpace::spoiling_points(CellList& out) const noexcept {
  bool first = true;
  board_.points(attacker_, Kind::open_four).for_each([&](int cell) {
    for (int direction = 0; direction < LineBoard::direction_count; ++direction) {
      if (board_.shape(attacker_, cell, direction) != Shape::open_four) continue;
      const auto ends = board_.completing_cells(attacker_, cell, direction);
      if (first) {
        for (const int c : {cell, ends.behind, ends.ahead}) out.push_back(static_cast<std::int16_t>(c));
        first = false;
        continue;
      }
      std::size_t kept = 0;
      for (const std::int16_t c : out)
        if (c == cell || c == ends.behind || c == ends.ahead) out[kept++] = c;
      out.resize(kept);
    }
  });
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

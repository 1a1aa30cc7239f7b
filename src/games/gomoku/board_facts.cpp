// What there is to see on a Gomoku board.

#include "games/board_facts.hpp"

#include <limits>

#include "games/gomoku/game.hpp"

namespace tengen::games::gomoku {

namespace {

// The cell of the diagram, whose rows are counted from the top, for a bit of the board.
CellIndex in_diagram(int bit, int size) { return (size - 1 - bit / stride_of(size)) * size + bit % stride_of(size); }

// Empty points where one more stone wins.
template <class Bits>
Bits winning_points(const Bits& own, const Bits& empty, int size, Rule rule, bool black) {
  Bits points{};
  empty.for_each([&](int cell) {
    if (makes_five(own, size, rule, black, cell)) points.set(cell);
  });
  return points;
}

template <class Bits>
bool makes_row_of_four(const Bits& own, int size, int cell) {
  for (const int step : directions(size))
    if (run_through(own, size, cell, step) == 4) return true;
  return false;
}

}  // namespace

template <int words>
std::vector<CellIndex> Position<words>::winning_line() const {
  const bool longer_wins = wins(rule_, outcome_ == Outcome::first_wins, 6);
  return winning_row(diagram(), outcome_, 5, longer_wins ? std::numeric_limits<int>::max() : 5);
}

template <int words>
std::vector<ForbiddenCell> Position<words>::forbidden() const {
  std::vector<ForbiddenCell> found;
  if (outcome_ != Outcome::ongoing || !has_forbidden_points()) return found;
  for_each_bit(forbidden_points(stones_[0], stones_[1], size_), [&](int cell) {
    found.push_back({in_diagram(cell, size_), why_forbidden(stones_[0], stones_[1], size_, cell)});
  });
  return found;
}

// Points where the other side completes five; where there are none, points where it makes a row of four that can be
// completed at two places.
template <int words>
Threats Position<words>::threats() const {
  if (outcome_ != Outcome::ongoing) return {};
  const Side side = other(side_);
  const bool black = side == Side::first;
  const Bits own = stones(side), free = empty();
  Threats threats{"five", {}};
  const auto note = [&](int cell) { threats.cells.push_back(in_diagram(cell, size_)); };
  winning_points(own, free, size_, rule_, black).for_each(note);
  if (!threats.cells.empty()) return threats;
  threats.kind = "four";
  free.for_each([&](int cell) {
    if (!makes_row_of_four(own, size_, cell)) return;
    if (black && rule_ == Rule::renju && gomoku::is_forbidden(stones_[0], stones_[1], size_, cell)) return;
    const Bits after = own | Bits::single(cell), left = free & ~Bits::single(cell);
    if (bit_count(winning_points(after, left, size_, rule_, black)) >= 2) note(cell);
  });
  return threats;
}

template <int words>
OptionValues Position<words>::option_values() const {
  return {{"size", std::to_string(size_)}, {"rule", std::string(name_of(rule_))}};
}

template std::vector<CellIndex> Position<4>::winning_line() const;
template std::vector<CellIndex> Position<8>::winning_line() const;
template std::vector<ForbiddenCell> Position<4>::forbidden() const;
template std::vector<ForbiddenCell> Position<8>::forbidden() const;
template Threats Position<4>::threats() const;
template Threats Position<8>::threats() const;
template OptionValues Position<4>::option_values() const;
template OptionValues Position<8>::option_values() const;

}  // namespace tengen::games::gomoku

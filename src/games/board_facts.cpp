#include "games/board_facts.hpp"

#include <algorithm>
#include <array>

namespace tengen::games {

namespace {

Cell stone_of(Side side) { return side == Side::first ? Cell::first : Cell::second; }

}  // namespace

std::string_view name_of(BoardLook look) {
  return std::array{"squares", "points", "frame", "felt", "paper"}[static_cast<std::size_t>(look)];
}

BoardChange change_between(const Diagram& before, const Diagram& after) {
  const Cell mover = stone_of(before.to_move);
  BoardChange change;
  std::optional<CellIndex> taken;
  for (CellIndex cell = 0; cell < std::ssize(before.cells); ++cell) {
    const Cell was = before.at(cell), is = after.at(cell);
    if (was == is) continue;
    change.cells.emplace_back(cell, is);
    if (was == Cell::empty && is == mover) change.to = cell;
    if (was == mover && is == Cell::empty) change.from = cell;
    if (was != Cell::empty && is == mover) taken = cell;
  }
  // A piece may land on another's cell; stones that only turn, turn round one that was put.
  if (!change.to && change.from) change.to = taken;
  const auto rank = [&change](const auto& cell) {
    return cell.first == change.to ? 0 : cell.first == change.from ? 1 : 2;
  };
  std::ranges::stable_sort(change.cells, {}, rank);
  return change;
}

std::vector<CellIndex> winning_row(const Diagram& board, Outcome outcome, int least, int most) {
  const auto side = winner(outcome);
  if (!side) return {};
  const auto is_theirs = [&](int row, int column) {
    return row >= 0 && row < board.rows && column >= 0 && column < board.columns &&
           board.at(row, column) == stone_of(*side);
  };
  for (int row = 0; row < board.rows; ++row)
    for (int column = 0; column < board.columns; ++column)
      for (const auto& [down, right] : {std::array{0, 1}, std::array{1, 0}, std::array{1, 1}, std::array{1, -1}}) {
        if (!is_theirs(row, column) || is_theirs(row - down, column - right)) continue;  // rows from their first cell
        std::vector<CellIndex> cells;
        for (int r = row, c = column; is_theirs(r, c); r += down, c += right) cells.push_back(r * board.columns + c);
        if (std::ssize(cells) >= least && std::ssize(cells) <= most) return cells;
      }
  return {};
}

}  // namespace tengen::games

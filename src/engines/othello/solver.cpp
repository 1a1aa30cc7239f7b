#include "engines/othello/solver.hpp"

#include <algorithm>

#include "engines/othello/search_margins.hpp"
#include "search/solver.hpp"

namespace tengen::engines::othello {

namespace {

Position after(Position position, Move move) {
  position.play(move);
  return position;
}

}  // namespace

// Bolder and shorter searches leave good first moves in the table for the one that must be certain.
void Solver::prepare(const Position& position) {
  constexpr int worth_it = 14;
  const int empties = empty_cells(position);
  if (empties < worth_it) return;
  for (int depth = 4 + empties % 2; depth < empties - 8; depth += 2) search_.look_ahead(position, depth, 0);
  search_.look_ahead(position, empties, 0);
}

std::optional<int> Solver::score(const Position& position, int low, int high) {
  prepare(position);
  return search_.look_ahead(position, Position::max_moves, certain, low, high);
}

std::optional<int> Solver::outcome(const Position& position) {
  const auto found = score(position, -1, 1);
  if (!found) return std::nullopt;
  return *found > 0 ? 1 : *found < 0 ? -1 : 0;
}

std::optional<Move> Solver::best_move(const Position& position, int score) {
  games::MoveList<Position> moves;
  position.legal_moves(moves);
  // The table's move is nearly always the one; the others are only asked in case its entry is lost.
  std::swap(*std::ranges::find(moves, search_.known_move(position)), moves[0]);
  for (const Move move : moves) {
    const auto its = this->score(after(position, move), -score, -score + 1);
    if (!its) return std::nullopt;
    if (-*its >= score) return move;
  }
  return std::nullopt;
}

std::vector<Move> Solver::line(const Position& position, int score) {
  return search::best_line(position, score, [this](const Position& p, int its) { return best_move(p, its); });
}

std::optional<std::vector<std::pair<Move, int>>> Solver::moves(const Position& position) {
  games::MoveList<Position> legal;
  position.legal_moves(legal);
  std::vector<std::pair<Move, int>> result;
  for (const Move move : legal) {
    const auto its = score(after(position, move));
    if (!its) return std::nullopt;
    result.emplace_back(move, -*its);
  }
  std::ranges::stable_sort(result, std::greater{}, &std::pair<Move, int>::second);
  return result;
}

}  // namespace tengen::engines::othello

#pragma once
// What the solver and the book say about a position, put together.

#include <optional>
#include <vector>

#include "engines/connect4/solver.hpp"
#include "engines/connect4/solver_book.hpp"

namespace tengen::engines::connect4 {

// Asks many questions under the limits of one: what earlier ones have used up is taken off.
class SolverQuery {
 public:
  // `book` may be null.
  SolverQuery(Solver& solver, const OpeningBook* book, const Limits& limits, StopToken stop);

  // As Solver::solve; also right for positions where the game is over. Nothing once a limit was reached.
  std::optional<int> score(const SmallPosition& position, int low = -Solver::max_score, int high = Solver::max_score);
  // Is the score at least `goal`? Half as much work as the exact score.
  std::optional<bool> at_least(const SmallPosition& position, int goal);

  // For each column its score, from the side to move; nothing for a closed column.
  std::optional<std::vector<std::optional<int>>> columns(const SmallPosition& position);
  // A column with this score. Precondition: it is the position's.
  std::optional<Move> best_move(const SmallPosition& position, int score);
  // Best play from here to the end of the game, or as far as the limits allow.
  std::vector<Move> line(const SmallPosition& position, int score);

  std::uint64_t nodes() const noexcept { return nodes_; }

 private:
  Limits rest() const;

  Solver* solver_;
  const OpeningBook* book_;
  Limits limits_;
  StopToken stop_;
  Clock::time_point start_;
  std::uint64_t nodes_ = 0;
};

// Open columns, those nearest the middle first.
games::MoveList<SmallPosition> central_moves(const SmallPosition& position);

}  // namespace tengen::engines::connect4

#include "engines/connect4/solver_query.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "search/solver.hpp"

namespace tengen::engines::connect4 {

namespace {

SmallPosition after_move(SmallPosition position, Move move) {
  position.play(move);
  return position;
}

}  // namespace

games::MoveList<SmallPosition> central_moves(const SmallPosition& position) {
  games::MoveList<SmallPosition> moves;
  position.legal_moves(moves);
  const int last = position.geometry().columns - 1;
  std::stable_sort(moves.begin(), moves.end(),
                   [last](Move a, Move b) { return std::abs(2 * a.column - last) < std::abs(2 * b.column - last); });
  return moves;
}

SolverQuery::SolverQuery(Solver& solver, const OpeningBook* book, const Limits& limits, StopToken stop)
    : solver_(&solver), book_(book), limits_(limits), stop_(std::move(stop)), start_(Clock::now()) {}

Limits SolverQuery::rest() const {
  Limits rest = limits_;
  if (rest.nodes) *rest.nodes -= std::min(*rest.nodes, nodes_);
  if (rest.time) *rest.time -= std::min<std::chrono::nanoseconds>(*rest.time, Clock::now() - start_);
  return rest;
}

std::optional<int> SolverQuery::score(const SmallPosition& position, int low, int high) {
  if (position.outcome() == Outcome::draw) return 0;
  if (position.outcome() != Outcome::ongoing) return -win_score(cells_of(position.geometry()), position.plies());
  if (book_ != nullptr)
    if (const auto known = book_->find(position)) return known;
  const Solver::Answer answer = solver_->solve(position, low, high, rest(), stop_);
  nodes_ += answer.nodes;
  return answer.score;
}

std::optional<bool> SolverQuery::at_least(const SmallPosition& position, int goal) {
  const auto found = score(position, goal, goal - 1);
  if (!found) return std::nullopt;
  return *found >= goal;
}

std::optional<std::vector<std::optional<int>>> SolverQuery::columns(const SmallPosition& position) {
  std::vector<std::optional<int>> scores(static_cast<std::size_t>(position.geometry().columns));
  for (const Move move : central_moves(position)) {
    const auto found = score(after_move(position, move));
    if (!found) return std::nullopt;
    scores[move.column] = -*found;
  }
  return scores;
}

std::optional<Move> SolverQuery::best_move(const SmallPosition& position, int score) {
  for (const Move move : central_moves(position)) {
    const auto too_good_for_them = at_least(after_move(position, move), 1 - score);
    if (!too_good_for_them) return std::nullopt;
    if (!*too_good_for_them) return move;
  }
  return std::nullopt;
}

std::vector<Move> SolverQuery::line(const SmallPosition& position, int score) {
  return search::best_line(position, score, [this](const SmallPosition& p, int its) { return best_move(p, its); });
}

}  // namespace tengen::engines::connect4

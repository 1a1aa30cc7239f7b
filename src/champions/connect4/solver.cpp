#include "champions/connect4/solver.hpp"

#include <cassert>
#include <cstdlib>
#include <utility>
#include <variant>

#include "champions/connect4/solver_driver.hpp"

namespace tengen::connect4 {

class Solver::Implementation {
 public:
  Implementation(const Geometry& geometry, std::size_t table_bytes, int threads)
      : masks_(geometry), table_(masks_.key_bits, table_bytes), driver_(make_driver(geometry, threads)) {}

  Answer solve(const SmallPosition& position, int low, int high, const Limits& limits, const StopToken& stop) {
    return std::visit([&](auto& driver) { return driver.solve(position, low, high, limits, stop); }, driver_);
  }
  void clear() { table_.clear(); }

 private:
  using AnyDriver = std::variant<SolverDriver<ClassicShape>, SolverDriver<AnyShape>>;
  AnyDriver make_driver(const Geometry& geometry, int threads) {
    if (geometry == Geometry{}) return AnyDriver(std::in_place_index<0>, ClassicShape{}, table_, threads);
    return AnyDriver(std::in_place_index<1>, AnyShape{masks_}, table_, threads);
  }

  ShapeMasks masks_;
  SolverTable table_;
  AnyDriver driver_;
};

Solver::Solver(const Geometry& geometry, std::size_t table_bytes, int threads)
    : implementation_(std::make_unique<Implementation>(geometry, table_bytes, threads)) {
  assert(SmallPosition::fits(geometry) && threads >= 1);
}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Solver::Answer Solver::solve(const SmallPosition& position, int low, int high, const Limits& limits, StopToken stop) {
  assert(position.outcome() == Outcome::ongoing);
  return implementation_->solve(position, low, high, limits, stop);
}

Solver::Answer Solver::solve(const SmallPosition& position, const Limits& limits, StopToken stop) {
  return solve(position, -max_score, max_score, limits, std::move(stop));
}

Solver::Answer Solver::solve_outcome(const SmallPosition& position, const Limits& limits, StopToken stop) {
  Answer answer = solve(position, 0, 0, limits, std::move(stop));
  if (answer.score) answer.score = *answer.score > 0 ? 1 : *answer.score < 0 ? -1 : 0;
  return answer;
}

void Solver::clear() { implementation_->clear(); }

int Solver::plies_left(const SmallPosition& position, int score) noexcept {
  const Geometry geometry = position.geometry();
  const int cells = geometry.rows * geometry.columns - (geometry.has_blocked() ? 1 : 0);
  if (score == 0) return cells - position.plies();
  // Of the two plies that have this score as their win, the one with the winner's parity.
  const int winner_moves_next = score > 0 ? 1 : 0;
  const int last = cells + 2 - 2 * std::abs(score);
  return (last - position.plies()) % 2 == winner_moves_next ? last - position.plies() : last - 1 - position.plies();
}

}  // namespace tengen::connect4

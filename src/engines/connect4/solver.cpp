#include "engines/connect4/solver.hpp"

#include <cassert>
#include <cstdlib>
#include <memory>
#include <utility>
#include <variant>

#include "engines/connect4/solver_driver.hpp"

namespace tengen::engines::connect4 {

class Solver::Implementation {
 public:
  Implementation(const Geometry& geometry, std::shared_ptr<SolverTable> table, int threads)
      : geometry_(geometry), table_(std::move(table)), driver_(make_driver(threads)) {}

  Answer solve(const SmallPosition& position, int low, int high, const Limits& limits, const StopToken& stop) {
    return std::visit([&](auto& driver) { return driver.solve(position, low, high, limits, stop); }, driver_);
  }
  void clear() { table_->clear(); }
  std::unique_ptr<Implementation> sibling() const { return std::make_unique<Implementation>(geometry_, table_, 1); }

 private:
  using AnyDriver = std::variant<SolverDriver<ClassicShape>, SolverDriver<AnyShape>>;
  AnyDriver make_driver(int threads) {
    if (geometry_ == Geometry{}) return AnyDriver(std::in_place_index<0>, ClassicShape{}, *table_, threads);
    return AnyDriver(std::in_place_index<1>, AnyShape{ShapeMasks(geometry_)}, *table_, threads);
  }

  Geometry geometry_;
  std::shared_ptr<SolverTable> table_;
  AnyDriver driver_;
};

Solver::Solver(const Geometry& geometry, std::size_t table_bytes, int threads)
    : Solver(std::make_unique<Implementation>(
          geometry, std::make_shared<SolverTable>(ShapeMasks(geometry).key_bits, table_bytes), threads)) {
  assert(SmallPosition::fits(geometry) && threads >= 1);
}
Solver::Solver(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
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

Solver Solver::sibling() const { return Solver(implementation_->sibling()); }

int Solver::plies_left(const SmallPosition& position, int score) noexcept {
  const int cells = cells_of(position.geometry());
  if (score == 0) return cells - position.plies();
  // Two plies have this score; the winner makes every second one.
  const int last = cells + 2 - 2 * std::abs(score) - position.plies();
  return (last % 2 != 0) == (score > 0) ? last : last - 1;
}

}  // namespace tengen::engines::connect4

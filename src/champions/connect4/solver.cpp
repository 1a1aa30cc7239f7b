#include "champions/connect4/solver.hpp"

#include <limits>
#include <utility>
#include <variant>

#include "champions/connect4/solver_search.hpp"

namespace tengen::connect4 {

namespace {

template <class Shape>
SolverNode node_of(const Shape& shape, const SmallPosition& position) noexcept {
  const Cells free = shape.masks.board & ~position.filled();
  return {position.mine(), position.theirs(), completions(shape, position.mine()) & free,
          completions(shape, position.theirs()) & free, position.plies()};
}

// Asks null-window questions until the score is known or outside [low, high].
template <class Shape>
class Driver {
 public:
  Driver(const Shape& shape, SolverTable& table) : shape_(shape), search_(shape, table) {}

  Solver::Answer solve(const SmallPosition& position, int low, int high, Stopper& stopper) {
    search_.begin(&stopper);
    SolverNode node = node_of(shape_, position);
    if ((node.my_threats & playable_cells(shape_, node)) != 0) return {win_score_at(shape_, node.plies + 1), 0};
    int score = 0;
    const bool ended = search_.follow_forced(node, score);
    const bool flipped = (node.plies - position.plies()) % 2 != 0;
    if (!ended) {
      if (flipped) std::tie(low, high) = std::pair(-high, -low);
      score = bisect(node, low, high);
      if (search_.stopped()) return {std::nullopt, search_.nodes()};
    }
    return {flipped ? -score : score, search_.nodes()};
  }

 private:
  int bisect(const SolverNode& node, int low, int high) {
    const auto seat = search_.seat(node);
    int lower = -win_score_at(shape_, node.plies + 4), upper = win_score_at(shape_, node.plies + 3);
    int guess = 0;
    while (lower < upper && upper >= low && lower <= high) {
      const int goal = std::clamp(std::clamp(guess, low, high + 1), lower + 1, upper);
      const ScoreRange range = search_.bounds(node, goal);
      if (range.lower >= goal) {
        lower = range.lower;
        continue;
      }
      if (range.upper < goal) {
        upper = range.upper;
        continue;
      }
      const int score = search_.search(seat, goal);
      if (search_.stopped()) return 0;
      if (score >= goal) {
        lower = score;
        guess = lower + 1;
      } else {
        upper = score;
        guess = upper;
      }
    }
    return lower > high ? lower : upper;
  }

  Shape shape_;
  SolverSearch<Shape> search_;
};

}  // namespace

class Solver::Implementation {
 public:
  Implementation(const Geometry& geometry, std::size_t table_bytes)
      : masks_(geometry), table_(masks_.key_bits, table_bytes), driver_(make_driver(geometry)) {}

  Answer solve(const SmallPosition& position, int low, int high, const Limits& limits, StopToken stop) {
    Stopper stopper(limits, std::move(stop), 1024);
    return std::visit([&](auto& driver) { return driver.solve(position, low, high, stopper); }, driver_);
  }
  void clear() { table_.clear(); }

 private:
  using AnyDriver = std::variant<Driver<ClassicShape>, Driver<AnyShape>>;
  AnyDriver make_driver(const Geometry& geometry) {
    if (geometry == Geometry{}) return AnyDriver(std::in_place_index<0>, ClassicShape{}, table_);
    return AnyDriver(std::in_place_index<1>, AnyShape{masks_}, table_);
  }

  ShapeMasks masks_;
  SolverTable table_;
  AnyDriver driver_;
};

Solver::Solver(const Geometry& geometry, std::size_t table_bytes)
    : implementation_(std::make_unique<Implementation>(geometry, table_bytes)) {
  assert(SmallPosition::fits(geometry));
}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Solver::Answer Solver::solve(const SmallPosition& position, int low, int high, const Limits& limits, StopToken stop) {
  assert(position.outcome() == Outcome::ongoing);
  return implementation_->solve(position, low, high, limits, std::move(stop));
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

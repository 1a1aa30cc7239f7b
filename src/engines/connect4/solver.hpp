#pragma once
// The perfect solver of Connect Four: exact scores on every board of up to 64 bits of layout, with or without a
// blocked cell. docs/algorithms/connect-four.md tells how it works.
//
// A score is seen from the side to move. 0 is a draw; a win counts one more than the discs that the winner has left
// when each side starts with just enough for a full board. On the classic board that is 22 minus the winner's discs.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "engines/rules.hpp"
#include "games/connect4/position.hpp"

namespace tengen::engines::connect4 {

// The winner's score when the disc that is number `plies` makes the four, on a board of `cells` cells.
constexpr int win_score(int cells, int plies) noexcept { return (cells + 2 - plies) / 2; }

// The cells of a board that can hold a disc.
constexpr int cells_of(const Geometry& geometry) noexcept {
  return geometry.rows * geometry.columns - (geometry.blocked_column >= 0 ? 1 : 0);
}

// Solves positions of one geometry. It owns its table, which grows wiser from question to question; a question
// allocates nothing unless there are helper threads. One question at a time.
class Solver {
 public:
  static constexpr int max_score = 31;  // no board of 64 bits has one as high
  static constexpr std::size_t default_table_bytes = std::size_t{64} << 20;

  // Precondition: SmallPosition::fits(geometry). The table has at least the size that exact keys need.
  explicit Solver(const Geometry& geometry, std::size_t table_bytes = default_table_bytes, int threads = 1);
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  struct Answer {
    std::optional<int> score;  // nothing when a limit or the token ended the search
    std::uint64_t nodes = 0;   // positions whose moves were searched
  };

  // Preconditions of all: the position has the solver's geometry and is not over; low <= high + 1.
  // With v the true score and r what is returned:
  //   r < low           v ≤ r
  //   low ≤ r ≤ high    v = r
  //   high < r          v ≥ r
  // With low = high + 1 that is a single question: is v ≥ low?
  Answer solve(const SmallPosition& position, int low, int high, const Limits& limits = {}, StopToken stop = {});
  // The exact score.
  Answer solve(const SmallPosition& position, const Limits& limits = {}, StopToken stop = {});
  // Only who wins: 1, 0 or -1. Takes less time than the exact score.
  Answer solve_outcome(const SmallPosition& position, const Limits& limits = {}, StopToken stop = {});

  // Forgets everything learned.
  void clear();

  // Another solver over the same table, for use on another thread. Both may work at the same time.
  Solver sibling() const;

  // The plies that are left from this position to the end when this is its score.
  static int plies_left(const SmallPosition& position, int score) noexcept;

 private:
  class Implementation;
  explicit Solver(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tengen::engines::connect4

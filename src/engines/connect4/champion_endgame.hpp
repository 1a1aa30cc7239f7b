#pragma once
// An exact end: alpha-beta over the champion's board, for the last cells of boards that are too large for the solver.

#include <cstdint>
#include <optional>
#include <vector>

#include "engines/connect4/champion_board.hpp"
#include "engines/connect4/champion_nodes.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::connect4 {

template <class Bits>
class Endgame {
 public:
  explicit Endgame(const Shape<Bits>& shape);

  void clear();

  struct Answer {
    int column = 0;  // a best move: the quickest win or the slowest loss
    End end = open_end;
    std::uint64_t nodes = 0;
  };
  // Nothing when the stopper ends the search. Precondition: the game goes on.
  std::optional<Answer> solve(const Board<Bits>& board, search::Stopper& stopper);

 private:
  // A win with disc number e is worth top − e, a loss −(top − e), a draw nothing.
  static constexpr int top = 200;
  static constexpr int infinite = 1000;

  struct Entry {
    std::uint64_t key = 0;
    std::int16_t low = -infinite, high = infinite;  // what the score is known to lie between
  };
  struct Child {
    Board<Bits> board;
    int threats = 0;
    int column = 0;
  };
  using Children = FixedList<Child, Geometry::largest>;

  int node(Board<Bits> board, int alpha, int beta);
  void expand(const Board<Bits>& board, const Bits& cells, Children& children) const noexcept;

  Shape<Bits> shape_;
  std::vector<Entry> table_;
  search::Stopper* stopper_ = nullptr;
  search::SearchProgress progress_;
};

extern template class Endgame<std::uint64_t>;
extern template class Endgame<Lanes>;

}  // namespace tengen::engines::connect4

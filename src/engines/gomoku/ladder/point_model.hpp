#pragma once
// The board of AI12 and AI13 for CandidateSearch: every empty point has an order, a board has a value, and both are
// always those of the player that searches, whoever is to move.

#include "engines/gomoku/candidate_search.hpp"
#include "engines/gomoku/lines.hpp"

namespace tengen::engines::gomoku {

// How many moves are opened at each ply; the tree ends where they do.
struct TreeShape {
  std::array<std::uint8_t, 8> widths{};
  int plies() const noexcept { return static_cast<int>(std::ranges::find(widths, 0) - widths.begin()); }
  // Positions at the horizon of a full tree.
  std::uint64_t leaves() const noexcept {
    std::uint64_t n = 1;
    for (int i = 0; i < plies(); ++i) n *= widths[static_cast<std::size_t>(i)];
    return n;
  }
};

// Judge: what the two players think.
//   using Lines, Value, Order             see lines.hpp and candidate_search.hpp
//   void set(const P&)                    a new root
//   void placed(int cell), removed(int cell)
//   Order order(const FaceBoard<Lines>&, int cell, Side me)
//   Value value(const FaceBoard<Lines>&, Side me, int ply)
//   Value lost(bool by_me, int ply)       of a finished game, for the side that lost it
//   Value lowest(), double number(Value)
template <class P, class Judge>
class PointModel {
 public:
  using Value = typename Judge::Value;
  using Order = typename Judge::Order;
  using Lines = typename Judge::Lines;
  using List = ScoredList<Order>;
  static constexpr bool order_is_value = false;

  PointModel(FaceMemory<Lines>& memory, const TreeShape& shape, Judge judge)
      : board_(memory), shape_(shape), judge_(std::move(judge)) {}

  void set(const P& position) {
    board_.set(position);
    judge_.set(position);
    me_ = position.side_to_move();
    allowed_ = legal_points(position);
  }
  void push(int cell) noexcept {
    judge_.placed(cell);
    board_.push(cell);
  }
  void pop(int cell) noexcept {
    board_.pop(cell);
    judge_.removed(cell);
  }

  bool five() const noexcept {
    return board_.totals().fives[static_cast<std::size_t>(other(board_.side_to_move()))] > 0;
  }
  Value lost(int ply) const noexcept { return judge_.lost(board_.side_to_move() == me_, ply); }
  Value leaf(int ply) noexcept {
    const Value value = judge_.value(board_, me_, ply);
    return board_.side_to_move() == me_ ? value : -value;
  }

  void expand(int ply, std::size_t most, List& out) noexcept {
    out.clear();
    const std::size_t wanted = std::min<std::size_t>(most, shape_.widths[static_cast<std::size_t>(ply)]);
    for (int row = 0; row < board_.size(); ++row)
      for (int column = 0; column < board_.size(); ++column) {
        const int cell = row * stride_of(board_.size()) + column;
        if (!board_.is_empty(cell) || (ply == 0 && !allowed_.test(cell))) continue;
        offer(out, wanted, cell, judge_.order(board_, cell, me_));
      }
  }

  static Value lowest() noexcept { return Judge::lowest(); }
  static double number(Value value) noexcept { return Judge::number(value); }

 private:
  FaceBoard<Lines> board_;
  TreeShape shape_;
  Judge judge_;
  Side me_ = Side::first;
  typename P::Bits allowed_{};
};

}  // namespace tengen::engines::gomoku

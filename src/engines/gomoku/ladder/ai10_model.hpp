#pragma once
// The board of AI10 and AI11 for CandidateSearch: candidates near the stones, ordered by the value after the move.

#include <algorithm>

#include "core/rng.hpp"
#include "engines/gomoku/candidate_search.hpp"
#include "engines/gomoku/ladder/ai10_lines.hpp"

namespace tengen::gomoku {

template <class P>
class Ai10Model {
 public:
  using Value = double;
  using Order = double;
  using List = ScoredList<Order>;
  static constexpr bool order_is_value = true;
  static constexpr std::size_t max_plies = 16;

  // How wide a search opens: candidates at each ply, and how far the stones' rectangle is widened.
  struct Width {
    std::array<std::uint8_t, max_plies> moves{};
    int margin = 1;
  };

  // With a generator, every value gets a noise in [0, 1).
  Ai10Model(FaceMemory<Ai10Lines>& memory, const Width& width, Rng* noise)
      : board_(memory), width_(width), noise_(noise) {}

  void set(const P& position) {
    board_.set(position);
    ply_ = 0;
    allowed_ = legal_points(position);
    Rectangle& around = rectangles_[0];
    around = {position.size(), -1, position.size(), -1};
    for (const Side side : {Side::first, Side::second})
      position.stones(side).for_each([&](int cell) { around.take_in(position.move_at(cell)); });
  }

  void push(int cell) noexcept {
    board_.push(cell);
    rectangles_[ply_ + 1] = rectangles_[ply_];
    const int stride = stride_of(board_.size());
    rectangles_[++ply_].take_in({static_cast<std::uint8_t>(cell % stride), static_cast<std::uint8_t>(cell / stride)});
  }
  void pop(int cell) noexcept {
    board_.pop(cell);
    --ply_;
  }

  bool five() const noexcept {
    return board_.totals().fives[static_cast<std::size_t>(other(board_.side_to_move()))] > 0;
  }
  Value lost(int) const noexcept { return -ai10_infinity; }
  // The side that has just moved values the board.
  Value leaf(int) noexcept { return -(board_.totals().value(other(board_.side_to_move())) + noise()); }

  void expand(int ply, std::size_t most, List& out) noexcept {
    out.clear();
    const std::size_t wanted = std::min<std::size_t>(most, width_.moves[static_cast<std::size_t>(ply)]);
    const Rectangle near = rectangles_[ply_].widened(width_.margin, board_.size());
    collect(ply, wanted, near, out);
    // Under renju all points near the stones may be forbidden at the root.
    if (out.empty() && ply == 0) collect(ply, wanted, Rectangle{0, board_.size() - 1, 0, board_.size() - 1}, out);
  }

  const FaceBoard<Ai10Lines>& board() const noexcept { return board_; }

  static Value lowest() noexcept { return -ai10_infinity; }
  static double number(Value value) noexcept { return value; }

 private:
  struct Rectangle {
    int left = 0, right = 0, bottom = 0, top = 0;
    void take_in(Move move) noexcept {
      left = std::min<int>(left, move.column);
      right = std::max<int>(right, move.column);
      bottom = std::min<int>(bottom, move.row);
      top = std::max<int>(top, move.row);
    }
    Rectangle widened(int by, int size) const noexcept {
      return {std::max(0, left - by), std::min(size - 1, right + by), std::max(0, bottom - by),
              std::min(size - 1, top + by)};
    }
  };

  double noise() noexcept { return noise_ ? noise_->real() : 0.0; }

  void collect(int ply, std::size_t wanted, const Rectangle& near, List& out) noexcept {
    const Side me = board_.side_to_move();
    const auto mover = static_cast<std::size_t>(me);
    const int windows = board_.totals().windows[mover];
    const Ai10Structure structure = board_.totals().structure(me);
    const double unchanged = structure.value();
    board_.for_each_empty(near.left, near.right, near.bottom, near.top, [&](int cell, auto lines, auto offsets) {
      if (ply == 0 && !allowed_.test(cell)) return;
      Ai10Change change;
      for (std::size_t d = 0; d < 4; ++d) change += lines[d]->changes[mover][offsets[d]];
      double value = static_cast<double>(windows + change.windows());
      if (const std::uint32_t now = change.structure(); now == Ai10Change::no_change) {
        value += unchanged;  // nearly all points
      } else if (Ai10Change::wins(now)) {
        value = ai10_infinity;
      } else {
        value += Ai10Change::after(structure, now).value();
      }
      offer(out, wanted, cell, value + noise());
    });
  }

  FaceBoard<Ai10Lines> board_;
  Width width_;
  Rng* noise_;
  std::size_t ply_ = 0;
  typename P::Bits allowed_{};
  std::array<Rectangle, max_plies + 1> rectangles_{};
};

}  // namespace tengen::gomoku

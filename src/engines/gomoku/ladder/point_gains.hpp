#pragma once
// What every empty point would add to a sum over all windows, kept up to date as stones come and go.
//
// A stone changes the windows through its point, and these reach four points to either side along four lines:
//
//     *   *   *
//       * * *          Only the points marked * can gain something else than before, and each of them only along
//     * * X * *        the one line that leads to the stone. So each point keeps four sums, one for each of its
//       * * *          lines, and a stone causes at most 32 of them to be added up again, five windows each.
//     *   *   *        (The picture shows two of the four steps.)
//
// Sums are always added up anew from their windows, in the same order, never corrected: no rounding error can build
// up, and a board reached move by move equals the same board set up at once, bit for bit.

#include <array>
#include <cstdint>

#include "engines/gomoku/windows.hpp"

namespace tengen::engines::gomoku {

// Rule: `Sum` with +=, and `Sum gain(window, code, place, cell)`: what the window gains by the stone that the rule
// is about, put on its empty place. A rule that keeps something for each window also has `placed(windows, cell)` and
// `removed(windows, cell)`.
template <class Rule>
class PointGains {
 public:
  using Sum = typename Rule::Sum;

  // A board without stones.
  PointGains(int size, Rule rule) : board_(size), rule_(std::move(rule)) {
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) rebuild_point(row * stride_of(size) + column);
  }

  const WindowBoard& board() const noexcept { return board_; }
  const Rule& rule() const noexcept { return rule_; }
  // Precondition: the point is empty.
  const Sum& operator[](int cell) const noexcept { return totals_[at(cell)]; }
  const Sum& along(int cell, int direction) const noexcept { return lines_[at(cell)][at(direction)]; }

  void place(int cell, Side side) noexcept {
    place_quietly(cell, side);
    refresh(cell);
  }
  void remove(int cell, Side side) noexcept {
    remove_quietly(cell, side);
    refresh(cell);
  }

  // Stones that are put down only to look at `line_sum` and taken up again: the kept sums stay as they are.
  void place_quietly(int cell, Side side) noexcept {
    board_.place(cell, side);
    taken_[at(cell)] = true;
    if constexpr (requires { rule_.placed(board_.windows(), cell); }) rule_.placed(board_.windows(), cell);
  }
  void remove_quietly(int cell, Side side) noexcept {
    board_.remove(cell, side);
    taken_[at(cell)] = false;
    if constexpr (requires { rule_.removed(board_.windows(), cell); }) rule_.removed(board_.windows(), cell);
  }

  // The gain of an empty point along one of its lines, from the windows as they are now.
  Sum line_sum(int cell, int direction) const noexcept {
    const Windows::Line line = board_.windows().lines(cell)[at(direction)];
    Sum sum{};
    for (int i = 0; i < line.count; ++i)
      sum += rule_.gain(line.first + i, board_.code(line.first + i), line.place - i, cell);
    return sum;
  }

  // Calls visit(cell, direction) for every empty point that shares a window with this one.
  template <class Visit>
  void for_each_neighbour(int cell, Visit&& visit) const {
    const Windows& windows = board_.windows();
    for (int direction = 0; direction < 4; ++direction) {
      const Windows::Line line = windows.lines(cell)[at(direction)];
      if (line.count == 0) continue;
      const int step = steps_[at(direction)];
      int neighbour = cell - line.place * step;
      for (int i = 0; i < line.count + 4; ++i, neighbour += step)
        if (neighbour != cell && !taken_[at(neighbour)]) visit(neighbour, direction);
    }
  }

 private:
  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

  void refresh(int cell) noexcept {
    for_each_neighbour(cell, [this](int neighbour, int direction) {
      lines_[at(neighbour)][at(direction)] = line_sum(neighbour, direction);
      add_up(neighbour);
    });
    if (!taken_[at(cell)]) rebuild_point(cell);
  }
  void rebuild_point(int cell) noexcept {
    for (int direction = 0; direction < 4; ++direction) lines_[at(cell)][at(direction)] = line_sum(cell, direction);
    add_up(cell);
  }
  void add_up(int cell) noexcept {
    const auto& line = lines_[at(cell)];
    Sum sum = line[0];
    sum += line[1];
    sum += line[2];
    sum += line[3];
    totals_[at(cell)] = sum;
  }

  WindowBoard board_;
  Rule rule_;
  std::array<int, 4> steps_ = directions(board_.windows().size());
  std::array<bool, Windows::max_cells> taken_{};
  std::array<std::array<Sum, 4>, Windows::max_cells> lines_{};
  std::array<Sum, Windows::max_cells> totals_{};
};

// The stones seen last, so that an engine, which is handed positions and not moves, can hand on the difference.
template <class P>
class SeenStones {
 public:
  void clear() noexcept { seen_ = {}; }
  // Takes from the board what is gone since the last call and puts on it what is new.
  template <class Board>
  void follow(const P& position, Board& board) {
    for (const Side side : {Side::first, Side::second})
      (seen_[at(side)] & ~position.stones(side)).for_each([&](int cell) { board.remove(cell, side); });
    for (const Side side : {Side::first, Side::second}) {
      (position.stones(side) & ~seen_[at(side)]).for_each([&](int cell) { board.place(cell, side); });
      seen_[at(side)] = position.stones(side);
    }
  }

 private:
  static std::size_t at(Side side) noexcept { return static_cast<std::size_t>(side); }
  std::array<typename P::Bits, 2> seen_{};
};

// The windows of the position seen last.
template <class P>
class SeenWindows {
 public:
  const WindowBoard& follow(const P& position) {
    if (board_.windows().size() != position.size()) {
      board_ = WindowBoard(position.size());
      seen_.clear();
    }
    seen_.follow(position, board_);
    return board_;
  }

 private:
  SeenStones<P> seen_;
  WindowBoard board_{15};
};

}  // namespace tengen::engines::gomoku

// The window tables against a plain scan of the board, and the incremental board against a rebuilt one.

#include "engines/gomoku/windows.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/rng.hpp"
#include "games/gomoku/position.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

using Cells = std::vector<int>;

// Every five points in a row that stay on the board, by columns and rows.
std::set<Cells> all_windows(int size) {
  std::set<Cells> found;
  constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
  for (const auto& [dx, dy] : steps)
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x) {
        if (x + 4 * dx < 0 || x + 4 * dx >= size || y + 4 * dy >= size) continue;
        Cells cells;
        for (int i = 0; i < 5; ++i) cells.push_back((y + i * dy) * stride_of(size) + x + i * dx);
        found.insert(cells);
      }
  return found;
}

TEST(Windows, AreAllFivesInARowOnEverySize) {
  for (int size = smallest_size; size <= largest_size; ++size) {
    const Windows& windows = Windows::of(size);
    std::set<Cells> found;
    for (int w = 0; w < windows.count(); ++w) found.insert(Cells(windows.cells(w).begin(), windows.cells(w).end()));
    EXPECT_EQ(found, all_windows(size)) << size;
    EXPECT_EQ(found.size(), static_cast<std::size_t>(windows.count())) << "a window is listed twice on " << size;
  }
  EXPECT_EQ(Windows::of(15).count(), 572);
}

TEST(Windows, OfAPointAreThoseThatHoldIt) {
  for (int size = smallest_size; size <= largest_size; ++size) {
    const Windows& windows = Windows::of(size);
    std::set<std::tuple<int, int, int>> listed, scanned;
    for (int cell = 0; cell < cells_of(size); ++cell)
      windows.for_each_through(cell, [&](int w, int place) { listed.emplace(cell, w, place); });
    for (int w = 0; w < windows.count(); ++w)
      for (int place = 0; place < 5; ++place)
        scanned.emplace(windows.cells(w)[static_cast<std::size_t>(place)], w, place);
    EXPECT_EQ(listed, scanned) << size;
  }
}

TEST(Windows, NextIsOneStepAlongTheLine) {
  for (const int size : {5, 6, 9, 15, 22}) {
    const Windows& windows = Windows::of(size);
    std::set<Cells> all = all_windows(size);
    for (int w = 0; w < windows.count(); ++w) {
      const int step = directions(size)[static_cast<std::size_t>(windows.direction(w))];
      Cells shifted(windows.cells(w).begin(), windows.cells(w).end());
      EXPECT_EQ(shifted[4] - shifted[0], 4 * step);
      for (int& cell : shifted) cell += step;
      const int next = windows.next(w);
      EXPECT_EQ(next != Windows::no_window, all.contains(shifted));
      if (next == Windows::no_window) continue;
      EXPECT_EQ(shifted, Cells(windows.cells(next).begin(), windows.cells(next).end()));
    }
  }
}

TEST(WindowContent, ReadsCodesDigitByDigit) {
  const WindowContent& content = window_contents[100];  // X.O.X, the picture in windows.hpp
  EXPECT_EQ(content.digits, (std::array<std::uint8_t, 5>{1, 0, 2, 0, 1}));
  EXPECT_EQ(content.stones, (std::array<std::uint8_t, 2>{2, 1}));
  EXPECT_TRUE(content.mixed());
  EXPECT_TRUE(window_contents[0].empty());
  EXPECT_TRUE(window_contents[81].only(Side::first));
  EXPECT_TRUE(window_contents[162].only(Side::second));
}

TEST(WindowBoard, FollowsStonesThatComeAndGo) {
  Rng rng(1);
  for (int game = 0; game < effort(200); ++game) {
    const int size = smallest_size + static_cast<int>(rng.below(largest_size - smallest_size + 1));
    std::vector<int> stones(static_cast<std::size_t>(cells_of(size)));  // the digit on each cell
    WindowBoard board(size);
    for (int step = 0; step < 2 * size * size; ++step) {
      const int cell = static_cast<int>(rng.below(static_cast<std::uint32_t>(size))) * stride_of(size) +
                       static_cast<int>(rng.below(static_cast<std::uint32_t>(size)));
      int& here = stones[static_cast<std::size_t>(cell)];
      const Side side = rng.below(2) ? Side::first : Side::second;
      if (here > 0) {
        board.remove(cell, here == 1 ? Side::first : Side::second);
        here = 0;
      } else {
        board.place(cell, side);
        here = digit_of(side);
      }
      if (step % size > 0) continue;
      for (int w = 0; w < board.windows().count(); ++w)
        for (std::size_t place = 0; place < 5; ++place)
          ASSERT_EQ(board.content(w).digits[place], stones[board.windows().cells(w)[place]]);
    }
  }
}

TEST(WindowBoard, IsSetFromAPosition) {
  LargePosition position(19, Rule::freestyle);
  WindowBoard board(19), whole(19);
  Rng rng(2);
  while (const auto move = position.random_move(rng)) {
    board.place(position.cell_of(*move), position.side_to_move());
    position.play(*move);
    whole.set(position);
    ASSERT_EQ(board, whole);
  }
}

}  // namespace
}  // namespace tengen::engines::gomoku

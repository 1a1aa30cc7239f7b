#pragma once
// The windows of five on a board, and a board that knows what every window holds.
//
// A window is five points in a row. The windows of one line have consecutive numbers, one step apart:
//
//     point      a b c d e f g          Seven points in a row hold three windows. Point e is in all of
//     window w   0 1 2 3 4              them: at place 4 of window w, 3 of w + 1 and 2 of w + 2, so its
//     window w+1   0 1 2 3 4            windows on this line are fully told by
//     window w+2     0 1 2 3 4          { first = w, count = 3, place = 4 }.
//
// What a window holds is one byte, its code: five digits in base 3, the digit of place i worth 3^i, where 0
// is an empty point, 1 Black and 2 White. All that any player asks about a window is a table of 243 entries
// away.
//
//     place     0   1   2   3   4
//     stones    X   .   O   .   X        code = 1·1 + 0·3 + 2·9 + 0·27 + 1·81 = 100
//     worth     1   3   9  27  81

#include <array>
#include <cassert>
#include <cstdint>

#include "core/side.hpp"
#include "engines/rules.hpp"
#include "games/gomoku/board.hpp"

namespace tengen::engines::gomoku {

inline constexpr int window_codes = 243;

// What a code says, for anyone who fills a table.
struct WindowContent {
  std::array<std::uint8_t, 5> digits{};  // 0 empty, 1 Black, 2 White
  std::array<std::uint8_t, 2> stones{};  // by side

  bool empty() const noexcept { return stones[0] == 0 && stones[1] == 0; }
  bool mixed() const noexcept { return stones[0] > 0 && stones[1] > 0; }
  bool only(Side side) const noexcept {
    return stones[static_cast<std::size_t>(side)] > 0 && stones[static_cast<std::size_t>(other(side))] == 0;
  }
};

// The weight of a stone's digit at a place of a window.
inline constexpr std::array<std::uint8_t, 5> place_weight = {1, 3, 9, 27, 81};
constexpr int digit_of(Side side) noexcept { return 1 + index(side); }

inline constexpr auto window_contents = [] {
  std::array<WindowContent, window_codes> table{};
  for (int code = 0; code < window_codes; ++code)
    for (std::size_t place = 0; place < 5; ++place) {
      const int digit = code / place_weight[place] % 3;
      WindowContent& content = table[static_cast<std::size_t>(code)];
      content.digits[place] = static_cast<std::uint8_t>(digit);
      if (digit > 0) ++content.stones[static_cast<std::size_t>(digit - 1)];
    }
  return table;
}();

// How many windows a board has: two straight directions with n·(n−4), two slanting ones with (n−4)².
constexpr int windows_on(int size) noexcept { return 2 * size * (size - 4) + 2 * (size - 4) * (size - 4); }

// The immutable tables of one board size. Points are the bits of board.hpp.
class Windows {
 public:
  static constexpr int no_window = -1;
  static constexpr std::size_t max_cells = cells_of(largest_size);
  static constexpr std::size_t max_windows = windows_on(largest_size);

  // A point's windows in one direction: `count` of them from `first` on, the point at place `place` of the
  // first and one place lower in each that follows.
  struct Line {
    std::uint16_t first = 0;
    std::uint8_t count = 0;
    std::uint8_t place = 0;
  };

  // Built at the first call, for all sizes; shared and never changed.
  static const Windows& of(int size);

  int size() const noexcept { return size_; }
  int count() const noexcept { return count_; }
  const std::array<std::uint16_t, 5>& cells(int window) const noexcept { return cells_[at(window)]; }
  // By direction, in the order of gomoku::directions.
  const std::array<Line, 4>& lines(int cell) const noexcept { return lines_[at(cell)]; }
  int direction(int window) const noexcept { return direction_[at(window)]; }
  // The window one step along the same line, or no_window.
  int next(int window) const noexcept { return has_next_[at(window)] ? window + 1 : no_window; }

  // Calls visit(window, place of the cell in it) for every window through the cell, in ascending order.
  template <class Visit>
  void for_each_through(int cell, Visit&& visit) const {
    for (const Line& line : lines(cell))
      for (int i = 0; i < line.count; ++i) visit(line.first + i, line.place - i);
  }

 private:
  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
  void build(int size);
  void add_line(int start, int step, int length, int direction);

  int size_ = 0;
  int count_ = 0;
  std::array<std::array<std::uint16_t, 5>, max_windows> cells_{};
  std::array<std::array<Line, 4>, max_cells> lines_{};
  std::array<std::uint8_t, max_windows> direction_{};
  std::array<bool, max_windows> has_next_{};
};

// The code of every window, kept as stones come and go. A plain value of some 1.5 kilobytes: no allocation,
// and a copy is one memcpy.
class WindowBoard {
 public:
  explicit WindowBoard(int size) : windows_(&Windows::of(size)) {}

  const Windows& windows() const noexcept { return *windows_; }
  int code(int window) const noexcept { return codes_[static_cast<std::size_t>(window)]; }
  const WindowContent& content(int window) const noexcept {
    return window_contents[codes_[static_cast<std::size_t>(window)]];
  }

  // Precondition: the point is empty.
  void place(int cell, Side side) noexcept { add(cell, digit_of(side)); }
  // Precondition: a stone of that side is there.
  void remove(int cell, Side side) noexcept { add(cell, -digit_of(side)); }
  void clear() noexcept { codes_.fill(0); }

  // All stones of a position, from nothing.
  template <class P>
  void set(const P& position) noexcept {
    assert(position.size() == windows_->size());
    clear();
    for (const Side side : {Side::first, Side::second})
      position.stones(side).for_each([&](int cell) { place(cell, side); });
  }

  bool operator==(const WindowBoard&) const = default;

 private:
  void add(int cell, int digit) noexcept {
    windows_->for_each_through(cell, [&](int window, int place) {
      std::uint8_t& code = codes_[static_cast<std::size_t>(window)];
      code = static_cast<std::uint8_t>(code + digit * place_weight[static_cast<std::size_t>(place)]);
    });
  }

  const Windows* windows_;
  std::array<std::uint8_t, Windows::max_windows> codes_{};
};

}  // namespace tengen::engines::gomoku

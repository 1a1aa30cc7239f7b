#include "engines/gomoku/windows.hpp"

#include <algorithm>
#include <memory>

namespace tengen::engines::gomoku {

// Appends the windows of one line of `length` points from `start` on.
void Windows::add_line(int start, int step, int length, int direction) {
  const int first = count_;
  for (int i = 0; i + 5 <= length; ++i) {
    for (int place = 0; place < 5; ++place)
      cells_[at(count_)][at(place)] = static_cast<std::uint16_t>(start + (i + place) * step);
    direction_[at(count_)] = static_cast<std::uint8_t>(direction);
    has_next_[at(count_)] = i + 6 <= length;
    ++count_;
  }
  for (int i = 0; i < length && count_ > first; ++i) {
    const int earliest = std::max(0, i - 4), latest = std::min(i, length - 5);
    lines_[at(start + i * step)][at(direction)] = {static_cast<std::uint16_t>(first + earliest),
                                                   static_cast<std::uint8_t>(latest - earliest + 1),
                                                   static_cast<std::uint8_t>(i - earliest)};
  }
}

void Windows::build(int size) {
  size_ = size;
  const auto steps = directions(size);
  const auto cell = [size](int column, int row) { return row * stride_of(size) + column; };
  for (int row = 0; row < size; ++row) add_line(cell(0, row), steps[0], size, 0);
  for (int column = 0; column < size; ++column) add_line(cell(column, 0), steps[1], size, 1);
  // A slanting line starts at the bottom, or at the side that it runs away from.
  for (int row = size - 1; row > 0; --row) add_line(cell(0, row), steps[2], size - row, 2);
  for (int column = 0; column < size; ++column) add_line(cell(column, 0), steps[2], size - column, 2);
  for (int column = 0; column < size; ++column) add_line(cell(column, 0), steps[3], column + 1, 3);
  for (int row = 1; row < size; ++row) add_line(cell(size - 1, row), steps[3], size - row, 3);
  assert(count_ == windows_on(size));
}

const Windows& Windows::of(int size) {
  using Tables = std::array<Windows, largest_size + 1>;
  static const std::unique_ptr<const Tables> tables = [] {
    auto built = std::make_unique<Tables>();
    for (int s = smallest_size; s <= largest_size; ++s) (*built)[at(s)].build(s);
    return built;
  }();
  return (*tables)[at(size)];
}

}  // namespace tengen::engines::gomoku

#include "engines/gomoku/lines.hpp"

#include <algorithm>
#include <cstdlib>

namespace tengen::engines::gomoku {

bool LineFace::has_five(Side side, Rule rule) const noexcept {
  for (int i = 0; i < length; ++i)
    if ((stones[static_cast<std::size_t>(side)] >> i & 1) && wins(rule, side == Side::first, run_through(side, i)))
      return true;
  return false;
}

void LineMap::build(int size) {
  size_ = size;
  const auto byte = [](int i) { return static_cast<std::uint8_t>(i); };
  const int n = size, columns = n, up_right = 2 * n, up_left = 4 * n - 1;
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      const int rise = column - row + n - 1, fall = column + row;  // the number of each slant, from the left
      auto& places = places_[static_cast<std::size_t>(row * stride_of(n) + column)];
      places[0] = {byte(row), byte(column)};
      places[1] = {byte(columns + column), byte(row)};
      places[2] = {byte(up_right + rise), byte(std::min(column, row))};
      places[3] = {byte(up_left + fall), byte(row - std::max(0, fall - (n - 1)))};
      for (const Place& place : places) lengths_[place.line] = std::max(lengths_[place.line], byte(place.offset + 1));
    }
}

const LineMap& LineMap::of(int size) {
  static const auto maps = [] {
    auto built = std::make_unique<std::array<LineMap, largest_size + 1>>();
    for (int s = smallest_size; s <= largest_size; ++s) (*built)[static_cast<std::size_t>(s)].build(s);
    return built;
  }();
  return (*maps)[static_cast<std::size_t>(size)];
}

}  // namespace tengen::engines::gomoku

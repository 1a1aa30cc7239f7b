#include "engines/gomoku/threat/alphabeta/field.hpp"

#include <algorithm>
#include <cstdlib>

namespace tengen::engines::gomoku {

namespace {

constexpr std::uint16_t with_shape(std::uint16_t key, int direction, Shape shape) noexcept {
  const int shift = 4 * direction;
  return static_cast<std::uint16_t>((key & ~(15 << shift)) | static_cast<int>(shape) << shift);
}

}  // namespace

Field::Field(const PointTable& table) : table_(&table) {
  // A move changes at most the points on its lines and its own, for both sides.
  constexpr auto most_moves = static_cast<std::size_t>(largest_size * largest_size);
  changes_.reserve(most_moves * 2 * (8 * reach + 1));
  moves_.reserve(most_moves);
}

// Visits the points of one line through `cell`, without it, that can touch its shape.
template <class Visit>
void Field::along(int cell, int direction, Visit&& visit) const {
  for (const int step : {lines_->step(direction), -lines_->step(direction)})
    for (int k = 1, c = cell + step; k <= reach && lines_->is_inside(c); ++k, c += step) visit(c);
}

void Field::prepare_neighbours() {
  neighbours_.assign(static_cast<std::size_t>(cells_of(size())), Bits{});
  const int stride = stride_of(size());
  for (int a = 0; a < cells_of(size()); ++a)
    for (int b = 0; b < cells_of(size()); ++b) {
      if (a == b || !lines_->is_inside(a) || !lines_->is_inside(b)) continue;
      const int rows = std::abs(a / stride - b / stride), columns = std::abs(a % stride - b % stride);
      const bool on_ray = rows == 0 || columns == 0 || rows == columns;
      if (std::max(rows, columns) <= (on_ray ? 3 : 2)) neighbours_[static_cast<std::size_t>(a)].set(b);
    }
}

std::uint16_t Field::fresh_key(Side side, int cell) const noexcept {
  std::uint16_t key = 0;
  for (int d = 0; d < LineBoard::direction_count; ++d) key = with_shape(key, d, lines_->shape(side, cell, d));
  return key;
}

template <int words>
void Field::set(const Position<words>& position) {
  if (!lines_ || lines_->size() != position.size() || lines_->rule() != position.rule()) {
    lines_.emplace(position.size(), position.rule());
    prepare_neighbours();
  }
  lines_->set(position);
  side_ = position.side_to_move();
  changes_.clear();
  moves_.clear();
  keys_ = {};
  sums_ = {};
  position.empty().for_each([this](int cell) {
    for (const Side side : {Side::first, Side::second})
      put_key(static_cast<std::size_t>(side), cell, fresh_key(side, cell));
  });
  near_ = {};
  for (const Side side : {Side::first, Side::second})
    position.stones(side).for_each([this](int cell) { near_ |= neighbours_[static_cast<std::size_t>(cell)]; });
  near_ &= ~(lines_->stones(Side::first) | lines_->stones(Side::second));
}

void Field::put_key(std::size_t side, int cell, std::uint16_t key) noexcept {
  std::uint16_t& here = keys_[side][static_cast<std::size_t>(cell)];
  const PointEntry &before = (*table_)[here], &after = (*table_)[key];
  sums_[side].to_move += after.to_move - before.to_move;
  sums_[side].waiting += after.waiting - before.waiting;
  here = key;
}

void Field::push(int cell) noexcept {
  moves_.push_back({static_cast<std::int16_t>(cell), static_cast<std::uint32_t>(changes_.size()), near_});
  lines_->push(side_, cell);
  const auto change = [this](std::size_t side, int c, std::uint16_t key) {
    const std::uint16_t before = keys_[side][static_cast<std::size_t>(c)];
    if (before == key) return;
    changes_.push_back({static_cast<std::int16_t>(c), static_cast<std::uint8_t>(side), before});
    put_key(side, c, key);
  };
  change(0, cell, 0);
  change(1, cell, 0);
  for (int d = 0; d < LineBoard::direction_count; ++d)
    along(cell, d, [&](int c) {
      if (!lines_->is_empty(c)) return;
      for (const Side side : {Side::first, Side::second}) {
        const auto s = static_cast<std::size_t>(side);
        change(s, c, with_shape(keys_[s][static_cast<std::size_t>(c)], d, lines_->shape(side, c, d)));
      }
    });
  near_ |= neighbours_[static_cast<std::size_t>(cell)];
  near_ &= ~(lines_->stones(Side::first) | lines_->stones(Side::second));
  side_ = other(side_);
}

void Field::pop() noexcept {
  const Made& made = moves_.back();
  near_ = made.near;
  while (changes_.size() > made.first_change) {
    const Change& change = changes_.back();
    put_key(change.side, change.cell, change.key);
    changes_.pop_back();
  }
  lines_->pop();
  moves_.pop_back();
  side_ = other(side_);
}

Field::Bits Field::defences(Side attacker) const noexcept {
  Bits common = ~Bits{};
  for (const Kind kind : {Kind::open_four, Kind::double_four})
    points(attacker, kind).for_each([&](int cell) {
      Bits here = Bits::single(cell);
      for (int d = 0; d < LineBoard::direction_count; ++d) {
        if (lines_->shape(attacker, cell, d) < Shape::four) continue;
        along(cell, d, [&](int c) { here.set(c); });
      }
      common &= here;
    });
  return common & ~(lines_->stones(Side::first) | lines_->stones(Side::second));
}

Field::Bits Field::rays(int cell) const noexcept {
  Bits bits;
  for (int d = 0; d < LineBoard::direction_count; ++d) along(cell, d, [&](int c) { bits.set(c); });
  return bits & ~(lines_->stones(Side::first) | lines_->stones(Side::second));
}

// Cheap and never wrong when it says no: two threes, two fours or six in a row need shapes that the lines show.
bool Field::may_be_forbidden(int cell) const noexcept {
  const auto lines_with = [&](Shape shape) { return lines_->lines_with(Side::first, cell, shape); };
  if (lines_with(Shape::open_three) >= 2 || lines_with(Shape::four) >= 2 || lines_with(Shape::open_four) >= 1)
    return true;
  for (const int step : directions(size()))
    if (run_through(lines_->stones(Side::first), size(), cell, step) >= 6) return true;
  return false;
}

template void Field::set(const SmallPosition&);
template void Field::set(const LargePosition&);

}  // namespace tengen::engines::gomoku

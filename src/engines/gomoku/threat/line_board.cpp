#include "engines/gomoku/threat/line_board.hpp"

#include <cassert>

namespace tengen::engines::gomoku {

namespace {

// One unit in the four bits of the tally that count this shape; weaker shapes are not counted.
constexpr std::uint32_t unit_of(Shape shape) noexcept {
  return shape < LineBoard::lowest_tallied ? 0 : std::uint32_t{1} << LineBoard::tally_shift(shape);
}

constexpr int count_of(std::uint32_t tally, Shape shape) noexcept {
  return static_cast<int>(tally >> LineBoard::tally_shift(shape) & 0xf);
}

constexpr Kind kind_of(std::uint32_t tally) noexcept {
  if (tally == 0) return Kind::none;
  const int best = (std::bit_width(tally) - 1) / 4 + static_cast<int>(LineBoard::lowest_tallied);
  switch (static_cast<Shape>(best)) {
    case Shape::five: return Kind::five;
    case Shape::open_four: return Kind::open_four;
    case Shape::four:
      if (count_of(tally, Shape::four) >= 2) return Kind::double_four;
      return count_of(tally, Shape::open_three) >= 1 ? Kind::four_three : Kind::four;
    case Shape::open_three: return count_of(tally, Shape::open_three) >= 2 ? Kind::double_three : Kind::open_three;
    default: return Kind::three;
  }
}

}  // namespace

LineBoard::LineBoard(int size, Rule rule)
    : size_(size),
      rule_(rule),
      reach_(rule == Rule::freestyle ? 4 : 5),
      steps_(directions(size)),
      table_{&ShapeTable::get(rule != Rule::freestyle), &ShapeTable::get(rule == Rule::standard)} {
  for (int offset = -5; offset <= 5; ++offset) {
    if (offset == 0) continue;
    const std::uint32_t own = ShapeTable::own_weight(offset), blocked = ShapeTable::blocked_weight(offset);
    weights_[0][static_cast<std::size_t>(offset + 5)] = own | blocked << 16;
    weights_[1][static_cast<std::size_t>(offset + 5)] = blocked | own << 16;
  }
  clear();
}

void LineBoard::clear() {
  cells_.fill(Cell::edge);
  codes_ = {};
  shapes_ = {};
  tallies_ = {};
  kinds_ = {};
  points_ = {};
  stones_ = {};
  count_ = 0;
  key_ = 0;
  const auto for_each_point = [this](auto visit) {
    for (int row = 0; row < size_; ++row)
      for (int column = 0; column < size_; ++column) visit(row * stride_of(size_) + column);
  };
  for_each_point([this](int cell) { cells_[at(cell)] = Cell::empty; });
  for_each_point([this](int cell) {
    for (std::size_t direction = 0; direction < direction_count; ++direction) {
      for (const int sign : {1, -1}) {
        bool beyond = false;
        for (int k = 1; k <= 4; ++k) {
          beyond = beyond || cells_[at(cell + sign * k * steps_[direction])] == Cell::edge;
          if (beyond) codes_[at(cell)][direction] += ShapeTable::blocked_weight(sign * k) * 0x10001U;
        }
      }
      refresh(at(cell), direction);
    }
  });
}

void LineBoard::push(Side side, int cell) noexcept {
  assert(is_inside(cell) && is_empty(cell));
  const auto colour = static_cast<std::size_t>(side);
  const std::size_t here = at(cell);
  unlist(0, kinds_[here][0], cell);
  unlist(1, kinds_[here][1], cell);
  cells_[here] = side == Side::first ? Cell::black : Cell::white;
  stones_[colour].set(cell);
  key_ ^= games::gomoku::detail::zobrist[colour][static_cast<std::size_t>(cell)];
  order_[static_cast<std::size_t>(count_++)] = static_cast<std::uint16_t>(cell);
  change_lines<true>(side, cell);
}

void LineBoard::pop() noexcept {
  assert(count_ > 0);
  const int cell = order_[static_cast<std::size_t>(--count_)];
  const std::size_t here = at(cell);
  const Side side = cells_[here] == Cell::black ? Side::first : Side::second;
  const auto colour = static_cast<std::size_t>(side);
  change_lines<false>(side, cell);
  key_ ^= games::gomoku::detail::zobrist[colour][static_cast<std::size_t>(cell)];
  stones_[colour] ^= Bits::single(cell);
  cells_[here] = Cell::empty;
  list(0, kinds_[here][0], cell);
  list(1, kinds_[here][1], cell);
}

// Each way along each line until the edge, or until stones of both colours have been passed: no shape beyond depends on
// this stone then. Taking back meets the same stones as putting did, so it undoes exactly what was done.
template <bool put>
void LineBoard::change_lines(Side side, int cell) noexcept {
  const auto& weights = weights_[static_cast<std::size_t>(side)];
  for (std::size_t direction = 0; direction < direction_count; ++direction)
    for (const int sign : {1, -1}) {
      std::size_t c = at(cell);
      const auto stride = static_cast<std::size_t>(sign * steps_[direction]);
      unsigned passed = 0;
      for (int k = 1; k <= reach_; ++k) {
        c += stride;
        if (cells_[c] == Cell::edge) break;
        passed |= static_cast<unsigned>(cells_[c]);
        const std::uint32_t weight = weights[static_cast<std::size_t>(5 - sign * k)];
        codes_[c][direction] += put ? weight : 0U - weight;
        refresh(c, direction);
        if (passed == both_colours) break;
      }
    }
}

void LineBoard::refresh(std::size_t padded, std::size_t direction) noexcept {
  const std::uint32_t codes = codes_[padded][direction];
  const Shape black = table_[0]->shape(codes & 0xffff), white = table_[1]->shape(codes >> 16);
  const auto after = static_cast<std::uint16_t>(static_cast<unsigned>(black) | static_cast<unsigned>(white) << 8);
  const std::uint16_t before = shapes_[padded][direction];
  if (after == before) return;
  shapes_[padded][direction] = after;
  retally(padded, 0, static_cast<Shape>(before & 0xff), black);
  retally(padded, 1, static_cast<Shape>(before >> 8), white);
}

void LineBoard::retally(std::size_t padded, std::size_t side, Shape before, Shape after) noexcept {
  const std::uint32_t change = unit_of(after) - unit_of(before);
  if (change == 0) return;
  std::uint32_t& tally = tallies_[padded][side];
  tally += change;
  Kind& kind = kinds_[padded][side];
  const Kind now = kind_of(tally);
  if (now == kind) return;
  if (cells_[padded] == Cell::empty) {
    const int cell = static_cast<int>(padded) - stride_of(size_) - 1;
    unlist(side, kind, cell);
    list(side, now, cell);
  }
  kind = now;
}

}  // namespace tengen::engines::gomoku

#include "games/connect4/position.hpp"

#include <array>

#include "core/text.hpp"
#include "games/connect4/game.hpp"
#include "games/notation.hpp"

namespace tengen::games::connect4 {

template <class Bits>
Position<Bits>::Position(const Geometry& g) noexcept
    : rows_(static_cast<std::uint8_t>(g.rows)),
      columns_(static_cast<std::uint8_t>(g.columns)),
      cells_(static_cast<std::uint8_t>(g.rows * g.columns - (g.has_blocked() ? 1 : 0))) {
  assert(fits(g));
  if (g.has_blocked()) {
    blocked_ = static_cast<std::int16_t>(bottom(g.blocked_column) + g.blocked_row);
    filled_ = single_bit<Bits>(blocked_);
  }
}

template <class Bits>
Geometry Position<Bits>::geometry() const noexcept {
  if (blocked_ < 0) return {rows_, columns_, -1, -1};
  return {rows_, columns_, blocked_ / stride(), blocked_ % stride()};
}

template <class Bits>
const Bits& Position<Bits>::board() const noexcept {
  using Row = std::array<Bits, Geometry::largest + 1>;
  static constexpr auto table = [] {
    std::array<Row, Geometry::largest + 1> boards{};
    for (int rows = Geometry::smallest; rows <= Geometry::largest; ++rows)
      for (int columns = Geometry::smallest; columns <= Geometry::largest; ++columns) {
        if ((rows + 1) * columns > capacity) break;
        Bits& cells = boards[static_cast<std::size_t>(rows)][static_cast<std::size_t>(columns)];
        for (int cell = 0; cell < (rows + 1) * columns; ++cell)
          if (cell % (rows + 1) != rows) cells |= single_bit<Bits>(cell);
      }
    return boards;
  }();
  return table[rows_][columns_];
}

template <class Bits>
std::uint64_t Position<Bits>::key() const noexcept {
  const auto shape = static_cast<std::uint64_t>(rows_) << 32 | static_cast<std::uint64_t>(columns_) << 16 |
                     static_cast<std::uint16_t>(blocked_);
  if constexpr (sizeof(Bits) == 8) {
    return hash_words(mine_, filled_, shape);
  } else {
    return hash_words(mine_[0], mine_[1], mine_[2], filled_[0], filled_[1], filled_[2], shape);
  }
}

template <class Bits>
Position<Bits> Position<Bits>::transformed(int symmetry) const noexcept {
  if (symmetry == 0) return *this;
  Geometry g = geometry();
  if (g.has_blocked()) g.blocked_column = g.columns - 1 - g.blocked_column;
  Position mirror(g);
  const auto mirrored = [this](const Bits& bits) {
    Bits result{};
    for_each_bit(bits, [&](int i) { result |= single_bit<Bits>(bottom(columns_ - 1 - i / stride()) + i % stride()); });
    return result;
  };
  mirror.set_discs(mirrored(mine_), mirrored(theirs_), plies_);
  return mirror;
}

template <class Bits>
void Position<Bits>::set_discs(const Bits& mine, const Bits& theirs, int plies) noexcept {
  mine_ = mine;
  theirs_ = theirs;
  filled_ |= mine | theirs;
  plies_ = static_cast<std::uint8_t>(plies);
}

template <class Bits>
Expected<Position<Bits>> Position<Bits>::from_string(std::string_view text) {
  return Game::parse<Position>(text, Values(Game::options()));
}

template <class Bits>
Expected<Move> Position<Bits>::parse_move(std::string_view text) const {
  const std::string move = lower(trim(text));
  int column = -1;
  if (move.size() == 1 && move[0] >= 'a' && move[0] <= 'z') column = move[0] - 'a';
  if (const auto number = to_number<int>(move); number && move.size() <= 2) column = *number - 1;
  if (column < 0 || column >= columns_)
    return fail("{} is no column; columns are 1 to {} or a to {}", in_quotes(text), int{columns_},
                static_cast<char>('a' + columns_ - 1));
  if (outcome() != Outcome::ongoing) return fail("the game is over");
  if (!is_open(column)) return fail("column {} is full", move);
  return Move{static_cast<std::uint8_t>(column)};
}

template <class Bits>
std::string Position<Bits>::format(Move move) const {
  if (columns_ <= 9) return std::string(1, static_cast<char>('1' + move.column));
  return std::string(1, static_cast<char>('a' + move.column));
}

template <class Bits>
std::string Position<Bits>::to_string() const {
  return to_text(diagram());
}

template <class Bits>
Diagram Position<Bits>::diagram() const {
  Diagram diagram{rows_, columns_, {}, side_to_move(), false, columns_ <= 9};
  const bool first_to_move = side_to_move() == Side::first;
  for (int row = rows_ - 1; row >= 0; --row)
    for (int column = 0; column < columns_; ++column) {
      const int bit = column * stride() + row;
      if (test_bit(mine(), bit))
        diagram.cells.push_back(first_to_move ? Cell::first : Cell::second);
      else if (test_bit(theirs(), bit))
        diagram.cells.push_back(first_to_move ? Cell::second : Cell::first);
      else
        diagram.cells.push_back(test_bit(filled(), bit) ? Cell::blocked : Cell::empty);
    }
  return diagram;
}

template <class Bits>
OptionValues Position<Bits>::option_values() const {
  const Geometry g = geometry();
  return {{"rows", std::to_string(g.rows)},
          {"columns", std::to_string(g.columns)},
          {"blocked", g.has_blocked() ? cell_name(g.blocked_column, g.blocked_row + 1) : "none"}};
}

template class Position<std::uint64_t>;
template class Position<WideBits<3>>;

}  // namespace tengen::games::connect4

#include "games/gomoku/position.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "games/gomoku/game.hpp"
#include "games/notation.hpp"

namespace tengen::games::gomoku {

namespace {

template <class Bits>
bool has_winning_run(const Bits& stones, int size, Rule rule, bool black) {
  bool found = false;
  stones.for_each([&](int cell) { found = found || makes_five(stones, size, rule, black, cell); });
  return found;
}

}  // namespace

template <int words>
Move Position<words>::transformed(Move move, int symmetry) const noexcept {
  if (symmetry & 4) std::swap(move.column, move.row);
  if (symmetry & 1) move.column = static_cast<std::uint8_t>(size_ - 1 - move.column);
  if (symmetry & 2) move.row = static_cast<std::uint8_t>(size_ - 1 - move.row);
  return move;
}

template <int words>
Position<words> Position<words>::transformed(int symmetry) const noexcept {
  Position result(size_, rule_);
  for (const Side side : {Side::first, Side::second})
    stones(side).for_each([&](int cell) {
      const int image = cell_of(transformed(move_at(cell), symmetry));
      result.stones_[index(side)].set(image);
      result.key_ ^= detail::zobrist[static_cast<std::size_t>(side)][static_cast<std::size_t>(image)];
    });
  if (side_ == Side::second) result.key_ ^= side_key;
  result.count_ = count_;
  result.side_ = side_;
  result.outcome_ = outcome_;
  return result;
}

template <int words>
Expected<void> Position<words>::set_stones(const Bits& black, const Bits& white, Side to_move) {
  Position result(size_, rule_);
  result.stones_[0] = black;
  result.stones_[1] = white;
  result.side_ = to_move;
  result.count_ = static_cast<std::uint16_t>(bit_count(black) + bit_count(white));
  for (const Side side : {Side::first, Side::second})
    result.stones_[index(side)].for_each([&](int cell) {
      result.key_ ^= detail::zobrist[static_cast<std::size_t>(side)][static_cast<std::size_t>(cell)];
    });
  if (to_move == Side::second) result.key_ ^= side_key;
  const bool black_won = has_winning_run(black, size_, rule_, true);
  const bool white_won = has_winning_run(white, size_, rule_, false);
  if (black_won && white_won) return fail("position: both sides have five in a row");
  if (black_won)
    result.outcome_ = Outcome::first_wins;
  else if (white_won)
    result.outcome_ = Outcome::second_wins;
  else if (!result.has_legal_move())
    result.outcome_ = Outcome::draw;
  *this = result;
  return {};
}

template <int words>
Expected<Position<words>> Position<words>::from_string(std::string_view text) {
  return Game::parse<Position>(text, Values(Game::options()));
}

template <int words>
std::string Position<words>::to_string() const {
  const std::string board = to_text(diagram());
  return rule_ == Rule::freestyle ? board : fmt::format("rule={} {}", name_of(rule_), board);
}

template <int words>
Expected<Move> Position<words>::parse_move(std::string_view text) const {
  const std::string typed = lower(trim(text));
  const auto name = parse_cell_name(typed);
  if (!name || name->length != typed.size() || name->column >= size_ || name->number > size_)
    return fail("{} is no point of the board; points are a1 to {}", in_quotes(text), cell_name(size_ - 1, size_));
  const Move move{static_cast<std::uint8_t>(name->column), static_cast<std::uint8_t>(name->number - 1)};
  if (outcome_ != Outcome::ongoing) return fail("the game is over");
  if (!empty().test(cell_of(move))) return fail("{} is taken", typed);
  if (is_forbidden(cell_of(move))) return fail("{} is forbidden to Black under renju", typed);
  return move;
}

template <int words>
std::string Position<words>::format(Move move) const {
  return cell_name(move.column, move.row + 1);
}

template <int words>
Diagram Position<words>::diagram() const {
  Diagram diagram{size_, size_, {}, side_to_move()};
  for (int row = size_ - 1; row >= 0; --row)
    for (int column = 0; column < size_; ++column) {
      const int cell = row * stride_of(size_) + column;
      const bool black = stones(Side::first).test(cell), white = stones(Side::second).test(cell);
      diagram.cells.push_back(black ? Cell::first : white ? Cell::second : Cell::empty);
    }
  return diagram;
}

template class Position<4>;
template class Position<8>;

}  // namespace tengen::games::gomoku

#include "games/mnk/position.hpp"

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "games/mnk/game.hpp"

namespace tengen::games::mnk {

Move Position::transformed(Move move, int symmetry) const noexcept {
  int columns = columns_, rows = rows_;
  if (symmetry & 4) {
    std::swap(move.column, move.row);
    std::swap(columns, rows);
  }
  if (symmetry & 1) move.column = static_cast<std::uint8_t>(columns - 1 - move.column);
  if (symmetry & 2) move.row = static_cast<std::uint8_t>(rows - 1 - move.row);
  return move;
}

Position Position::transformed(int symmetry) const noexcept {
  Position image = symmetry & 4 ? Position(rows_, columns_, k_) : Position(columns_, rows_, k_);
  for (const Side side : {Side::first, Side::second})
    for_each_bit(stones_[index(side)], [&](int cell) {
      const Move to = transformed(move_to(cell % 8, cell / 8), symmetry);
      image.stones_[index(side)] |= bit(to.column, to.row);
    });
  image.side_ = side_;
  image.outcome_ = outcome_;
  return image;
}

namespace {

// The board that the options ask for or the diagram shows, without its stones.
Expected<Position> empty_board(const PositionText& text) {
  int columns = text.options.integer("columns"), rows = text.options.integer("rows");
  if (const auto& diagram = text.diagram) {
    if (text.has("columns") || text.has("rows"))
      return fail("position: a diagram shows its columns and rows by itself; leave the options out");
    columns = diagram->columns;
    rows = diagram->rows;
    if (std::min(columns, rows) < smallest_side || std::max(columns, rows) > largest_side)
      return fail("position: the diagram has {} columns and {} rows; each must be {} to {}", columns, rows,
                  smallest_side, largest_side);
  }
  const int k = text.options.integer("k");
  if (k > std::max(columns, rows))
    return fail("position: {} in a row do not fit a board of {} columns and {} rows", k, columns, rows);
  return Position(columns, rows, k);
}

char letter(Side side) { return side == Side::first ? 'x' : 'o'; }

}  // namespace

bool Position::has_line(Side side) const noexcept {
  bool found = false;
  for_each_bit(stones_[index(side)],
               [&](int cell) { found = found || completes_line(side, move_to(cell % 8, cell / 8)); });
  return found;
}

Expected<Position> Position::from_diagram(Position position, const Diagram& diagram) {
  for (int row = 0; row < diagram.rows; ++row)
    for (int column = 0; column < diagram.columns; ++column) {
      const Cell cell = diagram.at(diagram.rows - 1 - row, column);
      if (cell == Cell::blocked) return fail("position: this game has no blocked cells");
      if (cell != Cell::empty) position.stones_[cell == Cell::first ? 0 : 1] |= bit(column, row);
    }
  const Side to_move = diagram.to_move;
  const int first = bit_count(position.stones_[0]), second = bit_count(position.stones_[1]);
  if (first - second != index(to_move))
    return fail("position: {} stones of x and {} of o do not fit {} to move", first, second, letter(to_move));
  if (position.has_line(to_move))
    return fail("position: {} is to move but already has {} in a row", letter(to_move), position.k());
  position.side_ = to_move;
  if (position.has_line(other(to_move)))
    position.outcome_ = win_for(other(to_move));
  else if (position.is_full())
    position.outcome_ = Outcome::draw;
  return position;
}

Expected<Position> Position::from_string(std::string_view text, const Values& options) {
  const auto parsed = parse_position_text(text, Game::options(), options, Game::name);
  if (!parsed) return parsed.error();
  const auto board = empty_board(*parsed);
  if (!board) return board;
  return parsed->diagram ? from_diagram(*board, *parsed->diagram) : play_cells(*board, parsed->moves);
}

Expected<Position> Position::from_string(std::string_view text) { return from_string(text, Values(Game::options())); }

std::string Position::to_string() const { return fmt::format("k={} {}", k(), to_text(diagram())); }

Expected<Move> Position::parse_move(std::string_view text) const {
  const std::string typed = lower(trim(text));
  const auto name = parse_cell_name(typed);
  if (!name || name->length != typed.size() || !is_on_board(name->column, name->number - 1))
    return fail("{} is no cell of the board; cells are a1 to {}", in_quotes(text), cell_name(columns_ - 1, rows_));
  if (outcome_ != Outcome::ongoing) return fail("the game is over");
  if (!is_empty(name->column, name->number - 1)) return fail("{} is taken", typed);
  return move_to(name->column, name->number - 1);
}

std::string Position::format(Move move) const { return cell_name(move.column, move.row + 1); }

Diagram Position::diagram() const {
  Diagram diagram{rows(), columns(), {}, side_to_move()};
  for (int row = rows() - 1; row >= 0; --row)
    for (int column = 0; column < columns(); ++column)
      diagram.cells.push_back(has_stone(Side::first, column, row)    ? Cell::first
                              : has_stone(Side::second, column, row) ? Cell::second
                                                                     : Cell::empty);
  return diagram;
}

OptionValues Position::option_values() const {
  return {{"columns", std::to_string(columns_)}, {"rows", std::to_string(rows_)}, {"k", std::to_string(k_)}};
}

}  // namespace tengen::games::mnk

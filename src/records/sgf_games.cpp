#include "records/sgf_games.hpp"

#include <fmt/format.h>

#include <array>

#include "core/text.hpp"

namespace tengen::records {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 3> numbers = {{{"gomoku", 4}, {"othello", 2}, {"connect4", 44}}};

}  // namespace

Expected<int> sgf_number(std::string_view game) {
  for (const auto& [name, number] : numbers)
    if (name == game) return number;
  return fail("SGF is not known to hold games of {}", in_quotes(game));
}

std::optional<std::string_view> sgf_game(int number) {
  for (const auto& [name, known] : numbers)
    if (known == number) return name;
  return std::nullopt;
}

std::string sgf_point(int column, int row_from_top) {
  return {static_cast<char>('a' + column), static_cast<char>('a' + row_from_top)};
}

Expected<SgfBoard::Point> SgfBoard::point_from(std::string_view text) const {
  Point point{-1, -1};
  if (text.size() == 2) {
    point.column = text[0] - 'a';
    // Othello programs also write points as people do: d3.
    point.row = game_ == "othello" && text[1] >= '1' && text[1] <= '8' ? text[1] - '1' : text[1] - 'a';
  }
  if (point.column < 0 || point.column >= board_.columns || point.row < 0 || point.row >= board_.rows)
    return fail("{} is no point of the board; points are aa to {}", in_quotes(text),
                sgf_point(board_.columns - 1, board_.rows - 1));
  return point;
}

std::optional<int> SgfBoard::rest_of(int column) const {
  for (int row = board_.rows - 1; row >= 0; --row)
    if (board_.at(row, column) == games::Cell::empty) return row;
  return std::nullopt;
}

Expected<std::string> SgfBoard::point_of(std::string_view move, Side side) {
  if (move == "pass") return "";
  if (game_ == "connect4") {
    const auto number = to_number<int>(move);
    const int column = number ? *number - 1 : move.size() == 1 ? move[0] - 'a' : -1;
    if (column < 0 || column >= board_.columns) return fail("{} is no column", in_quotes(move));
    const auto row = rest_of(column);
    if (!row) return fail("column {} is full", move);
    drop(column, *row, side);
    return sgf_point(column, *row);
  }
  const auto name = games::parse_cell_name(move);
  if (!name || name->length != move.size() || name->column >= board_.columns || name->number > board_.rows)
    return fail("{} is no point of the board", in_quotes(move));
  return sgf_point(name->column, game_ == "othello" ? name->number - 1 : board_.rows - name->number);
}

Expected<std::string> SgfBoard::move_at(std::string_view text, Side side) {
  if (game_ == "othello" && (text.empty() || text == "tt")) return "pass";
  const auto point = point_from(text);
  if (!point) return point.error();
  if (game_ == "othello") return games::cell_name(point->column, point->row + 1);
  if (game_ != "connect4") return games::cell_name(point->column, board_.rows - point->row);
  const auto row = rest_of(point->column);
  if (row != point->row)
    return fail("{} is not where a disc in its column comes to rest{}", in_quotes(text),
                row ? ", " + sgf_point(point->column, *row) + " is" : "; the column is full");
  drop(point->column, *row, side);
  return std::string(1, static_cast<char>('a' + point->column));
}

}  // namespace tengen::records

#include "records/board.hpp"

#include "core/text.hpp"

namespace tengen {

namespace {

// Othello's form, "---…XO…--- X": 64 cells row by row, then the side to move.
Diagram read_cells(std::string_view cells, std::string_view side) {
  Diagram diagram{8, 8, {}, parse_side(side).value_or(Side::first)};
  for (const char c : cells) diagram.cells.push_back(c == 'X' ? Cell::first : c == 'O' ? Cell::second : Cell::empty);
  return diagram;
}

}  // namespace

Board board_of(const Game& game) {
  const std::string text = game.to_string();
  Board board;
  std::string_view rest = text;
  constexpr std::string_view rule = "rule=";
  if (rest.starts_with(rule)) {
    const std::size_t space = rest.find(' ');
    board.rule = rest.substr(rule.size(), space - rule.size());
    rest.remove_prefix(space + 1);
  }
  if (rest.find('/') == std::string_view::npos) {
    const auto parts = words(rest);
    board.diagram = read_cells(parts.front(), parts.back());
    return board;
  }
  board.diagram = std::move(*parse_position_text(rest, {}, Values(), "board")->diagram);
  return board;
}

}  // namespace tengen

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
  std::string diagram;
  for (const std::string_view word : words(text)) {
    std::string& part = word.find('=') == std::string_view::npos ? diagram : board.options;
    part += (part.empty() ? "" : " ") + std::string(word);
    if (constexpr std::string_view rule = "rule="; word.starts_with(rule)) board.rule = word.substr(rule.size());
  }
  if (diagram.find('/') == std::string::npos) {
    const auto parts = words(diagram);
    board.diagram = read_cells(parts.front(), parts.back());
  } else {
    board.diagram = std::move(*parse_position_text(diagram, {}, Values(), "board")->diagram);
  }
  return board;
}

}  // namespace tengen

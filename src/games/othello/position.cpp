#include "games/othello/position.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "games/notation.hpp"
#include "games/othello/game.hpp"

namespace tengen::games::othello {

namespace {

int transform_cell(int cell, int symmetry) noexcept {
  int row = cell / 8, column = cell % 8;
  if (symmetry & 4) std::swap(row, column);
  if (symmetry & 1) column = 7 - column;
  if (symmetry & 2) row = 7 - row;
  return 8 * row + column;
}

std::uint64_t transform_board(std::uint64_t board, int symmetry) noexcept {
  std::uint64_t result = 0;
  for_each_bit(board, [&](int cell) { result |= std::uint64_t{1} << transform_cell(cell, symmetry); });
  return result;
}

Expected<Position> from_diagram(const Diagram& diagram) {
  if (diagram.rows != 8 || diagram.columns != 8)
    return fail("position: the diagram has {} rows and {} columns; Othello has 8 of each", diagram.rows,
                diagram.columns);
  std::uint64_t discs[2] = {0, 0};
  for (int cell = 0; cell < 64; ++cell) {
    const Cell content = diagram.cells[static_cast<std::size_t>(cell)];
    if (content == Cell::blocked) return fail("position: Othello has no blocked cells");
    if (content == Cell::first) discs[0] |= std::uint64_t{1} << cell;
    if (content == Cell::second) discs[1] |= std::uint64_t{1} << cell;
  }
  const int mine = index(diagram.to_move);
  return Position(discs[mine], discs[1 - mine], diagram.to_move);
}

// The form of the public endgame suites: 64 cells row by row, then the side to move.
std::optional<std::string> as_diagram_text(std::string_view text) {
  const auto parts = words(text);
  if (parts.empty() || parts[0].size() < 64 || parts[0].find('/') != std::string_view::npos) return std::nullopt;
  if (!std::ranges::all_of(parts[0].substr(0, 64),
                           [](char c) { return std::string_view("xXoO*-.bBwW").find(c) != std::string_view::npos; }))
    return std::nullopt;
  std::string rows;
  for (std::size_t row = 0; row < 8; ++row) rows += (row ? "/" : "") + std::string(parts[0].substr(8 * row, 8));
  if (parts[0].size() > 64) rows += " " + std::string(parts[0].substr(64));
  for (std::size_t i = 1; i < parts.size(); ++i) rows += " " + std::string(parts[i]);
  if (rows.back() == ';') rows.pop_back();
  return rows;
}

// One move at the head of the text, with its length.
std::optional<std::pair<Move, std::size_t>> read_move(std::string_view text) {
  for (const std::string_view pass : {"pass", "ps", "pa", "--"})
    if (text.starts_with(pass)) return std::pair{Move{}, pass.size()};
  const auto name = parse_cell_name(text.substr(0, 2));
  if (!name || name->column >= 8 || name->number > 8) return std::nullopt;
  return std::pair{Move{static_cast<std::uint8_t>(8 * (name->number - 1) + name->column)}, name->length};
}

bool is_legal(const Position& position, Move move) {
  MoveList<Position> moves;
  position.legal_moves(moves);
  return std::ranges::find(moves, move) != moves.end();
}

Expected<Position> from_moves(std::string_view moves) {
  Position position;
  int number = 0;
  for (auto rest = skip_separators(moves); !rest.empty();) {
    ++number;
    const auto read = read_move(rest);
    if (!read)
      return fail("position: move {}: {} is no move; moves are a1 to h8 or pass", number, in_quotes(rest.substr(0, 4)));
    // Transcripts leave forced passes out.
    if (!read->first.is_pass() && is_legal(position, Move{})) position.play(Move{});
    if (!is_legal(position, read->first))
      return fail("position: move {}: {} is not legal there", number, position.format(read->first));
    position.play(read->first);
    rest = skip_separators(rest.substr(read->second));
  }
  return position;
}

}  // namespace

Position Position::transformed(int symmetry) const noexcept {
  return {transform_board(own_, symmetry), transform_board(opponent_, symmetry), side_};
}

Move Position::transformed(Move move, int symmetry) const noexcept {
  return move.is_pass() ? move : Move{static_cast<std::uint8_t>(transform_cell(move.cell, symmetry))};
}

Expected<Position> Position::from_string(std::string_view text) {
  const auto suite = as_diagram_text(text);
  const auto parsed = parse_position_text(suite ? *suite : text, {}, Values(), Game::name);
  if (!parsed) return parsed.error();
  if (parsed->diagram) return from_diagram(*parsed->diagram);
  return from_moves(parsed->moves);
}

std::string Position::to_string() const {
  std::string text;
  const Diagram board = diagram();
  for (const Cell cell : board.cells) text += cell == Cell::first ? 'X' : cell == Cell::second ? 'O' : '-';
  return text + (side_ == Side::first ? " X" : " O");
}

Expected<Move> Position::parse_move(std::string_view text) const {
  const std::string typed = lower(trim(text));
  const auto read = read_move(typed);
  if (!read || read->second != typed.size()) return fail("{} is no move; moves are a1 to h8 or pass", in_quotes(text));
  if (outcome() != Outcome::ongoing) return fail("the game is over");
  if (is_legal(*this, read->first)) return read->first;
  if (read->first.is_pass()) return fail("passing is only allowed when there is no other move");
  if (is_legal(*this, Move{})) return fail("{} flips nothing; there is no move, only pass", typed);
  if (test_bit(own_ | opponent_, read->first.cell)) return fail("{} is taken", typed);
  return fail("{} flips nothing", typed);
}

std::string Position::format(Move move) const {
  return move.is_pass() ? "pass" : cell_name(move.cell % 8, move.cell / 8 + 1);
}

Diagram Position::diagram() const {
  Diagram diagram{8, 8, {}, side_, true, false};
  const bool first = side_ == Side::first;
  for (int cell = 0; cell < 64; ++cell) {
    if (test_bit(own_, cell))
      diagram.cells.push_back(first ? Cell::first : Cell::second);
    else if (test_bit(opponent_, cell))
      diagram.cells.push_back(first ? Cell::second : Cell::first);
    else
      diagram.cells.push_back(Cell::empty);
  }
  return diagram;
}

}  // namespace tengen::games::othello

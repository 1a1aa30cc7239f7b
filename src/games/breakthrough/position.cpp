#include "games/breakthrough/position.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "games/breakthrough/game.hpp"

namespace tengen::games::breakthrough {

Move Position::transformed(Move move, int symmetry) const noexcept {
  return symmetry == 0 ? move : Move{static_cast<std::uint8_t>(move.from ^ 7), static_cast<std::uint8_t>(move.to ^ 7)};
}

Position Position::transformed(int symmetry) const noexcept {
  Position image = *this;
  if (symmetry == 0) return image;
  for (std::uint64_t& pawns : image.pawns_) {
    std::uint64_t mirrored = 0;
    for_each_bit(pawns, [&mirrored](int square) { mirrored |= bit(square ^ 7); });
    pawns = mirrored;
  }
  return image;
}

// Rows of a diagram are counted from the top: its cells are the squares with the row turned round.
Expected<Position> Position::from_diagram(const Diagram& diagram) {
  if (diagram.rows != 8 || diagram.columns != 8)
    return fail("position: the diagram has {} rows and {} columns; Breakthrough has 8 of each", diagram.rows,
                diagram.columns);
  Position position;
  position.pawns_[0] = position.pawns_[1] = 0;
  position.side_ = diagram.to_move;
  for (int square = 0; square < 64; ++square) {
    const Cell cell = diagram.at(square ^ 56);
    if (cell == Cell::blocked) return fail("position: Breakthrough has no blocked cells");
    if (cell != Cell::empty) position.pawns_[cell == Cell::first ? 0 : 1] |= bit(square);
  }
  for (const std::uint64_t pawns : position.pawns_)
    if (bit_count(pawns) > most_pawns)
      return fail("position: {} pawns of one side; each begins with {}", bit_count(pawns), most_pawns);
  // The side that has just moved may have won; the other one cannot.
  const std::uint64_t own = position.pawns(diagram.to_move);
  if ((own & (diagram.to_move == Side::first ? top_row : bottom_row)) != 0 ||
      position.pawns(other(diagram.to_move)) == 0)
    return fail("position: {} is to move but has already won", diagram.to_move == Side::first ? 'x' : 'o');
  return position;
}

Expected<Position> Position::from_string(std::string_view text) {
  const auto parsed = parse_position_text(text, {}, Values(), Game::name);
  if (!parsed) return parsed.error();
  if (parsed->diagram) return from_diagram(*parsed->diagram);
  return play_cells(Position(), parsed->moves, 2);
}

std::string Position::to_string() const { return to_text(diagram()); }

// "a2a3", also "a2-a3" and "a2xb3".
Expected<Move> Position::parse_move(std::string_view text) const {
  std::string typed = lower(trim(text));
  std::erase_if(typed, [](char c) { return c == '-' || c == 'x'; });
  MoveList<Position> moves;
  legal_moves(moves);
  const auto found = std::ranges::find(moves, typed, [this](Move move) { return format(move); });
  if (found != moves.end()) return *found;
  if (outcome() != Outcome::ongoing) return fail("the game is over");
  return fail("{} is no legal move; moves are written from-to, such as {}", in_quotes(text), format(moves[0]));
}

std::string Position::format(Move move) const {
  return cell_name(move.from % 8, move.from / 8 + 1) + cell_name(move.to % 8, move.to / 8 + 1);
}

Diagram Position::diagram() const {
  Diagram diagram{8, 8, {}, side_};
  for (int cell = 0; cell < 64; ++cell)
    diagram.cells.push_back((pawns_[0] & bit(cell ^ 56)) != 0   ? Cell::first
                            : (pawns_[1] & bit(cell ^ 56)) != 0 ? Cell::second
                                                                : Cell::empty);
  return diagram;
}

// The pawn that broke through.
std::vector<CellIndex> Position::winning_line() const {
  std::vector<CellIndex> cells;
  for_each_bit((pawns_[0] & top_row) | (pawns_[1] & bottom_row),
               [&cells](int square) { cells.push_back(square ^ 56); });
  return cells;
}

}  // namespace tengen::games::breakthrough

#pragma once
// What SGF does differently for each game: its number, and how a move becomes a point and back.

#include <optional>
#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "games/notation.hpp"

namespace tengen::records {

// GM[…].
Expected<int> sgf_number(std::string_view game);
// The game's name, or nothing for games that are not ours.
std::optional<std::string_view> sgf_game(int number);

// Two letters, column then row from the top: "hh".
std::string sgf_point(int column, int row_from_top);

// Follows a game's discs as far as the points of its moves depend on them, which they do in Connect Four alone.
class SgfBoard {
 public:
  SgfBoard(std::string_view game, games::Diagram board) : game_(game), board_(std::move(board)) {}

  // The point of a move in our notation, to be played next by this side; empty for a pass.
  Expected<std::string> point_of(std::string_view move, Side side);
  // And back.
  Expected<std::string> move_at(std::string_view point, Side side);

 private:
  struct Point {
    int column = 0, row = 0;
  };
  Expected<Point> point_from(std::string_view text) const;
  std::optional<int> rest_of(int column) const;  // the row where the next disc comes to rest
  void drop(int column, int row, Side side) {
    board_.cells[static_cast<std::size_t>(row * board_.columns + column)] =
        side == Side::first ? games::Cell::first : games::Cell::second;
  }

  std::string game_;
  games::Diagram board_;
};

}  // namespace tengen::records

#pragma once
// Connect Four once more, slow and plain: a grid of characters. It shares nothing with src/games/connect4 but the
// words Side and Outcome, so that the two can be held against each other.

#include <rapidcheck.h>

#include <string>
#include <vector>

#include "games/connect4/game.hpp"

namespace tengen::games::connect4 {

class Twin {
 public:
  explicit Twin(const Geometry& g)
      : rows_(g.rows), columns_(g.columns), cells_(static_cast<std::size_t>(rows_ * columns_), '.') {
    if (g.blocked_column >= 0) at(g.blocked_column, g.blocked_row) = '#';
  }

  Side side_to_move() const { return to_move_ == 'x' ? Side::first : Side::second; }

  Outcome outcome() const {
    for (int column = 0; column < columns_; ++column)
      for (int row = 0; row < rows_; ++row)
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          const char c = look(column, row);
          if (c != 'x' && c != 'o') continue;
          if (look(column + dx, row + dy) == c && look(column + 2 * dx, row + 2 * dy) == c &&
              look(column + 3 * dx, row + 3 * dy) == c)
            return c == 'x' ? Outcome::first_wins : Outcome::second_wins;
        }
    return cells_.find('.') == std::string::npos ? Outcome::draw : Outcome::ongoing;
  }

  std::vector<std::string> legal_moves() const {
    std::vector<std::string> moves;
    if (outcome() != Outcome::ongoing) return moves;
    for (int column = 0; column < columns_; ++column)
      if (landing_row(column) < rows_) moves.push_back(name_of(column));
    return moves;
  }

  void play(const std::string& move) {
    for (int column = 0; column < columns_; ++column)
      if (name_of(column) == move) at(column, landing_row(column)) = to_move_;
    to_move_ = to_move_ == 'x' ? 'o' : 'x';
  }

  std::string to_string() const {
    std::string text;
    for (int row = rows_ - 1; row >= 0; --row) {
      int run = 0;
      const auto end_run = [&] {
        if (run > 0) text += std::to_string(run);
        run = 0;
      };
      for (int column = 0; column < columns_; ++column) {
        if (look(column, row) == '.') {
          ++run;
        } else {
          end_run();
          text += look(column, row);
        }
      }
      end_run();
      text += row > 0 ? '/' : ' ';
    }
    return text + to_move_;
  }

 private:
  char& at(int column, int row) { return cells_[static_cast<std::size_t>(row * columns_ + column)]; }
  char look(int column, int row) const {
    if (column < 0 || column >= columns_ || row < 0 || row >= rows_) return '|';
    return cells_[static_cast<std::size_t>(row * columns_ + column)];
  }
  int landing_row(int column) const {
    int row = 0;
    while (row < rows_ && look(column, row) != '.') ++row;
    return row;
  }
  std::string name_of(int column) const {
    return columns_ < 10 ? std::to_string(column + 1) : std::string(1, "abcdefghijkl"[column]);
  }

  int rows_, columns_;
  std::string cells_;
  char to_move_ = 'x';
};

// What the conformance suite asks of a game.
template <class P>
struct Conformer {
  using Position = P;
  using Twin = connect4::Twin;

  static rc::Gen<std::string> starts() {
    return rc::gen::exec([] {
      Geometry g;
      g.rows = *rc::gen::inRange(Geometry::smallest, Geometry::largest + 1);
      const int most = std::min(Geometry::largest, P::capacity / (g.rows + 1));
      g.columns = *rc::gen::inRange(Geometry::smallest, most + 1);
      // Edges and corners are where a blocked cell is most likely to be mistreated.
      const auto coordinate = [](int n) { return rc::gen::oneOf(rc::gen::inRange(0, n), rc::gen::element(0, n - 1)); };
      if (*rc::gen::inRange(0, 3) > 0) {
        g.blocked_column = *coordinate(g.columns);
        g.blocked_row = *coordinate(g.rows);
      }
      std::string text = fmt::format("rows={} columns={}", g.rows, g.columns);
      if (g.has_blocked())
        text += fmt::format(" blocked={}{}", static_cast<char>('a' + g.blocked_column), g.blocked_row + 1);
      return text;
    });
  }
  static Twin twin(const P& start) { return Twin(start.geometry()); }
};

}  // namespace tengen::games::connect4

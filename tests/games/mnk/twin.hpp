#pragma once
// The m,n,k game once more, slow and plain: rows of characters. It shares nothing with src/games/mnk but the words Side
// and Outcome, so that the two can be held against each other.

#include <rapidcheck.h>

#include <string>
#include <vector>

#include "games/mnk/game.hpp"

namespace tengen::games::mnk {

class Twin {
 public:
  Twin(std::size_t columns, std::size_t rows, int k) : rows_(rows, std::string(columns, '.')), k_(k) {}

  Side side_to_move() const { return to_move_ == 'x' ? Side::first : Side::second; }

  Outcome outcome() const {
    bool full = true;
    for (int row = 0; row < std::ssize(rows_); ++row)
      for (int column = 0; column < std::ssize(rows_[0]); ++column) {
        const char c = look(column, row);
        if (c == '.')
          full = false;
        else if (starts_line(column, row, c))
          return c == 'x' ? Outcome::first_wins : Outcome::second_wins;
      }
    return full ? Outcome::draw : Outcome::ongoing;
  }

  std::vector<std::string> legal_moves() const {
    std::vector<std::string> moves;
    if (outcome() != Outcome::ongoing) return moves;
    for (int row = 0; row < std::ssize(rows_); ++row)
      for (int column = 0; column < std::ssize(rows_[0]); ++column)
        if (look(column, row) == '.') moves.push_back("abcdefgh"[column] + std::to_string(row + 1));
    return moves;
  }

  void play(const std::string& move) {
    rows_[static_cast<std::size_t>(move[1] - '1')][static_cast<std::size_t>(move[0] - 'a')] = to_move_;
    to_move_ = to_move_ == 'x' ? 'o' : 'x';
  }

  std::string to_string() const {
    std::string text;
    for (const std::string& row : rows_) {
      std::string written;
      for (const char c : row) {
        if (c == '.' && !written.empty() && written.back() >= '1' && written.back() <= '9')
          ++written.back();
        else
          written += c == '.' ? '1' : c;
      }
      text = written + (text.empty() ? "" : "/") + text;
    }
    return "k=" + std::to_string(k_) + " " + text + " " + to_move_;
  }

 private:
  char look(int column, int row) const {
    if (column < 0 || column >= std::ssize(rows_[0]) || row < 0 || row >= std::ssize(rows_)) return '|';
    return rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  bool starts_line(int column, int row, char c) const {
    for (const auto& [right, up] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
      int length = 0;
      while (length < k_ && look(column + length * right, row + length * up) == c) ++length;
      if (length == k_) return true;
    }
    return false;
  }

  std::vector<std::string> rows_;  // from the bottom
  int k_;
  char to_move_ = 'x';
};

// What the suite of games with a twin asks.
struct Conformer {
  using Position = mnk::Position;
  using Twin = mnk::Twin;

  static rc::Gen<std::string> starts() {
    return rc::gen::exec([] {
      const auto side = [] { return *rc::gen::inRange(smallest_side, largest_side + 1); };
      const int columns = side(), rows = side();
      const int k = *rc::gen::inRange(smallest_side, std::max(columns, rows) + 1);
      return fmt::format("columns={} rows={} k={}", columns, rows, k);
    });
  }
  static Twin twin(const Position& start) {
    return {static_cast<std::size_t>(start.columns()), static_cast<std::size_t>(start.rows()), start.k()};
  }
};

}  // namespace tengen::games::mnk

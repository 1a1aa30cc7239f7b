#pragma once
// Othello once more, slow and plain: a grid of characters. It shares nothing with src/games/othello but the words Side
// and Outcome, so that the two can be held against each other.

#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/othello/game.hpp"

namespace tengen::games::othello {

class Twin {
 public:
  Side side_to_move() const { return to_move_ == 'X' ? Side::first : Side::second; }

  Outcome outcome() const {
    if (!cells_of_moves(to_move_).empty() || !cells_of_moves(opponent_of(to_move_)).empty()) return Outcome::ongoing;
    const auto black = std::ranges::count(cells_, 'X'), white = std::ranges::count(cells_, 'O');
    if (black == white) return Outcome::draw;
    return black > white ? Outcome::first_wins : Outcome::second_wins;
  }

  std::vector<std::string> legal_moves() const {
    auto moves = cells_of_moves(to_move_);
    if (moves.empty() && outcome() == Outcome::ongoing) moves.emplace_back("pass");
    return moves;
  }

  void play(const std::string& move) {
    if (move != "pass") {
      const int column = move[0] - 'a', row = move[1] - '1';
      for (const int cell : flipped(column, row, to_move_)) cells_[static_cast<std::size_t>(cell)] = to_move_;
      cells_[static_cast<std::size_t>(8 * row + column)] = to_move_;
    }
    to_move_ = opponent_of(to_move_);
  }

  std::string to_string() const { return cells_ + " " + to_move_; }

 private:
  static char opponent_of(char c) { return c == 'X' ? 'O' : 'X'; }
  static bool inside(int column, int row) { return column >= 0 && column < 8 && row >= 0 && row < 8; }
  char look(int column, int row) const { return cells_[static_cast<std::size_t>(8 * row + column)]; }

  std::vector<int> flipped(int column, int row, char mover) const {
    std::vector<int> result;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy) {
        if (dx == 0 && dy == 0) continue;
        std::vector<int> run;
        int x = column + dx, y = row + dy;
        for (; inside(x, y) && look(x, y) == opponent_of(mover); x += dx, y += dy) run.push_back(8 * y + x);
        if (inside(x, y) && look(x, y) == mover) result.insert(result.end(), run.begin(), run.end());
      }
    return result;
  }

  std::vector<std::string> cells_of_moves(char mover) const {
    std::vector<std::string> moves;
    for (int row = 0; row < 8; ++row)
      for (int column = 0; column < 8; ++column)
        if (look(column, row) == '-' && !flipped(column, row, mover).empty())
          moves.push_back({static_cast<char>('a' + column), static_cast<char>('1' + row)});
    return moves;
  }

  std::string cells_ =
      "--------"
      "--------"
      "--------"
      "---OX---"
      "---XO---"
      "--------"
      "--------"
      "--------";
  char to_move_ = 'X';
};

// What the conformance suite asks of a game.
struct Conformer {
  using Position = othello::Position;
  using Twin = othello::Twin;

  static rc::Gen<std::string> starts() { return rc::gen::just(std::string()); }
  static Twin twin(const Position&) { return {}; }
};

}  // namespace tengen::games::othello

#pragma once
// Breakthrough once more, slow and plain: eight rows of characters. It shares nothing with src/games/breakthrough but the
// words Side and Outcome, so that the two can be held against each other.

#include <rapidcheck.h>

#include <array>
#include <string>
#include <vector>

#include "games/breakthrough/game.hpp"

namespace tengen::games::breakthrough {

class Twin {
 public:
  Side side_to_move() const { return to_move_ == 'x' ? Side::first : Side::second; }

  Outcome outcome() const {
    int left[2] = {0, 0};
    for (int row = 0; row < 8; ++row)
      for (int column = 0; column < 8; ++column) {
        const char c = look(column, row);
        if (c == 'x' && row == 7) return Outcome::first_wins;
        if (c == 'o' && row == 0) return Outcome::second_wins;
        if (c != '.') ++left[c == 'o'];
      }
    if (left[1] == 0) return Outcome::first_wins;
    return left[0] == 0 ? Outcome::second_wins : Outcome::ongoing;
  }

  std::vector<std::string> legal_moves() const {
    std::vector<std::string> moves;
    if (outcome() != Outcome::ongoing) return moves;
    const int ahead = to_move_ == 'x' ? 1 : -1;
    for (int row = 0; row < 8; ++row)
      for (int column = 0; column < 8; ++column) {
        if (look(column, row) != to_move_) continue;
        for (const int aside : {-1, 0, 1}) {
          const char there = look(column + aside, row + ahead);
          if (there == '.' || (aside != 0 && there != '|' && there != to_move_))
            moves.push_back(name(column, row) + name(column + aside, row + ahead));
        }
      }
    return moves;
  }

  void play(const std::string& move) {
    at(move[0], move[1]) = '.';
    at(move[2], move[3]) = to_move_;
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
    return text + " " + to_move_;
  }

 private:
  char look(int column, int row) const {
    if (column < 0 || column > 7 || row < 0 || row > 7) return '|';
    return rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  char& at(char column, char row) {
    return rows_[static_cast<std::size_t>(row - '1')][static_cast<std::size_t>(column - 'a')];
  }
  static std::string name(int column, int row) { return std::string{"abcdefgh"[column]} + "12345678"[row]; }

  std::array<std::string, 8> rows_ = {"xxxxxxxx", "xxxxxxxx", "........", "........",
                                      "........", "........", "oooooooo", "oooooooo"};  // from the bottom
  char to_move_ = 'x';
};

// What the suite of games with a twin asks.
struct Conformer {
  using Position = breakthrough::Position;
  using Twin = breakthrough::Twin;

  static rc::Gen<std::string> starts() { return rc::gen::just(std::string()); }
  static Twin twin(const Position&) { return {}; }
};

}  // namespace tengen::games::breakthrough

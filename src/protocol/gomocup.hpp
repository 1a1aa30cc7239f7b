#pragma once
// The words of the Gomocup protocol that both sides need: points, rules, and the lines that a brain sends.
//
// Points are "x,y" from 0, x to the right, y downwards from the top row; ours count rows from the bottom:
//
//      0,0  1,0  2,0          a3  b3  c3
//      0,1  1,1  2,1    =     a2  b2  c2
//      0,2  1,2  2,2          a1  b1  c1

#include <optional>
#include <string>
#include <string_view>

#include "games/gomoku/position.hpp"

namespace tengen::protocol::gomocup {

struct Point {
  int x = 0;
  int y = 0;
  bool operator==(const Point&) const = default;
};

// "7,7", also with spaces around the numbers; nothing else.
std::optional<Point> parse_point(std::string_view text);

inline Point point_of(games::gomoku::Move move, int size) { return {move.column, size - 1 - move.row}; }
inline bool on_board(Point p, int size) { return p.x >= 0 && p.y >= 0 && p.x < size && p.y < size; }
// Precondition: the point is on the board.
inline games::gomoku::Move move_at(Point p, int size) {
  return {static_cast<std::uint8_t>(p.x), static_cast<std::uint8_t>(size - 1 - p.y)};
}

// INFO rule: 0 freestyle, 1 exactly five, 4 renju; 2 means renju too, as in the Yixin protocol (Gomocup's own meaning,
// a game that goes on after five, is played by nobody).
int rule_number(games::gomoku::Rule rule);
std::optional<games::gomoku::Rule> rule_of(int number);

// What a brain may answer.
struct Answer {
  enum class Kind { point, suggestion, ok, message, error, unknown, resign, empty, garbage };
  Kind kind = Kind::garbage;
  Point point;            // of point and suggestion
  std::string_view text;  // what follows the word
};
Answer parse_answer(std::string_view line);

// A command word and the rest of its line: "turn 7,7" → "TURN", "7,7".
struct Command {
  std::string word;  // in capitals
  std::string_view rest;
};
Command parse_command(std::string_view line);

}  // namespace tengen::protocol::gomocup

#pragma once
// The words of the Go Text Protocol, version 2, that both sides need: vertices, colours, commands and responses.
//
// A vertex is a column letter (I is left out) and a row number. Gomoku and Connect Four count rows from the bottom, as
// Go does; Othello counts from the top, as all its programs do. In Connect Four it is the cell where the disc comes to
// rest; the letter alone will do. "pass" is Othello's forced pass.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "roster/game.hpp"

namespace tengen::protocol::gtp {

// The games that we speak it for. Precondition of all that takes a game below: it is one of them.
std::vector<std::string> games();

// Whether it stands at its usual start: an empty board, or Othello's four discs.
bool is_usual_start(const roster::Game& start);
// What `boardsize` is told: "15", "8", or columns and rows, "7 6".
std::string board_size(const roster::Game& game);
// Connect Four's blocked cell as a vertex, if it has one.
std::optional<std::string> blocked_vertex(const roster::Game& game);

// Precondition: the move is legal.
std::string to_vertex(const roster::Game& game, roster::AnyMove move);

// What a text that should be a move turned out to be.
struct ReadMove {
  enum class Kind { legal, illegal, no_move };
  Kind kind = Kind::no_move;
  roster::AnyMove move;
};
ReadMove read_move(const roster::Game& game, std::string_view text);

std::string_view colour_of(Side side);                   // "b" and "w"
std::optional<Side> read_colour(std::string_view text);  // b, w, black, white, in any case

// "12 play b d4" → 12, "play", {"b", "d4"}; comments and control characters are gone. Nothing for an empty line.
struct Command {
  std::optional<long> id;
  std::string name;
  std::vector<std::string> arguments;
};
std::optional<Command> parse_command(std::string_view line);

// The first line of a response: "= d4", "=7", "? illegal move"; nothing when it is none.
struct ResponseHead {
  bool ok = false;
  std::string_view text;
};
std::optional<ResponseHead> parse_response(std::string_view line);

}  // namespace tengen::protocol::gtp

// Prints random freestyle games on 15×15 with what the rules say of them, for rules_check.py. Usage: dump_games GAMES SEED
//
//     game MOVES… = OUTCOME       the whole game: points (row · 15 + column), and black, white or draw
//     at PLIES SIDE FIVE FOUR WIN one side's threat points after PLIES moves of the game that the next "game" line tells
//
// A set of points is written as p,q,… or "-" when empty. FIVE: points where the side makes five. FOUR and WIN: points
// after which it has at least one, at least two such points; "?" when it has one already.
#include <charconv>
#include <cstdio>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "games/gomoku/position.hpp"

namespace {

using tengen::Outcome;
using tengen::Rng;
using tengen::Side;
using Position = tengen::gomoku::SmallPosition;
using tengen::gomoku::Move;

constexpr int size = 15;

std::vector<int> five_points(const Position& position, const Position::Bits& stones, Side side) {
  std::vector<int> found;
  for (int point = 0; point < size * size; ++point) {
    const int cell =
        position.cell_of({static_cast<std::uint8_t>(point % size), static_cast<std::uint8_t>(point / size)});
    if (!position.empty().test(cell) || stones.test(cell)) continue;
    Position::Bits after = stones;
    after.set(cell);
    if (makes_five(after, size, position.rule(), side == Side::first, cell)) found.push_back(point);
  }
  return found;
}

std::string text(const std::vector<int>& points) {
  if (points.empty()) return "-";
  std::string out;
  for (const int point : points) out += (out.empty() ? "" : ",") + std::to_string(point);
  return out;
}

void print_threats(const Position& position, Side side) {
  const auto five = five_points(position, position.stones(side), side);
  std::string four = "?";
  std::string win = "?";
  if (five.empty()) {
    std::vector<int> once;
    std::vector<int> twice;
    for (int point = 0; point < size * size; ++point) {
      const int cell =
          position.cell_of({static_cast<std::uint8_t>(point % size), static_cast<std::uint8_t>(point / size)});
      if (!position.empty().test(cell)) continue;
      Position::Bits stones = position.stones(side);
      stones.set(cell);
      const auto ways = five_points(position, stones, side).size();
      if (ways >= 1) once.push_back(point);
      if (ways >= 2) twice.push_back(point);
    }
    four = text(once);
    win = text(twice);
  }
  std::printf("at %d %s %s %s %s\n", position.stone_count(), side == Side::first ? "black" : "white",
              text(five).c_str(), four.c_str(), win.c_str());
}

// A free point, mostly next to a stone, so that threats arise.
Move pick(const Position& position, Rng& rng) {
  tengen::MoveList<Position> moves;
  position.legal_moves(moves);
  for (int tries = 0; tries < 60; ++tries) {
    const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc) {
        const int row = move.row + dr;
        const int column = move.column + dc;
        if (row < 0 || row >= size || column < 0 || column >= size) continue;
        if (!position.empty().test(
                position.cell_of({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)})))
          return move;
      }
  }
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

void print_game(Rng& rng) {
  Position position;
  std::string moves;
  while (position.outcome() == Outcome::ongoing) {
    if (rng.below(8) == 0)
      for (const Side side : {Side::first, Side::second}) print_threats(position, side);
    const Move move = pick(position, rng);
    moves += ' ' + std::to_string(move.row * size + move.column);
    position.play(move);
  }
  const char* outcome = position.outcome() == Outcome::draw                  ? "draw"
                        : position.outcome() == tengen::win_for(Side::first) ? "black"
                                                                             : "white";
  std::printf("game%s = %s\n", moves.c_str(), outcome);
}

int number(const char* text) {
  int value = 0;
  std::from_chars(text, text + std::char_traits<char>::length(text), value);
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: dump_games GAMES SEED\n", stderr);
    return 2;
  }
  Rng rng(static_cast<std::uint64_t>(number(argv[2])));
  for (int i = 0; i < number(argv[1]); ++i) print_game(rng);
  return 0;
}

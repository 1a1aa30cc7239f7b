// Prints random games with what the rules say of them, for rules_check.py. Usage: dump_games RULE SIZE GAMES SEED
//
//     game MOVES… = OUTCOME       the whole game: points (row · size + column), and black, white or draw
//     at PLIES SIDE FIVE FOUR WIN FORBIDDEN
//                                 one side's points after PLIES moves of the game that the next "game" line tells
//
// A set of points is written as p,q,… or "-" when empty. FIVE: points where the side makes five. FOUR and WIN: allowed
// points after which it has at least one, at least two such points; "?" when it has one already. FORBIDDEN: where the
// side may not play (Black in renju).
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.hpp"
#include "games/gomoku/position.hpp"

namespace {

using tengen::Outcome;
using tengen::Rng;
using tengen::Side;
using Position = tengen::games::gomoku::LargePosition;
using tengen::games::gomoku::Move;
using tengen::games::gomoku::Rule;

int cell_of(const Position& position, int point) {
  const int size = position.size();
  return position.cell_of({static_cast<std::uint8_t>(point % size), static_cast<std::uint8_t>(point / size)});
}

std::vector<int> five_points(const Position& position, const Position::Bits& stones, Side side) {
  std::vector<int> found;
  for (int point = 0; point < position.size() * position.size(); ++point) {
    const int cell = cell_of(position, point);
    if (!position.empty().test(cell) || stones.test(cell)) continue;
    Position::Bits after = stones;
    after.set(cell);
    if (makes_five(after, position.size(), position.rule(), side == Side::first, cell)) found.push_back(point);
  }
  return found;
}

std::string text(const std::vector<int>& points) {
  if (points.empty()) return "-";
  std::string out;
  for (const int point : points) out += (out.empty() ? "" : ",") + std::to_string(point);
  return out;
}

bool is_forbidden(const Position& position, Side side, int cell) {
  return position.rule() == Rule::renju && side == Side::first &&
         tengen::games::gomoku::is_forbidden(position.stones(Side::first), position.stones(Side::second),
                                             position.size(), cell);
}

void print_threats(const Position& position, Side side) {
  const auto five = five_points(position, position.stones(side), side);
  std::vector<int> once;
  std::vector<int> twice;
  std::vector<int> never;
  for (int point = 0; point < position.size() * position.size(); ++point) {
    const int cell = cell_of(position, point);
    if (!position.empty().test(cell)) continue;
    if (is_forbidden(position, side, cell)) {
      never.push_back(point);
      continue;
    }
    Position::Bits stones = position.stones(side);
    stones.set(cell);
    const auto ways = five_points(position, stones, side).size();
    if (ways >= 1) once.push_back(point);
    if (ways >= 2) twice.push_back(point);
  }
  const bool clear = five.empty();
  std::printf("at %d %s %s %s %s %s\n", position.stone_count(), side == Side::first ? "black" : "white",
              text(five).c_str(), clear ? text(once).c_str() : "?", clear ? text(twice).c_str() : "?",
              text(never).c_str());
}

// A free point, mostly next to a stone, so that threats arise.
tengen::games::gomoku::Move pick(const Position& position, Rng& rng) {
  tengen::games::MoveList<Position> moves;
  position.legal_moves(moves);
  const int size = position.size();
  for (int tries = 0; tries < 60; ++tries) {
    const tengen::games::gomoku::Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc) {
        const int row = move.row + dr;
        const int column = move.column + dc;
        if (row < 0 || row >= size || column < 0 || column >= size) continue;
        if (!position.empty().test(cell_of(position, row * size + column))) return move;
      }
  }
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

void print_game(Position position, Rng& rng) {
  std::string moves;
  while (position.outcome() == Outcome::ongoing) {
    if (rng.below(8) == 0)
      for (const Side side : {Side::first, Side::second}) print_threats(position, side);
    const tengen::games::gomoku::Move move = pick(position, rng);
    moves += ' ' + std::to_string(move.row * position.size() + move.column);
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
  constexpr std::string_view names[] = {"freestyle", "standard", "renju"};
  std::optional<Rule> rule;
  for (int i = 0; argc == 5 && i < 3; ++i)
    if (argv[1] == names[i]) rule = static_cast<Rule>(i);
  const int size = rule ? number(argv[2]) : 0;
  if (size < tengen::games::gomoku::smallest_size || size > tengen::games::gomoku::largest_size) {
    std::fputs("usage: dump_games freestyle|standard|renju SIZE GAMES SEED\n", stderr);
    return 2;
  }
  Rng rng(static_cast<std::uint64_t>(number(argv[4])));
  for (int i = 0; i < number(argv[3]); ++i) print_game(Position(size, *rule), rng);
  return 0;
}

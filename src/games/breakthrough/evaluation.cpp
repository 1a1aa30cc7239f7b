#include "games/breakthrough/position.hpp"

namespace tengen::games::breakthrough {

namespace {

// What a pawn is worth by the rows it has come. At home it keeps others from breaking through.
constexpr int worth[8] = {12, 10, 11, 13, 16, 22, 32, 0};

int worth_of(std::uint64_t pawns, bool moves_up) noexcept {
  int sum = 0;
  for (int row = 0; row < 8; ++row) sum += worth[moves_up ? row : 7 - row] * bit_count(pawns >> 8 * row & 0xff);
  return sum;
}

}  // namespace

int static_evaluation(const Position& position) noexcept {
  const int ahead = worth_of(position.pawns(Side::first), true) - worth_of(position.pawns(Side::second), false);
  return position.side_to_move() == Side::first ? ahead : -ahead;
}

}  // namespace tengen::games::breakthrough

#pragma once
// A game played out at random by players who never miss a win or a block, who give no win away while there is another
// cell, and who do not spend a win of their own: a cell under it only lets the opponent fill it.

#include "engines/connect4/champion_board.hpp"

namespace tengen::engines::connect4 {

// Who wins: 1 the side to move, 0 nobody, −1 its opponent. Ends as soon as that is certain.
template <class Bits>
int roll_out(const Shape<Bits>& shape, Board<Bits> board, Rng& rng) noexcept {
  using Kind = typename Sight<Bits>::Kind;
  for (int sign = 1;; sign = -sign) {
    const Sight<Bits> sight = look(shape, board);
    switch (sight.kind) {
      case Kind::win: return sign;
      case Kind::loss: return -sign;
      case Kind::draw: return 0;
      case Kind::forced: board.play(shape, sight.cells); break;
      case Kind::choice: {
        const Bits spent = shape.below(shape.above(sight.cells) & board.my_wins & shape.cells());
        const Bits kept = sight.cells & ~spent;
        board.play(shape, random_cell(shape, static_cast<bool>(kept) ? kept : sight.cells, rng));
        break;
      }
    }
  }
}

}  // namespace tengen::engines::connect4

#include "games/othello/position.hpp"

namespace tengen::games::othello {

int static_evaluation(const Position& position) noexcept {
  constexpr std::uint64_t corners = 0x8100000000000081ULL;
  const std::uint64_t own = position.own(), opponent = position.opponent();
  const int mobility_margin = bit_count(mobility(own, opponent)) - bit_count(mobility(opponent, own));
  const int corner_margin = bit_count(own & corners) - bit_count(opponent & corners);
  const int disc_margin = bit_count(own) - bit_count(opponent);
  return 10 * mobility_margin + 80 * corner_margin + disc_margin;
}

}  // namespace tengen::games::othello

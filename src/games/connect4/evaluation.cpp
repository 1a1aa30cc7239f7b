#include "games/connect4/position.hpp"
#include "games/line_windows.hpp"

namespace tengen::games::connect4 {

namespace {

// What a line of four that the opponent has not touched is worth with 1, 2 or 3 discs in it.
constexpr std::array<int, 5> weights = {0, 1, 4, 16, 0};

template <class Bits>
int open_lines(const Position<Bits>& position, const Bits& own, const Bits& free) noexcept {
  int score = 0;
  for (const int step : {1, position.stride() - 1, position.stride(), position.stride() + 1})
    score += window_score<4>(own, own | free, step, weights);
  return score;
}

}  // namespace

template <class Bits>
int static_evaluation(const Position<Bits>& position) noexcept {
  const Bits free = position.board() & ~position.filled();
  return open_lines(position, position.mine(), free) - open_lines(position, position.theirs(), free);
}

template int static_evaluation(const SmallPosition&) noexcept;
template int static_evaluation(const LargePosition&) noexcept;

}  // namespace tengen::games::connect4

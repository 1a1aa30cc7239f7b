#include "games/gomoku/position.hpp"
#include "games/line_windows.hpp"

namespace tengen::games::gomoku {

namespace {

// What five points in a row that the other side has not touched are worth with 1 to 4 stones in them. The side to
// move counts a little more for each, and a four of its own wins at once.
constexpr std::array<int, 6> to_move_weights = {0, 2, 14, 150, 20000, 0};
constexpr std::array<int, 6> waiting_weights = {0, 1, 10, 100, 2000, 0};

}  // namespace

template <int words>
int static_evaluation(const Position<words>& position) noexcept {
  const Side me = position.side_to_move();
  const auto& mine = position.stones(me);
  const auto& theirs = position.stones(other(me));
  const auto empty = position.empty();
  int score = 0;
  for (const int step : directions(position.size())) {
    score += window_score<5>(mine, mine | empty, step, to_move_weights);
    score -= window_score<5>(theirs, theirs | empty, step, waiting_weights);
  }
  return score;
}

template int static_evaluation(const SmallPosition&) noexcept;
template int static_evaluation(const LargePosition&) noexcept;

}  // namespace tengen::games::gomoku

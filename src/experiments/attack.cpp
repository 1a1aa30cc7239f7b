#include "experiments/attack.hpp"

#include <array>

#include "engines/gomoku/windows.hpp"

namespace tengen::experiments {

using games::gomoku::SmallPosition;

bool free_choice(const SmallPosition& position) {
  engines::gomoku::WindowBoard board(position.size());
  board.set(position);
  const Side me = position.side_to_move();
  for (int w = 0; w < board.windows().count(); ++w) {
    const engines::gomoku::WindowContent& content = board.content(w);
    if (content.only(me) && content.stones[static_cast<std::size_t>(me)] >= 4) return false;
    if (content.only(other(me)) && content.stones[static_cast<std::size_t>(other(me))] >= 3) return false;
  }
  return true;
}

std::optional<double> attack_share(const SmallPosition& position, games::gomoku::Move move) {
  engines::gomoku::WindowBoard board(position.size());
  board.set(position);
  const Side me = position.side_to_move();
  constexpr std::array<double, 5> worth = {0, 1, 8, 64, 512};
  double attack = 0, defence = 0;
  board.windows().for_each_through(position.cell_of(move), [&](int window, int) {
    const engines::gomoku::WindowContent& content = board.content(window);
    if (content.only(me)) attack += worth[content.stones[static_cast<std::size_t>(me)]];
    if (content.only(other(me))) defence += worth[content.stones[static_cast<std::size_t>(other(me))]];
  });
  if (attack + defence == 0) return std::nullopt;
  return attack / (attack + defence);
}

}  // namespace tengen::experiments

#include "roster/frames.hpp"

namespace tengen::roster {

Frames frames_of(const Game& game) {
  const auto at = game.clone();
  at->restart();
  Frames frames{at->diagram(), {}, game.winning_line()};
  games::Diagram before = frames.start;
  for (const AnyMove move : game.moves()) {
    at->play(move);
    games::Diagram after = at->diagram();
    frames.moves.push_back({before.to_move, games::change_between(before, after)});
    before = std::move(after);
  }
  return frames;
}

std::string changes_text(const Frames& frames) {
  std::string text;
  for (const auto& [side, change] : frames.moves) {
    if (!text.empty()) text += ' ';
    if (change.cells.empty()) text += '-';
    for (const auto& [cell, now] : change.cells) {
      text += std::to_string(cell);
      text += static_cast<char>(now);
    }
  }
  return text;
}

}  // namespace tengen::roster

#include "roster/moves.hpp"

namespace tengen::roster {

std::vector<std::string> names_of(const Game& game, std::span<const AnyMove> line) {
  std::vector<std::string> names;
  const auto at = game.clone();
  for (const AnyMove move : line) {
    names.push_back(at->format(move));
    at->play(move);
  }
  return names;
}

std::optional<AnyMove> forced_pass(const Game& game) {
  const auto moves = game.legal_moves();
  if (moves.size() == 1 && game.format(moves[0]) == "pass") return moves[0];
  return std::nullopt;
}

Expected<void> play_written(Game& game, std::string_view move) {
  auto parsed = game.parse_move(move);
  if (!parsed)
    if (const auto pass = forced_pass(game)) {
      game.play(*pass);
      parsed = game.parse_move(move);
      if (!parsed) game.undo();
    }
  if (!parsed) return parsed.error();
  game.play(*parsed);
  return {};
}

bool has_score(const Choice& choice) {
  return choice.score != 0 || choice.depth != 0 || choice.end_in || !choice.candidates.empty();
}

}  // namespace tengen::roster

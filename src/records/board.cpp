#include "records/board.hpp"

#include "core/text.hpp"

namespace tengen::records {

Board board_of(const roster::Game& game) {
  Board board{game.diagram(), {}, {}};
  const std::string text = game.to_string();
  for (const std::string_view word : words(text)) {
    if (word.find('=') == std::string_view::npos) break;
    board.options += (board.options.empty() ? "" : " ") + std::string(word);
    if (constexpr std::string_view rule = "rule="; word.starts_with(rule)) board.rule = word.substr(rule.size());
  }
  return board;
}

}  // namespace tengen::records

#include "server/tournaments/live_boards.hpp"

#include <algorithm>

#include "records/board_json.hpp"
#include "server/board_view.hpp"

namespace tengen::server {

void LiveBoards::hear(arena::GameEvent event, const records::Record& record, const roster::Game& game) {
  const std::lock_guard lock(mutex_);
  auto board = event == arena::GameEvent::begun ? std::ranges::find(boards_, true, &Board::ended)
                                                : std::ranges::find(boards_, *record.number, &Board::number);
  if (board == boards_.end()) board = boards_.insert(board, Board{});
  *board = {*record.number, record.ids, game.clone(), event == arena::GameEvent::ended};
}

void LiveBoards::clear() {
  const std::lock_guard lock(mutex_);
  boards_.clear();
}

Json LiveBoards::to_json() const {
  auto list = Json::array();
  const std::lock_guard lock(mutex_);
  for (const Board& board : boards_) {
    const games::Diagram diagram = board.game->diagram();
    Json last = nullptr;
    if (!board.game->moves().empty()) {
      const auto before = board.game->clone();
      before->undo();
      if (const auto cell = cell_of(*before, board.game->moves().back())) last = *cell;
    }
    Json item = {{"number", board.number},
                 {"players", board.players},
                 {"last", last},
                 {"ply", board.game->moves().size()},
                 {"to_move", index(board.game->side_to_move())}};
    item.update(records::board_json(diagram));
    list.push_back(std::move(item));
  }
  return {{"boards", std::move(list)}};
}

}  // namespace tengen::server

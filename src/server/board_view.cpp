#include "server/board_view.hpp"

#include <algorithm>

#include "records/board_json.hpp"
#include "records/record.hpp"
#include "roster/frames.hpp"
#include "roster/moves.hpp"

namespace tengen::server {

namespace {

// A move, and what it changed: where its stone went and came from, and the stones that it turned or took.
Json last_json(const std::string& move, Side side, const games::BoardChange& change) {
  Json last = {{"move", move}, {"cell", nullptr}, {"side", index(side)}};
  if (change.to) last["cell"] = *change.to;
  if (change.from) last["from"] = *change.from;
  auto flipped = Json::array();
  for (const auto& [cell, now] : change.cells)
    if (cell != change.to && cell != change.from) flipped.push_back(cell);
  last["flipped"] = std::move(flipped);
  return last;
}

Json last_json(const roster::Game& game) {
  if (game.moves().empty()) return nullptr;
  const roster::AnyMove move = game.moves().back();
  const auto before = game.clone();
  before->undo();
  return last_json(before->format(move), before->side_to_move(), before->change(move));
}

Json forbidden_json(const roster::Game& game, const games::Diagram& board) {
  auto list = Json::array();
  for (const auto& [cell, reason] : game.forbidden())
    list.push_back({{"cell", cell}, {"name", board.name_of(cell)}, {"reason", reason}});
  return list;
}

Json threats_json(const roster::Game& game) {
  const auto [kind, cells] = game.threats();
  if (cells.empty()) return nullptr;
  return {{"kind", kind}, {"cells", cells}};
}

}  // namespace

std::optional<games::CellIndex> cell_of(const roster::Game& game, roster::AnyMove move) { return game.change(move).to; }

Json move_json(const roster::Game& game, roster::AnyMove move) {
  const games::BoardChange change = game.change(move);
  Json json = {{"move", game.format(move)}, {"cell", change.to ? Json(*change.to) : Json(nullptr)}};
  if (change.from) json["from"] = *change.from;
  return json;
}

Json line_json(const roster::Game& game, const std::vector<roster::AnyMove>& line) {
  auto list = Json::array();
  const auto at = game.clone();
  for (const roster::AnyMove move : line) {
    if (!at->is_legal(move)) break;
    Json item = move_json(*at, move);
    item["side"] = index(at->side_to_move());
    list.push_back(std::move(item));
    at->play(move);
  }
  return list;
}

std::string start_text(const roster::Game& game) {
  const auto start = game.clone();
  start->restart();
  return start->to_string();
}

Json position_json(const roster::GameKind& kind, const roster::Game& game) {
  const games::Diagram board = game.diagram();
  auto legal = Json::array();
  for (const roster::AnyMove move : game.legal_moves()) legal.push_back(move_json(game, move));
  Json options = Json::object();
  for (const auto& [name, value] : game.option_values()) options[name] = value;
  const auto pass = roster::forced_pass(game);
  Json json = {
      {"game", kind.name},
      {"look", games::name_of(kind.look)},
      {"start", start_text(game)},
      {"moves", game.move_names()},
      {"options", std::move(options)},
      {"text", game.to_string()},
      {"ply", game.moves().size()},
      {"to_move", index(game.side_to_move())},
      {"legal", std::move(legal)},
      {"pass", pass ? Json(game.format(*pass)) : Json(nullptr)},
      {"forbidden", forbidden_json(game, board)},
      {"threats", threats_json(game)},
      {"last", last_json(game)},
      {"stones",
       {std::ranges::count(board.cells, games::Cell::first), std::ranges::count(board.cells, games::Cell::second)}},
      {"outcome", records::name_of(game.outcome())},
      {"winning_line", game.winning_line()}};
  json.update(records::board_json(board));
  return json;
}

Json frames_json(const roster::GameKind&, const roster::Game& game) {
  const roster::Frames frames = roster::frames_of(game);
  const std::vector<std::string> names = game.move_names();
  games::Diagram board = frames.start;
  auto list = Json::array();
  const auto add = [&](Json last) {
    const std::size_t ply = list.size();
    const bool at_end = ply == frames.moves.size();
    list.push_back({{"ply", ply},
                    {"cells", records::cells_text(board)},
                    {"to_move", index(at_end ? game.side_to_move() : frames.moves[ply].side)},
                    {"last", std::move(last)},
                    {"outcome", records::name_of(at_end ? game.outcome() : Outcome::ongoing)},
                    {"winning_line", at_end ? frames.winning_line : std::vector<games::CellIndex>()}});
  };
  add(nullptr);
  for (std::size_t i = 0; i < frames.moves.size(); ++i) {
    const auto& [side, change] = frames.moves[i];
    for (const auto& [cell, now] : change.cells) board.cells[static_cast<std::size_t>(cell)] = now;
    add(last_json(names[i], side, change));
  }
  return {{"rows", board.rows}, {"columns", board.columns}, {"frames", std::move(list)}};
}

}  // namespace tengen::server

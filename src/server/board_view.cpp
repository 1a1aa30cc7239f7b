#include "server/board_view.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "records/board.hpp"
#include "records/record.hpp"
#include "roster/moves.hpp"
#include "server/forbidden.hpp"

namespace tengen {

namespace {

// The cells on which two boards differ in this way.
template <class Pick>
std::vector<CellIndex> changed(const Diagram& before, const Diagram& after, const Pick& pick) {
  std::vector<CellIndex> cells;
  for (std::size_t i = 0; i < before.cells.size(); ++i)
    if (before.cells[i] != after.cells[i] && pick(before.cells[i])) cells.push_back(static_cast<CellIndex>(i));
  return cells;
}

// What a move changed: the stone it put, and the stones it turned.
Json last_json(const Game& before, AnyMove move, const Diagram& after) {
  const Diagram board = before.diagram();
  const auto put = changed(board, after, [](Cell cell) { return cell == Cell::empty; });
  Json last = {{"move", before.format(move)}, {"cell", nullptr}, {"side", index(before.side_to_move())}};
  if (!put.empty()) last["cell"] = put.front();
  last["flipped"] = changed(board, after, [](Cell cell) { return cell != Cell::empty; });
  return last;
}

Json last_json(const Game& game) {
  if (game.moves().empty()) return nullptr;
  const auto before = game.clone();
  before->undo();
  return last_json(*before, game.moves().back(), game.diagram());
}

// Renju's forbidden points: what is empty and may not be played. No other game of ours has such.
Json forbidden_json(const GameKind& kind, const Game& game, const Diagram& board,
                    const std::vector<std::optional<CellIndex>>& legal) {
  auto list = Json::array();
  if (kind.name != "gomoku" || game.outcome() != Outcome::ongoing) return list;
  std::vector<bool> open(board.cells.size());
  for (const auto& cell : legal)
    if (cell) open[static_cast<std::size_t>(*cell)] = true;
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    if (board.cells[i] != Cell::empty || open[i]) continue;
    const int cell = static_cast<int>(i);
    list.push_back({{"cell", cell},
                    {"name", cell_name(cell % board.columns, board.number_of(cell / board.columns))},
                    {"reason", why_forbidden(board, cell)}});
  }
  return list;
}

std::string option_value(const Setting& option, const Board& board) {
  const Diagram& d = board.diagram;
  if (option.name == "size" || option.name == "rows") return std::to_string(d.rows);
  if (option.name == "columns") return std::to_string(d.columns);
  if (option.name == "blocked") {
    const auto found = std::ranges::find(d.cells, Cell::blocked);
    if (found == d.cells.end()) return "none";
    const int cell = static_cast<int>(found - d.cells.begin());
    return cell_name(cell % d.columns, d.number_of(cell / d.columns));
  }
  const std::string key = option.name + "=";
  for (const std::string_view word : words(board.options))
    if (word.starts_with(key)) return std::string(word.substr(key.size()));
  return option.standard;
}

// How many in a row win; 0 in games without rows.
int row_that_wins(const GameKind& kind, const Game& game) {
  if (kind.name == "gomoku") return 5;
  if (kind.name == "connect4") return 4;
  const auto k = std::ranges::find(kind.options, "k", &Setting::name);
  return k == kind.options.end() ? 0 : std::stoi(option_value(*k, board_of(game)));
}

}  // namespace

std::optional<CellIndex> cell_of(const Game& game, AnyMove move) {
  const std::string name = game.format(move);
  const Diagram board = game.diagram();
  if (const auto cell = parse_cell_name(name); cell && cell->length == name.size()) {
    const int row = board.numbers_from_top ? cell->number - 1 : board.rows - cell->number;
    return row * board.columns + cell->column;
  }
  // Columns, and whatever else is no cell's name: look where the stone went.
  const auto after = game.clone();
  after->play(move);
  const auto put = changed(board, after->diagram(), [](Cell cell) { return cell == Cell::empty; });
  if (put.empty()) return std::nullopt;
  return put.front();
}

Json move_json(const Game& game, AnyMove move) {
  const auto cell = cell_of(game, move);
  return {{"move", game.format(move)}, {"cell", cell ? Json(*cell) : Json(nullptr)}};
}

Json line_json(const Game& game, const std::vector<AnyMove>& line) {
  auto list = Json::array();
  const auto at = game.clone();
  for (const AnyMove move : line) {
    if (!at->is_legal(move)) break;
    Json item = move_json(*at, move);
    item["side"] = index(at->side_to_move());
    list.push_back(std::move(item));
    at->play(move);
  }
  return list;
}

std::string cells_text(const Diagram& diagram) {
  std::string text;
  for (const Cell cell : diagram.cells) text += static_cast<char>(cell);
  return text;
}

Json options_json(const GameKind& kind, const Game& game) {
  Json options = Json::object();
  const Board board = board_of(game);
  for (const Setting& option : kind.options) options[option.name] = option_value(option, board);
  return options;
}

std::vector<CellIndex> winning_line(const GameKind& kind, const Game& game) {
  const auto side = winner(game.outcome());
  const int wanted = row_that_wins(kind, game);
  if (!side || wanted == 0) return {};
  const Diagram board = game.diagram();
  const Cell colour = *side == Side::first ? Cell::first : Cell::second;
  const auto is_ours = [&](int row, int column) {
    return row >= 0 && row < board.rows && column >= 0 && column < board.columns && board.at(row, column) == colour;
  };
  for (int row = 0; row < board.rows; ++row)
    for (int column = 0; column < board.columns; ++column)
      for (const auto& [down, right] : {std::array{0, 1}, std::array{1, 0}, std::array{1, 1}, std::array{1, -1}}) {
        if (!is_ours(row, column) || is_ours(row - down, column - right)) continue;  // rows from their first cell
        std::vector<CellIndex> cells;
        for (int r = row, c = column; is_ours(r, c); r += down, c += right) cells.push_back(r * board.columns + c);
        if (static_cast<int>(cells.size()) >= wanted) return cells;
      }
  return {};
}

std::string start_text(const Game& game) {
  const auto start = game.clone();
  start->restart();
  return start->to_string();
}

Json position_json(const GameKind& kind, const Game& game) {
  const Diagram board = game.diagram();
  std::vector<std::string> row_names, column_names;
  for (int row = 0; row < board.rows; ++row) row_names.push_back(std::to_string(board.number_of(row)));
  for (int column = 0; column < board.columns; ++column)
    column_names.push_back(board.column_numbers ? std::to_string(column + 1)
                                                : std::string(1, static_cast<char>('a' + column)));
  auto legal = Json::array();
  std::vector<std::optional<CellIndex>> cells;
  for (const AnyMove move : game.legal_moves()) {
    legal.push_back(move_json(game, move));
    cells.push_back(cell_of(game, move));
  }
  const auto pass = forced_pass(game);
  return {{"game", kind.name},
          {"start", start_text(game)},
          {"moves", game.move_names()},
          {"options", options_json(kind, game)},
          {"text", game.to_string()},
          {"ply", game.moves().size()},
          {"to_move", index(game.side_to_move())},
          {"rows", board.rows},
          {"columns", board.columns},
          {"cells", cells_text(board)},
          {"row_names", row_names},
          {"column_names", column_names},
          {"legal", std::move(legal)},
          {"pass", pass ? Json(game.format(*pass)) : Json(nullptr)},
          {"forbidden", forbidden_json(kind, game, board, cells)},
          {"last", last_json(game)},
          {"stones", {std::ranges::count(board.cells, Cell::first), std::ranges::count(board.cells, Cell::second)}},
          {"outcome", name_of(game.outcome())},
          {"winning_line", winning_line(kind, game)}};
}

Json frames_json(const GameKind& kind, const Game& game) {
  const auto at = game.clone();
  at->restart();
  auto frames = Json::array();
  const auto add = [&](Json last) {
    const Diagram board = at->diagram();
    frames.push_back({{"ply", at->moves().size()},
                      {"cells", cells_text(board)},
                      {"to_move", index(at->side_to_move())},
                      {"last", std::move(last)},
                      {"outcome", name_of(at->outcome())},
                      {"winning_line", winning_line(kind, *at)}});
  };
  add(nullptr);
  for (const AnyMove move : game.moves()) {
    const auto before = at->clone();
    at->play(move);
    add(last_json(*before, move, at->diagram()));
  }
  const Diagram board = game.diagram();
  return {{"rows", board.rows}, {"columns", board.columns}, {"frames", std::move(frames)}};
}

}  // namespace tengen

#include "records/transcript.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "records/board.hpp"
#include "records/builder.hpp"

namespace tengen {

namespace {

// The option of that name as the board shows it; nothing for one that a board does not show.
std::string shown(std::string_view option, const Diagram& board) {
  if (option == "size" || option == "rows") return fmt::format(" {}={}", option, board.rows);
  if (option == "columns") return fmt::format(" columns={}", board.columns);
  const auto blocked = std::ranges::find(board.cells, Cell::blocked);
  if (option != "blocked" || blocked == board.cells.end()) return "";
  const int at = static_cast<int>(blocked - board.cells.begin());
  return " blocked=" + cell_name(at % board.columns, board.rows - at / board.columns);
}

// The options that make this start, or nothing where it takes more than options.
std::optional<std::string> options_for(const Record& record, const Game& start, const Registry& registry) {
  const Board board = board_of(start);
  std::string options;
  for (const Setting& setting : (*registry.find_game(record.game))->options)
    options += shown(setting.name, board.diagram);
  if (!board.options.empty()) options += " " + board.options;
  for (const std::string_view tried : {std::string_view(), trim(options)}) {
    const auto made = start_game(record.game, tried, registry);
    if (made && (*made)->to_string() == start.to_string()) return std::string(tried);
  }
  return std::nullopt;
}

Expected<Record> read_line(std::string_view line, const Registry& registry) {
  const auto parts = words(line);
  std::string_view game = parts.front(), rest = line.substr(game.size());
  if (!registry.find_game(game)) {
    game = line.front() >= '0' && line.front() <= '9' ? "connect4" : "othello";
    rest = line;
  }
  std::string options;
  for (auto word = words(rest); !word.empty() && word.front().find('=') != std::string_view::npos; word = words(rest)) {
    options += std::string(word.front()) + " ";
    rest = trim(rest);
    rest.remove_prefix(word.front().size());
  }
  const auto start = start_game(game, options, registry);
  if (!start) return start.error();
  const auto played = (*start)->clone();
  if (const auto all = play_all(*played, rest); !all) return all.error();
  Record record;
  record.game = game;
  name_players(record.players, game, registry);
  return finished_record(std::move(record), **start, *played);
}

}  // namespace

Expected<std::string> to_transcript(const Record& record, const Registry& registry) {
  const auto start = start_game(record.game, record.start, registry);
  if (!start) return start.error();
  const auto options = options_for(record, **start, registry);
  if (!options) return fail("a transcript holds games from the start only, not from another position");
  std::string line;
  // Letters alone are Othello, digits alone Connect Four.
  if ((record.game != "othello" && record.game != "connect4") || !options->empty())
    line = record.game + " " + *options + (options->empty() ? "" : " ");
  for (const std::string& move : record.moves)
    if (move != "pass") line += move;
  return std::string(trim(line)) + "\n";
}

Expected<std::vector<Record>> records_from_transcript(std::string_view text, const Registry& registry) {
  std::vector<Record> records;
  int number = 0;
  for (const std::string_view whole : split(text, '\n')) {
    ++number;
    const std::string_view line = trim(whole.substr(0, whole.find('#')));
    if (line.empty()) continue;
    auto record = read_line(line, registry);
    if (!record) return fail("line {}: {}", number, record.error().message);
    records.push_back(std::move(*record));
  }
  return records;
}

}  // namespace tengen

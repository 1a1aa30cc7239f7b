#include "records/sgf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "records/board.hpp"
#include "records/notes.hpp"
#include "records/replay.hpp"
#include "records/sgf_games.hpp"

namespace tengen::records {

namespace {

std::string property(std::string_view name, std::string_view value) {
  std::string text(name);
  text += '[';
  for (const char c : value) {
    if (c == ']' || c == '\\') text += '\\';
    text += c == '\n' || c == '\r' ? ' ' : c;
  }
  return text + "]";
}

std::string result_text(const Record& record) {
  switch (record.outcome) {
    case Outcome::ongoing: return "?";
    case Outcome::draw: return "0";
    case Outcome::first_wins:
    case Outcome::second_wins: break;
  }
  const Termination end = record.termination.value_or(Termination::win);
  const std::string_view how = end == Termination::win      ? ""
                               : end == Termination::resign ? "R"
                               : end == Termination::time   ? "T"
                                                            : "F";
  return fmt::format("{}+{}", record.outcome == Outcome::first_wins ? 'B' : 'W', how);
}

// The stones that stand on the board at the start, and whose turn it is.
std::string setup_text(const games::Diagram& board) {
  std::array<std::string, 3> points;
  for (int row = 0; row < board.rows; ++row)
    for (int column = 0; column < board.columns; ++column) {
      const games::Cell cell = board.at(row, column);
      if (cell == games::Cell::empty) continue;
      const std::size_t kind = cell == games::Cell::first ? 0 : cell == games::Cell::second ? 1 : 2;
      points[kind] += fmt::format("[{}]", sgf_point(column, row));
    }
  std::string text;
  for (std::size_t kind = 0; kind < points.size(); ++kind)
    if (!points[kind].empty()) text += std::array{"AB", "AW", "XB"}[kind] + points[kind];
  return text + (board.to_move == Side::first ? "PL[B]" : "PL[W]");
}

std::string comment_of(const Record& record, std::size_t ply) {
  const auto opening = static_cast<std::size_t>(record.opening);
  if (ply < opening) return "C[opening]";
  return record.notes.empty() ? "" : property("C", to_text(record.notes[ply - opening]));
}

}  // namespace

Expected<std::string> to_sgf(const Record& record, const roster::Registry& registry) {
  const auto number = sgf_number(record.game);
  if (!number) return number.error();
  const auto start = start_game(record.game, record.start, registry);
  if (!start) return start.error();
  const Board board = board_of(**start);
  std::string text = fmt::format("(;FF[4]GM[{}]CA[UTF-8]AP[Tengen]", *number);
  text += board.diagram.columns == board.diagram.rows
              ? fmt::format("SZ[{}]", board.diagram.rows)
              : fmt::format("SZ[{}:{}]", board.diagram.columns, board.diagram.rows);
  if (record.game == "gomoku") text += property("RU", board.rule.empty() ? "freestyle" : board.rule);
  if (!record.event.empty()) text += property("EV", record.event);
  if (record.number) text += fmt::format("RO[{}]", *record.number);
  if (record.finished) text += property("DT", time_text(*record.finished).substr(0, 10));
  text += property("PB", record.players[0]) + property("PW", record.players[1]) + property("RE", result_text(record));
  const auto usual = start_game(record.game, "", registry);
  const bool bare =
      board.diagram.to_move == Side::first &&
      std::ranges::all_of(board.diagram.cells, [](games::Cell cell) { return cell == games::Cell::empty; });
  if (!bare && (*start)->to_string() != (*usual)->to_string()) text += setup_text(board.diagram);
  text += '\n';

  SgfBoard moves(record.game, board.diagram);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const Side side = (*start)->side_to_move();
    const auto point = moves.point_of(record.moves[i], side);
    if (!point) return fail("move {}: {}", i + 1, point.error().message);
    if (const auto played = roster::play_written(**start, record.moves[i]); !played)
      return fail("move {}: {}", i + 1, played.error().message);
    text += fmt::format(";{}[{}]{}", side == Side::first ? 'B' : 'W', *point, comment_of(record, i));
    if (i % 8 == 7) text += '\n';
  }
  return text + ")\n";
}

}  // namespace tengen::records

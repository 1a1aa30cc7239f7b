#include "app/value_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "games/notation.hpp"

namespace tengen::app {

std::string short_number(double value) {
  const double size = std::abs(value);
  if (size == 0) return "0";
  if (size < 1) return fmt::format("{:.2f}", value);
  if (size < 10) return fmt::format("{:.3g}", value);
  if (size < 1e4) return fmt::format("{:.0f}", value);
  if (size < 999.5e3) return fmt::format("{:.3g}k", value / 1e3);
  if (size < 999.5e6) return fmt::format("{:.3g}M", value / 1e6);
  return fmt::format("{:.0e}", value);
}

std::string value_map(const roster::Game& game, const roster::Choice& choice) {
  // What is written on a cell, by its name.
  std::map<std::string, std::string> written;
  std::size_t width = 1;
  for (const roster::AnyCandidate& c : choice.candidates) {
    std::string text = (c.exact ? "" : "<") + short_number(c.value) + (c.move == choice.move ? "*" : "");
    width = std::max(width, text.size());
    written[game.format(c.move)] = std::move(text);
  }

  const games::Diagram board = game.diagram();
  std::string out;
  const auto add = [&](std::string_view text) { out += fmt::format(" {:>{}}", text, width); };
  for (int row = 0; row < board.rows; ++row) {
    out += fmt::format("{:>2} ", board.number_of(row));
    for (int column = 0; column < board.columns; ++column) {
      const char cell = static_cast<char>(board.at(row, column));
      const auto found = written.find(games::cell_name(column, board.number_of(row)));
      add(board.at(row, column) == games::Cell::empty && found != written.end() ? found->second : std::string(1, cell));
    }
    out += '\n';
  }
  // The names of the columns, and under them what is written on those that are moves.
  const auto add_names = [&](char first) {
    out += "   ";
    std::string below = "   ";
    bool moves = false;
    for (int column = 0; column < board.columns; ++column) {
      const std::string name(1, static_cast<char>(first + column));
      const auto found = written.find(name);
      moves = moves || found != written.end();
      add(name);
      below += fmt::format(" {:>{}}", found == written.end() ? "" : found->second, width);
    }
    out += '\n' + (moves ? below + '\n' : "");
  };
  add_names('a');
  if (board.column_numbers) add_names('1');
  return out;
}

}  // namespace tengen::app

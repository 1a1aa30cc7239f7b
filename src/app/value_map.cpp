#include "app/value_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/text.hpp"
#include "games/notation.hpp"

namespace tengen {

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

std::string value_map(const Game& game, const Choice& choice) {
  // What is written on a cell, by its name.
  std::map<std::string, std::string> written;
  std::size_t width = 1;
  for (const AnyCandidate& c : choice.candidates) {
    std::string text = (c.exact ? "" : "<") + short_number(c.value) + (c.move == choice.move ? "*" : "");
    width = std::max(width, text.size());
    written[game.format(c.move)] = std::move(text);
  }

  // Each line of a picture is a label and one sign for each column; the letters of the columns come below.
  std::string out;
  const std::string picture = game.picture();
  for (const std::string_view line : split(picture, '\n')) {
    const auto parts = words(line);
    if (parts.empty()) continue;
    const bool is_row = to_number<int>(parts[0]).has_value() && line.substr(0, 3).find_first_not_of(' ') < 2;
    out += is_row ? fmt::format("{:>2} ", parts[0]) : "   ";
    for (std::size_t i = is_row ? 1 : 0; i < parts.size(); ++i) {
      const auto column = static_cast<int>(i) - (is_row ? 1 : 0);
      const auto name = is_row ? cell_name(column, *to_number<int>(parts[0])) : std::string(parts[i]);
      const auto found = written.find(name);
      const bool empty = is_row && parts[i] == ".";
      out += fmt::format(" {:>{}}", empty && found != written.end() ? found->second : std::string(parts[i]), width);
    }
    out += '\n';
    if (is_row) continue;
    // Moves that are columns: one more row under their names.
    const auto is_column_move = [&](std::string_view p) { return written.contains(std::string(p)); };
    if (std::ranges::none_of(parts, is_column_move)) continue;
    out += "   ";
    for (const std::string_view part : parts)
      out += fmt::format(" {:>{}}", is_column_move(part) ? written.at(std::string(part)) : "", width);
    out += '\n';
  }
  return out;
}

}  // namespace tengen

#include <fmt/format.h>

#include <algorithm>

#include "core/columns.hpp"
#include "core/text.hpp"
#include "document/tables.hpp"

namespace tengen::document {

namespace {

constexpr std::size_t line_width = 100;

std::string wrapped(std::string_view text) { return joined(wrap(text, line_width), "\n") + "\n"; }

std::string told(const Words& words) { return wrapped(words.text); }
std::string told(const Listing& listing) { return listing.text + (listing.text.ends_with('\n') ? "" : "\n"); }

std::string told(const Table& table) {
  std::vector<std::size_t> widths(table.columns.size(), 0);
  const auto measure = [&](const std::vector<std::string>& row) {
    for (std::size_t c = 0; c < row.size() && c < widths.size(); ++c)
      widths[c] = std::max(widths[c], columns_of(row[c]));
  };
  measure(table.columns);
  for (const auto& row : table.rows) measure(row);
  const std::vector<bool> numbers = columns_of_numbers(table);
  std::string out = table.title.empty() ? "" : table.title + "\n";
  const auto put = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t c = 0; c < row.size() && c < widths.size(); ++c) {
      const std::string room(widths[c] - columns_of(row[c]), ' ');
      line += numbers[c] ? room + row[c] + "  " : row[c] + room + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  put(table.columns);
  for (const auto& row : table.rows) put(row);
  return out;
}
// All points of a short chart; of a long one the ends of each series.
std::string told(const Chart& chart) {
  std::size_t points = 0;
  for (const Series& series : chart.series) points += series.points.size();
  if (points <= 24) return told(as_table(chart));
  Chart ends = chart;
  for (Series& series : ends.series)
    if (series.points.size() > 2) series.points = {series.points.front(), series.points.back()};
  return told(as_table(ends));
}
std::string told(const DotPlot& plot) { return told(as_table(plot)); }
std::string told(const HeatMap& map) { return told(as_table(map)); }

}  // namespace

std::string to_text(const Section& section) {
  std::string out = section.title + "\n" + std::string(columns_of(section.title), '=') + "\n";
  for (const Block& block : section.blocks) out += "\n" + std::visit([](const auto& b) { return told(b); }, block);
  return out;
}

}  // namespace tengen::document

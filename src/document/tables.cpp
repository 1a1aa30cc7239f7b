#include "document/tables.hpp"

#include <fmt/format.h>

#include "document/chart_svg.hpp"

namespace tengen::document {

namespace {

bool like_a_number(std::string_view cell) {
  if (cell.starts_with("−")) cell.remove_prefix(std::string_view("−").size());
  if (!cell.empty() && std::string_view("+-<>~").find(cell.front()) != std::string_view::npos) cell.remove_prefix(1);
  while (!cell.empty() && cell.front() == ' ') cell.remove_prefix(1);
  return !cell.empty() && cell.front() >= '0' && cell.front() <= '9';
}

}  // namespace

std::vector<bool> columns_of_numbers(const Table& table) {
  std::vector<bool> numbers(table.columns.size(), true);
  std::vector<bool> said(table.columns.size(), false);
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size() && c < numbers.size(); ++c) {
      if (row[c].empty() || row[c] == "–") continue;
      said[c] = true;
      if (!like_a_number(row[c])) numbers[c] = false;
    }
  for (std::size_t c = 0; c < numbers.size(); ++c) numbers[c] = numbers[c] && said[c];
  return numbers;
}

Table as_table(const Chart& chart) {
  Table table{chart.title, {"", chart.x_label, chart.y_label, "95% interval"}, {}};
  for (const Series& series : chart.series)
    for (const ChartPoint& p : series.points)
      table.rows.push_back(
          {series.name, readable_number(p.x), readable_number(p.y),
           p.low && p.high ? fmt::format("{} to {}", readable_number(*p.low), readable_number(*p.high)) : ""});
  return table;
}

Table as_table(const DotPlot& plot) {
  Table table{plot.title, {"", plot.x_label, "95% interval"}, {}};
  const auto number = [](const std::optional<double>& value) { return value ? readable_number(*value) : ""; };
  for (const DotRow& row : plot.rows)
    table.rows.push_back({row.name, number(row.value),
                          row.low || row.high ? fmt::format("{} to {}", number(row.low), number(row.high)) : ""});
  return table;
}

Table as_table(const HeatMap& map) {
  Table table{map.title, {map.corner}, {}};
  table.columns.insert(table.columns.end(), map.columns.begin(), map.columns.end());
  for (std::size_t r = 0; r < map.cells.size(); ++r) {
    std::vector<std::string> row = {map.rows[r]};
    for (const HeatCell& cell : map.cells[r]) row.push_back(cell.text);
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace tengen::document

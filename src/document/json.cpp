#include <nlohmann/json.hpp>

#include "document/document.hpp"

namespace tengen::document {

namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }
std::optional<double> optional_number(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

Json told(const Words& words) { return {{"words", words.text}}; }
Json told(const Listing& listing) { return {{"listing", listing.text}}; }
Json told(const Table& table) {
  return {{"table", {{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}}}};
}
Json told(const Chart& chart) {
  Json series = Json::array();
  for (const Series& s : chart.series) {
    Json points = Json::array();
    for (const ChartPoint& p : s.points)
      points.push_back(Json::array({p.x, p.y, number_or_null(p.low), number_or_null(p.high)}));
    series.push_back({{"name", s.name}, {"points", points}, {"line", s.line}, {"dotted", s.dotted}});
  }
  return {{"chart",
           {{"title", chart.title},
            {"x_label", chart.x_label},
            {"y_label", chart.y_label},
            {"series", series},
            {"log_x", chart.log_x},
            {"log_y", chart.log_y},
            {"level", number_or_null(chart.level)}}}};
}
Json told(const DotPlot& plot) {
  Json rows = Json::array();
  for (const DotRow& row : plot.rows)
    rows.push_back(
        Json::array({row.name, number_or_null(row.value), number_or_null(row.low), number_or_null(row.high)}));
  return {{"dot_plot",
           {{"title", plot.title}, {"x_label", plot.x_label}, {"rows", rows}, {"level", number_or_null(plot.level)}}}};
}
Json told(const HeatMap& map) {
  Json cells = Json::array();
  for (const auto& row : map.cells) {
    Json line = Json::array();
    for (const HeatCell& cell : row) line.push_back(Json::array({number_or_null(cell.value), cell.text}));
    cells.push_back(line);
  }
  return {
      {"heat_map",
       {{"title", map.title}, {"corner", map.corner}, {"rows", map.rows}, {"columns", map.columns}, {"cells", cells}}}};
}

Chart chart_from(const Json& json) {
  Chart chart{json.at("title"),
              json.at("x_label"),
              json.at("y_label"),
              {},
              json.at("log_x"),
              json.at("log_y"),
              optional_number(json.at("level"))};
  for (const Json& s : json.at("series")) {
    Series series{s.at("name"), {}, s.at("line"), s.at("dotted")};
    for (const Json& p : s.at("points"))
      series.points.push_back({p.at(0), p.at(1), optional_number(p.at(2)), optional_number(p.at(3))});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

DotPlot dot_plot_from(const Json& json) {
  DotPlot plot{json.at("title"), json.at("x_label"), {}, optional_number(json.at("level"))};
  for (const Json& row : json.at("rows"))
    plot.rows.push_back(
        {row.at(0), optional_number(row.at(1)), optional_number(row.at(2)), optional_number(row.at(3))});
  return plot;
}

HeatMap heat_map_from(const Json& json) {
  HeatMap map{json.at("title"), json.at("corner"), json.at("rows"), json.at("columns"), {}};
  for (const Json& row : json.at("cells")) {
    std::vector<HeatCell>& line = map.cells.emplace_back();
    for (const Json& cell : row) line.push_back({optional_number(cell.at(0)), cell.at(1)});
  }
  return map;
}

Block block_from(const Json& json) {
  if (json.contains("words")) return Words{json.at("words")};
  if (json.contains("listing")) return Listing{json.at("listing")};
  if (json.contains("chart")) return chart_from(json.at("chart"));
  if (json.contains("dot_plot")) return dot_plot_from(json.at("dot_plot"));
  if (json.contains("heat_map")) return heat_map_from(json.at("heat_map"));
  const Json& table = json.at("table");
  return Table{table.at("title"), table.at("columns"), table.at("rows")};
}

}  // namespace

Json to_json(const Section& section) {
  Json blocks = Json::array();
  for (const Block& block : section.blocks) blocks.push_back(std::visit([](const auto& b) { return told(b); }, block));
  return {{"id", section.id}, {"title", section.title}, {"blocks", blocks}};
}

Expected<Section> section_from_json(const Json& json) {
  try {
    Section section{json.at("id"), json.at("title"), {}};
    for (const Json& block : json.at("blocks")) section.blocks.push_back(block_from(block));
    return section;
  } catch (const Json::exception& e) {
    return fail("not a section of a report: {}", e.what());
  }
}

}  // namespace tengen::document

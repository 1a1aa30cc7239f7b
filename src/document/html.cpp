#include <algorithm>
#include <cmath>

#include "core/embedded.hpp"
#include "document/chart_svg.hpp"
#include "document/markup.hpp"
#include "document/tables.hpp"

namespace tengen::document {

namespace {

constexpr std::string_view style = R"(
:root { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; background: var(--page);
  color: var(--ink); scroll-padding-top: 16px; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1040px; padding: 24px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 20px; margin: 0 0 8px; }
h3 { font-size: 15px; margin: 20px 0 6px; color: var(--dim); }
p { margin: 8px 0; max-width: 80ch; text-wrap: pretty; }
nav { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 16px 0; }
a { color: var(--accent); }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; padding: 20px 24px;
  margin: 16px 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 12px 4px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
th { color: var(--dim); font-weight: 600; }
.number { text-align: right; }
td:not(:last-child) { white-space: nowrap; }
td:last-child { min-width: 12ch; }
.heat td, .heat thead th { padding: 6px 10px; text-align: center; white-space: nowrap;
  border: 1px solid var(--card); }
.heat td { background: color-mix(in srgb, var(--to) calc(var(--much) * 100%), var(--page)); }
pre { overflow-x: auto; background: var(--page); padding: 12px; border-radius: 8px; font-size: 13px; }
.chart { width: 100%; max-width: 760px; height: auto; font-size: 12px; fill: var(--dim); }
.grid { stroke: var(--rule); } .level { stroke: var(--dim); }
)";

class Page : Markup {
 public:
  std::string operator()(const Document& document) {
    add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
        "<style>\n{1}{2}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        escape_markup(document.title), embedded::styles().front().bytes, style);
    if (!document.summary.empty()) add("<p>{}</p>\n", escape_markup(document.summary));
    if (document.sections.size() > 1) {
      add("<nav>");
      for (const Section& s : document.sections)
        add("<a href=\"#{}\">{}</a>", escape_markup(s.id), escape_markup(s.title));
      add("</nav>\n");
    }
    for (const Section& s : document.sections) {
      add("<section id=\"{}\">\n<h2>{}</h2>\n", escape_markup(s.id), escape_markup(s.title));
      for (const Block& block : s.blocks) std::visit([this](const auto& b) { put(b); }, block);
      add("</section>\n");
    }
    return out_ + "</body>\n</html>\n";
  }

 private:
  void heading(const std::string& title) {
    if (!title.empty()) add("<h3>{}</h3>\n", escape_markup(title));
  }

  void put(const Words& words) { add("<p>{}</p>\n", escape_markup(words.text)); }
  void put(const Listing& listing) { add("<pre>{}</pre>\n", escape_markup(listing.text)); }
  void put(const Chart& chart) {
    heading(chart.title);
    out_ += to_svg(chart, SvgHome::page);
  }
  void put(const DotPlot& plot) {
    heading(plot.title);
    out_ += to_svg(plot, SvgHome::page);
  }
  void put(const Table& table) {
    heading(table.title);
    const std::vector<bool> numbers = columns_of_numbers(table);
    const auto mark = [&](std::size_t c) { return c < numbers.size() && numbers[c] ? " class=\"number\"" : ""; };
    add("<div class=\"wide\"><table>\n<thead><tr>");
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      add("<th scope=\"col\"{}>{}</th>", mark(c), escape_markup(table.columns[c]));
    add("</tr></thead>\n<tbody>\n");
    for (const auto& row : table.rows) {
      add("<tr>");
      for (std::size_t c = 0; c < row.size(); ++c) add("<td{}>{}</td>", mark(c), escape_markup(row[c]));
      add("</tr>\n");
    }
    add("</tbody></table></div>\n");
  }
  void put(const HeatMap& map) {
    heading(map.title);
    add("<div class=\"wide\"><table class=\"heat\">\n<thead><tr><th scope=\"col\">{}</th>", escape_markup(map.corner));
    for (const std::string& column : map.columns) add("<th scope=\"col\">{}</th>", escape_markup(column));
    add("</tr></thead>\n<tbody>\n");
    for (std::size_t r = 0; r < map.cells.size(); ++r) {
      add("<tr><th scope=\"row\">{}</th>", escape_markup(map.rows[r]));
      for (const HeatCell& cell : map.cells[r]) {
        // Neutral at one half; the nearer to either end, the stronger the colour.
        const double value = std::clamp(cell.value.value_or(0.5), 0.0, 1.0);
        add("<td style=\"--to:var({});--much:{:.2f}\">{}</td>", value < 0.5 ? "--low" : "--high",
            std::abs(2 * value - 1), escape_markup(cell.text));
      }
      add("</tr>\n");
    }
    add("</tbody></table></div>\n");
  }
};

}  // namespace

std::string to_html(const Document& document) { return Page{}(document); }

}  // namespace tengen::document

#pragma once
// A report as a value: words, tables, charts and heat maps in sections. It becomes one HTML page that needs nothing else,
// Markdown with pictures beside it, or plain text for a terminal. What goes in is text, never markup: nothing in it can
// become a tag or a script.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/expected.hpp"

namespace tengen::document {

// A paragraph.
struct Words {
  std::string text;
  bool operator==(const Words&) const = default;
};

// What somebody types, or a program printed: shown as it is, in letters of equal width.
struct Listing {
  std::string text;
  bool operator==(const Listing&) const = default;
};

// Cells may be missing at the end of a row. A column stands to the right when all its cells begin like numbers.
struct Table {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  bool operator==(const Table&) const = default;
};

// A value with its 95% interval, where there is one.
struct ChartPoint {
  double x = 0;
  double y = 0;
  std::optional<double> low;
  std::optional<double> high;
  bool operator==(const ChartPoint&) const = default;
};

struct Series {
  std::string name;
  std::vector<ChartPoint> points;
  bool line = true;     // the points are joined
  bool dotted = false;  // a fit or something printed elsewhere, rather than something measured
  bool operator==(const Series&) const = default;
};

struct Chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  bool log_x = false;  // points at nought and below are left out
  bool log_y = false;
  std::optional<double> level;  // a line across, at what would be even
  bool operator==(const Chart&) const = default;
};

// One line for each name: a dot with its interval. Where a value is not known an end may still be: the line then goes on to
// the edge, since all that is known is "at least" or "at most".
struct DotRow {
  std::string name;
  std::optional<double> value;
  std::optional<double> low;
  std::optional<double> high;
  bool operator==(const DotRow&) const = default;
};

struct DotPlot {
  std::string title;
  std::string x_label;
  std::vector<DotRow> rows;
  std::optional<double> level;  // a line down, at what would be even
  bool operator==(const DotPlot&) const = default;
};

// A cell is coloured by its value from 0 to 1, one half being neutral, and shows its text.
struct HeatCell {
  std::optional<double> value;
  std::string text;
  bool operator==(const HeatCell&) const = default;
};

struct HeatMap {
  std::string title;
  std::string corner;  // what rows and columns are: "Black ↓, White →"
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<HeatCell>> cells;  // by row
  bool operator==(const HeatMap&) const = default;
};

using Block = std::variant<Words, Listing, Table, Chart, DotPlot, HeatMap>;

struct Section {
  std::string id;  // letters, digits and hyphens: the place in the page
  std::string title;
  std::vector<Block> blocks;
  bool operator==(const Section&) const = default;
};

struct Document {
  std::string title;
  std::string summary;
  std::vector<Section> sections;
  bool operator==(const Document&) const = default;
};

std::string to_html(const Document& document);

// Charts become pictures: `images` maps a file's name to SVG, and the text looks for them in `folder`.
struct Markdown {
  std::string text;
  std::map<std::string, std::string> images;
};
Markdown to_markdown(const Document& document, const std::string& folder);

// For a terminal; charts become tables of their points.
std::string to_text(const Section& section);

// Sections on disk: what was found stays when another part of a report is made again.
nlohmann::ordered_json to_json(const Section& section);
Expected<Section> section_from_json(const nlohmann::ordered_json& json);

}  // namespace tengen::document

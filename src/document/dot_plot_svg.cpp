#include "core/columns.hpp"
#include "document/axis.hpp"
#include "document/chart_svg.hpp"
#include "document/markup.hpp"

namespace tengen::document {

namespace {

//   |<- left ->|<------ width ------>|    one line of text for each row, the axis below
constexpr double left = 220, top = 10, width = 470, line = 22, bottom = 44, right = 30;
constexpr const char* colour = "#0072b2";

class Drawing : Markup {
 public:
  Drawing(const DotPlot& plot, const Span& span)
      : plot_(plot), axis_(span.low, span.high, false), height_(line * static_cast<double>(plot.rows.size())) {}

  std::string draw() {
    for (const double mark : axis_.marks()) {
      upright("grid", mark);
      add(R"(<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>)", across(mark), top + height_ + 16,
          readable_number(mark));
    }
    if (plot_.level) upright("level", *plot_.level);
    for (std::size_t i = 0; i < plot_.rows.size(); ++i) row(plot_.rows[i], top + line * (static_cast<double>(i) + 0.5));
    add(R"(<text x="{}" y="{}" text-anchor="middle">{}</text>)", left + width / 2, top + height_ + 36,
        escape_markup(plot_.x_label));
    return std::move(out_);
  }

 private:
  double across(double x) const { return left + width * axis_.place(x); }
  void upright(const char* kind, double x) {
    add(R"(<line class="{0}" x1="{1:.1f}" x2="{1:.1f}" y1="{2}" y2="{3}"/>)", kind, across(x), top, top + height_);
  }

  void row(const DotRow& row, double y) {
    add(R"(<text x="{}" y="{:.1f}" text-anchor="end">{}</text>)", left - 10, y + 4, escape_markup(cut(row.name, 34)));
    const bool open_right = !row.high && row.low && !row.value, open_left = !row.low && row.high && !row.value;
    const std::optional<double> from = open_left ? std::nullopt : row.low, to = open_right ? std::nullopt : row.high;
    if (open_left || open_right || (from && to)) {
      const double x1 = from ? across(*from) : left, x2 = to ? across(*to) : left + width + 10;
      add(R"(<line x1="{0:.1f}" x2="{1:.1f}" y1="{2:.1f}" y2="{2:.1f}" stroke="{3}" stroke-width="2"/>)", x1, x2, y,
          colour);
      if (open_right) arrow(x2, y, 6);
      if (open_left) arrow(x1, y, -6);
    }
    if (row.value)
      add(R"(<circle cx="{:.1f}" cy="{:.1f}" r="4" fill="{}"><title>{}: {}</title></circle>)", across(*row.value), y,
          colour, escape_markup(row.name), readable_number(*row.value));
  }
  void arrow(double x, double y, double length) {
    add(R"(<path d="M{0:.1f} {1:.1f}L{2:.1f} {3:.1f}L{0:.1f} {4:.1f}Z" fill="{5}"/>)", x, y - 4, x + length, y, y + 4,
        colour);
  }

  const DotPlot& plot_;
  Axis axis_;
  double height_;
};

}  // namespace

std::string to_svg(const DotPlot& plot, SvgHome home) {
  Span span;
  for (const DotRow& row : plot.rows)
    for (const auto& value : {row.value, row.low, row.high})
      if (value) span.add(*value);
  if (!span.empty() && plot.level) span.add(*plot.level);
  const double height = top + line * static_cast<double>(plot.rows.size()) + bottom;
  std::string svg = open_svg(left + width + right, height, plot.title, home);
  if (!span.empty()) svg += Drawing(plot, span).draw();
  return svg + "</svg>\n";
}

}  // namespace tengen::document

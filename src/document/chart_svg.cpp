#include "document/chart_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/columns.hpp"
#include "document/axis.hpp"
#include "document/markup.hpp"

namespace tengen::document {

namespace {

// Colours that people with any kind of sight tell apart (Okabe and Ito), the two palest left out.
constexpr std::array<const char*, 6> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};

//   |<- left ->|<----- width ----->|<- legend ->|
constexpr double left = 64, top = 12, width = 460, height = 260, legend = 196, bottom = 48;
constexpr double legend_line = 18;

bool shown(const Chart& chart, const ChartPoint& point) {
  return std::isfinite(point.x) && std::isfinite(point.y) && (!chart.log_x || point.x > 0) &&
         (!chart.log_y || point.y > 0);
}

class Drawing : Markup {
 public:
  Drawing(const Chart& chart, const Span& x, const Span& y)
      : chart_(chart), x_(x.low, x.high, chart.log_x), y_(y.low, y.high, chart.log_y) {}

  std::string draw() {
    frame();
    for (std::size_t i = 0; i < chart_.series.size(); ++i) series(i);
    return std::move(out_);
  }

 private:
  double across(double x) const { return left + width * x_.place(x); }
  double down(double y) const { return top + height * (1 - std::clamp(y_.place(y), 0.0, 1.0)); }

  void frame() {
    for (const double mark : x_.marks()) {
      add(R"(<line class="grid" x1="{0:.1f}" x2="{0:.1f}" y1="{1}" y2="{2}"/>)", across(mark), top, top + height);
      add(R"(<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>)", across(mark), top + height + 16,
          readable_number(mark));
    }
    for (const double mark : y_.marks()) {
      add(R"(<line class="grid" x1="{0}" x2="{1}" y1="{2:.1f}" y2="{2:.1f}"/>)", left, left + width, down(mark));
      add(R"(<text x="{}" y="{:.1f}" text-anchor="end">{}</text>)", left - 6, down(mark) + 4, readable_number(mark));
    }
    if (chart_.level)
      add(R"(<line class="level" x1="{0}" x2="{1}" y1="{2:.1f}" y2="{2:.1f}"/>)", left, left + width,
          down(*chart_.level));
    add(R"(<text x="{}" y="{}" text-anchor="middle">{}</text>)", left + width / 2, top + height + 36,
        escape_markup(chart_.x_label));
    add(R"-(<text transform="translate(14 {}) rotate(-90)" text-anchor="middle">{}</text>)-", top + height / 2,
        escape_markup(chart_.y_label));
  }

  void series(std::size_t i) {
    const Series& s = chart_.series[i];
    const char* colour = colours[i % colours.size()];
    // Beyond the last colour they begin anew, with dashes.
    const char* dash = s.dotted              ? R"( stroke-dasharray="2 4")"
                       : i >= colours.size() ? R"( stroke-dasharray="8 3")"
                                             : "";
    std::string path;
    for (const ChartPoint& p : s.points) {
      if (!shown(chart_, p)) continue;
      fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", path.empty() ? "M" : "L", across(p.x), down(p.y));
      interval(p, colour);
      if (!s.line || s.points.size() <= 30)
        add(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"><title>{}: {}, {}</title></circle>)", across(p.x),
            down(p.y), colour, escape_markup(s.name), readable_number(p.x), readable_number(p.y));
    }
    if (s.line && !path.empty())
      add(R"(<path d="{}" fill="none" stroke="{}" stroke-width="1.8"{}/>)", path, colour, dash);
    const double y = top + 8 + legend_line * static_cast<double>(i);
    add(R"(<line x1="{0}" x2="{1}" y1="{2}" y2="{2}" stroke="{3}" stroke-width="3"{4}/>)", left + width + 14,
        left + width + 36, y, colour, dash);
    add(R"(<text x="{}" y="{}">{}</text>)", left + width + 42, y + 4, escape_markup(cut(s.name, 24)));
  }

  void interval(const ChartPoint& p, const char* colour) {
    if (!p.low || !p.high || (chart_.log_y && *p.low <= 0)) return;
    add(R"(<line x1="{0:.1f}" x2="{0:.1f}" y1="{1:.1f}" y2="{2:.1f}" stroke="{3}" stroke-width="1.2"/>)", across(p.x),
        down(*p.low), down(*p.high), colour);
  }

  const Chart& chart_;
  Axis x_;
  Axis y_;
};

}  // namespace

std::string escape_markup(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  return out;
}

std::string readable_number(double value) {
  if (!std::isfinite(value)) return "?";
  const double size = std::abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-3)) return fmt::format("{:.2g}", value);
  for (const auto& [unit, name] : {std::pair(1e12, " T"), {1e9, " G"}, {1e6, " M"}, {1e4, " k"}})
    if (size >= unit) {
      const double scaled = value / (unit == 1e4 ? 1e3 : unit);
      return fmt::format("{:.{}g}{}", scaled, std::abs(scaled) >= 100 ? 4 : 3, name);
    }
  return fmt::format("{:.4g}", value);
}

std::string open_svg(double wide, double high, const std::string& title, SvgHome home) {
  std::string svg =
      fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img")", wide, high);
  if (home == SvgHome::file)
    svg +=
        R"( font-family="sans-serif" font-size="12" fill="#333"><style>.grid{stroke:#ddd}.level{stroke:#888}</style>)"
        R"(<rect width="100%" height="100%" fill="#fff"/>)";
  else
    svg += R"( class="chart">)";
  return svg + fmt::format("<title>{}</title>", escape_markup(title));
}

std::string to_svg(const Chart& chart, SvgHome home) {
  Span x, y;
  for (const Series& s : chart.series)
    for (const ChartPoint& p : s.points) {
      if (!shown(chart, p)) continue;
      x.add(p.x);
      for (const double value : {p.y, p.low.value_or(p.y), p.high.value_or(p.y)})
        if (std::isfinite(value) && (!chart.log_y || value > 0)) y.add(value);
    }
  if (!x.empty() && chart.level && (!chart.log_y || *chart.level > 0)) y.add(*chart.level);
  const double legend_height = top + 16 + legend_line * static_cast<double>(chart.series.size());
  const double all = std::max(top + height + bottom, legend_height);
  std::string svg = open_svg(left + width + legend, all, chart.title, home);
  if (x.empty())
    svg += fmt::format(R"(<text x="{}" y="{}" text-anchor="middle">nothing to show</text>)", left + width / 2,
                       top + height / 2);
  else
    svg += Drawing(chart, x, y).draw();
  return svg + "</svg>\n";
}

}  // namespace tengen::document

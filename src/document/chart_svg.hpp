#pragma once
// Charts and dot plots as SVG. On a page it takes the page's colours; as a file of its own it brings them along.

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include "document/document.hpp"

namespace tengen::document {

enum class SvgHome : std::uint8_t { page, file };

std::string to_svg(const Chart& chart, SvgHome home);
std::string to_svg(const DotPlot& plot, SvgHome home);

// The start of a picture, up to and with its title; it ends with </svg>.
std::string open_svg(double width, double height, const std::string& title, SvgHome home);

// Values from low to high, as they are added.
struct Span {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

// Text between tags or quotes, with nothing left that could be markup.
std::string escape_markup(std::string_view text);

// A number as an axis or a table shows it: "0.25", "1,500", "2.5 M".
std::string readable_number(double value);

}  // namespace tengen::document

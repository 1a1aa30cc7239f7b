#pragma once
// A chart as SVG. On a page it takes the page's colours; as a file of its own it brings them along.

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace tengen {

enum class SvgHome : std::uint8_t { page, file };

std::string to_svg(const Chart& chart, SvgHome home);

// Text between tags or quotes, with nothing left that could be markup.
std::string escape_markup(std::string_view text);

// A number as an axis or a table shows it: "0.25", "1,500", "2.5 M".
std::string readable_number(double value);

}  // namespace tengen

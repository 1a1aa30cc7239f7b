#pragma once
// Why renju keeps Black off a point, in one word for the page.

#include <string_view>

#include "games/notation.hpp"

namespace tengen {

// Precondition: the point is empty and forbidden. "overline", "double_four" or "double_three".
std::string_view why_forbidden(const Diagram& board, int cell);

}  // namespace tengen

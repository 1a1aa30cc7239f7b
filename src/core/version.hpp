#pragma once
// The one place that says which Tengen this is.

#include <string_view>

namespace tengen {

inline constexpr std::string_view version = "0.1.0";

}  // namespace tengen

#pragma once
// Times as people type them: 250ms, 1.5s, 2m.

#include <chrono>
#include <string>
#include <string_view>

#include "core/expected.hpp"

namespace tengen {

Expected<std::chrono::nanoseconds> parse_duration(std::string_view text);
// As it would be typed: "250ms", "1.5s".
std::string typed(std::chrono::nanoseconds time);
// "1h 05m", "2m 10s", "8s".
std::string readable(std::chrono::seconds time);

}  // namespace tengen

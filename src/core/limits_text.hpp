#pragma once
// Limits as they are typed and stored: "time=200ms nodes=5000", "clock=1m+500ms", "none".

#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/limits.hpp"

namespace tengen {

std::string to_text(const Limits& limits);
Expected<Limits> limits_from(std::string_view text);

// Sets one of time, nodes, depth, clock.
Expected<void> set_limit(Limits& limits, std::string_view key, std::string_view value);

}  // namespace tengen

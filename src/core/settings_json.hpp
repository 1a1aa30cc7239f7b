#pragma once
// What can be set, for programs: the command line's lists and the page's forms read the same declaration.

#include <nlohmann/json.hpp>
#include <span>

#include "core/settings.hpp"

namespace tengen {

nlohmann::ordered_json settings_json(std::span<const Setting> settings);

}  // namespace tengen

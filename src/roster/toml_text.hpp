#pragma once
// TOML as a value or an error, for every file that people write.

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "core/expected.hpp"

namespace tengen::roster {

// `name` stands for the file in errors, which also say the line.
Expected<toml::table> parse_toml(std::string_view text, const std::string& name);

}  // namespace tengen::roster

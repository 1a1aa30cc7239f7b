#pragma once
// A file's text, read at once.

#include <string>

#include "core/expected.hpp"

namespace tengen {

Expected<std::string> read_file(const std::string& path);

}  // namespace tengen

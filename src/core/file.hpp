#pragma once
// Whole files: read at once, and written so that half a file never looks like a file.

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "core/expected.hpp"

namespace tengen {

// Without the mark that Windows programs put in front of text.
Expected<std::string> read_file(const std::string& path);

// Writes FILE.part and renames it: an old file stays until the new one is whole, and nothing is left of one that failed.
// A link stays a link, to the new file; devices and pipes are written to as they are.
Expected<void> write_file(const std::string& path, const std::function<Expected<void>(std::ostream&)>& write);
Expected<void> write_file(const std::string& path, std::string_view text);

}  // namespace tengen

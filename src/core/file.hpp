#pragma once
// Whole files: read at once, and written so that half a file never looks like a file.

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "core/expected.hpp"

namespace tengen {

// Most bytes that a file may have: of settings, weights and openings; of games and logs, which may grow for weeks.
inline constexpr std::size_t largest_file = std::size_t{256} << 20;
inline constexpr std::size_t largest_log = std::size_t{8} << 30;

// Without the mark that Windows programs put in front of text. Only regular files are read: a pipe may keep its reader
// waiting for ever, and a device may never end.
Expected<std::string> read_file(const std::string& path, std::size_t most = largest_file);

// A regular file's bytes, of any number, as they lie on the disk; in memory as long as somebody holds them.
struct MappedFile {
  std::shared_ptr<const void> hold;
  std::string_view bytes;
};
Expected<MappedFile> map_file(const std::string& path);

// Writes a new file beside the old one, brings it to the disk and renames it: an old file stays until the new one is
// whole, no other file is touched, and nothing is left of one that failed. A link stays a link, to the new file; devices
// and pipes are written to as they are.
Expected<void> write_file(const std::string& path, const std::function<Expected<void>(std::ostream&)>& write);
Expected<void> write_file(const std::string& path, std::string_view text);

}  // namespace tengen

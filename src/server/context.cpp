#include "server/context.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace tengen::server {

namespace fs = std::filesystem;

namespace {

bool lies_in(const fs::path& folder, const fs::path& path) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

// Absolute, and without a slash at its end, which would count as one more part.
fs::path absolute(const std::string& path, std::error_code& error) {
  const fs::path whole = fs::absolute(path, error).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

}  // namespace

Expected<AllowedFiles> AllowedFiles::below(const std::string& folder) {
  AllowedFiles files;
  std::error_code error;
  files.as_written_ = absolute(folder, error);
  files.folder_ = fs::canonical(folder, error);
  if (error || !fs::is_directory(files.folder_, error)) return fail("{} is no folder", in_quotes(folder));
  return files;
}

bool AllowedFiles::has(const std::string& path) const {
  if (!any() || path.find('\0') != std::string::npos) return false;
  // A path that only comes back to the folder would tell whether what it passes through is there. So it must lead into
  // the folder by its text first; then no part of it lies elsewhere, but for the folder's own links.
  const fs::path written(path);
  if (std::ranges::find(written, fs::path("..")) != written.end()) return false;
  std::error_code error;
  const fs::path whole = absolute(path, error);
  if (!lies_in(as_written_, whole) && !lies_in(folder_, whole)) return false;
  const fs::path real = fs::canonical(whole, error);
  if (error || !lies_in(folder_, real)) return false;
  const auto status = fs::status(real, error);
  return fs::is_regular_file(status) || fs::is_directory(status);
}

}  // namespace tengen::server

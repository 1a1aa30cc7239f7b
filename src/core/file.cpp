#include "core/file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/text.hpp"

namespace tengen {

Expected<std::string> read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return fail("cannot read {}: it is a folder", in_quotes(path));
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail("cannot read {}: there is no such file, or it may not be read", in_quotes(path));
  std::string text((std::istreambuf_iterator<char>(file)), {});
  if (file.bad()) return fail("cannot read {} to its end", in_quotes(path));
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  return text;
}

Expected<void> write_file(const std::string& path, const std::function<Expected<void>(std::ostream&)>& write) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  const bool replaced = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  const std::string target =
      std::filesystem::is_symlink(path, error) ? std::filesystem::weakly_canonical(path, error).string() : path;
  const std::string part = replaced ? target + ".part" : path;
  std::ofstream file(part, std::ios::binary);
  if (!file) return fail("cannot write {}", in_quotes(path));
  Expected<void> written = write(file);
  file.close();
  if (written && !file) written = fail("cannot write {}", in_quotes(path));
  if (!replaced) return written;
  error.clear();
  if (written) std::filesystem::rename(part, target, error);
  if (error) written = fail("cannot write {}: {}", in_quotes(path), error.message());
  if (!written) std::filesystem::remove(part, error);
  return written;
}

Expected<void> write_file(const std::string& path, std::string_view text) {
  return write_file(path, [text](std::ostream& file) -> Expected<void> {
    file << text;
    return {};
  });
}

}  // namespace tengen

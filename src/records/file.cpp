#include "records/file.hpp"

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
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // a mark that Windows programs put in front
  return text;
}

}  // namespace tengen

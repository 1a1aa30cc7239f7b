#include "protocol/command_line.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <limits>

#include "core/text.hpp"

namespace tengen::protocol {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A program that can be run, or why not.
Expected<std::string> runnable(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found)
    return fail("there is no file {}", in_quotes(path.native()));
  if (status.type() == std::filesystem::file_type::directory) return fail("{} is a folder", in_quotes(path.native()));
  if (::access(path.c_str(), X_OK) != 0) return fail("{} may not be run (chmod +x?)", in_quotes(path.native()));
  return std::filesystem::absolute(path, error).lexically_normal().native();
}

}  // namespace

Expected<std::vector<std::string>> split_command(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;  // a word has begun, perhaps an empty one in quotes
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\0') return fail("a command cannot hold a zero byte");
    if (quote == 0 && is_space(c)) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (c == '\\' && quote != '\'') {
      if (++i == text.size()) return fail("the command {} ends in a backslash", in_quotes(text));
      // Inside double quotes only these are escaped, as in a shell.
      if (quote == '"' && text[i] != '"' && text[i] != '\\') words.back() += '\\';
      words.back() += text[i];
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) return fail("the quotes in the command {} do not close", in_quotes(text));
  return words;
}

Expected<std::vector<std::string>> find_command(std::string_view text) {
  auto words = split_command(text);
  if (!words) return words;
  if (words->empty() || words->front().empty()) return fail("no command was given");
  std::string& program = words->front();
  if (program.find('/') != std::string::npos) {
    auto found = runnable(program);
    if (!found) return found.error();
    program = std::move(*found);
    return words;
  }
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path != nullptr ? path : "/usr/bin:/bin", ':')) {
    if (folder.empty()) continue;
    if (auto found = runnable(std::filesystem::path(folder) / program)) {
      program = std::move(*found);
      return words;
    }
  }
  return fail("there is no program {} in PATH (a file here is written ./{})", in_quotes(program), program);
}

Expected<std::uint64_t> parse_memory(std::string_view text) {
  if (text == "none") return 0;
  std::uint64_t unit = 1;
  std::string_view digits = text;
  if (!digits.empty()) {
    const char last = digits.back();
    if (last == 'K' || last == 'k') unit = 1ULL << 10;
    if (last == 'M' || last == 'm') unit = 1ULL << 20;
    if (last == 'G' || last == 'g') unit = 1ULL << 30;
    if (unit != 1) digits.remove_suffix(1);
  }
  const auto number = to_number<std::uint64_t>(digits);
  if (!number || *number == 0 || *number > std::numeric_limits<std::int64_t>::max() / unit)
    return fail("memory is written 350M, 2G or none, not {}", in_quotes(text));
  return *number * unit;
}

}  // namespace tengen::protocol

#include "roster/toml_text.hpp"

namespace tengen::roster {

namespace {

// The parser quotes what it saw, control characters and all.
std::string printable(std::string_view text) {
  std::string result(text);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto byte = static_cast<unsigned char>(result[i]);
    const auto next = i + 1 < result.size() ? static_cast<unsigned char>(result[i + 1]) : 0u;
    if (byte < 0x20 || byte == 0x7f) result[i] = '?';
    if (byte == 0xc2 && next < 0xa0) result.replace(i, 2, "?");
  }
  return result;
}

}  // namespace

Expected<toml::table> parse_toml(std::string_view text, const std::string& name) {
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& e) {
    return fail("{}:{}: {}", name, e.source().begin.line, printable(e.description()));
  }
}

}  // namespace tengen::roster

#include "server/http/target.hpp"

#include <charconv>

#include "core/text.hpp"

namespace tengen {

namespace {

std::optional<std::string> unescaped(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    unsigned char byte = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (error != std::errc{} || digits.size() != 2 || end != digits.data() + 2) return std::nullopt;
    plain += static_cast<char>(byte);
    i += 2;
  }
  return plain;
}

// As forms write it, with + for a space.
std::optional<std::string> unescaped_value(std::string text) {
  for (char& c : text)
    if (c == '+') c = ' ';
  return unescaped(text);
}

}  // namespace

std::optional<HttpTarget> parse_target(std::string_view text) {
  if (!text.starts_with('/')) return std::nullopt;
  HttpTarget target;
  text = text.substr(0, text.find('#'));
  const auto question = text.find('?');
  auto path = unescaped(text.substr(0, question));
  if (!path) return std::nullopt;
  target.path = std::move(*path);
  if (question == std::string_view::npos) return target;
  for (const std::string_view pair : split(text.substr(question + 1), '&')) {
    const auto equals = pair.find('=');
    auto name = unescaped_value(std::string(pair.substr(0, equals)));
    auto value = unescaped_value(std::string(equals == std::string_view::npos ? "" : pair.substr(equals + 1)));
    if (!name || !value) return std::nullopt;
    if (!name->empty()) target.query.emplace(std::move(*name), std::move(*value));
  }
  return target;
}

}  // namespace tengen

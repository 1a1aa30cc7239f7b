#pragma once
// Small helpers for what people type.

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tengen {

// The pieces between separators; an empty text has no pieces.
std::vector<std::string_view> split(std::string_view text, char separator);
// The pieces between runs of white space.
std::vector<std::string_view> words(std::string_view text);
std::string_view trim(std::string_view text);
std::string lower(std::string_view text);

// The whole text as a number, or nothing.
template <class Number>
std::optional<Number> to_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// " (did you mean 'x'?)" for the nearest of the names, or nothing when none is near.
std::string did_you_mean(std::string_view typed, std::span<const std::string> names);

// "a, b, c".
std::string joined(std::span<const std::string> items, std::string_view separator = ", ");

// Foreign text for an error message: one line of valid UTF-8, cut to a readable length.
std::string in_quotes(std::string_view text);

}  // namespace tengen

#include "core/text.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace tengen {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
    if (text.empty()) pieces.push_back(text);
  }
  return pieces;
}

std::vector<std::string_view> words(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  std::vector<std::string_view> pieces;
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;
       begin = text.find_first_not_of(blanks, begin)) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    pieces.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return pieces;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

namespace {

// Levenshtein distance: the fewest insertions, deletions and replacements that turn a into b.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view typed, std::span<const std::string> names) {
  const std::string wanted = lower(typed.substr(0, 64));
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(2, wanted.size() / 2) + 1;
  for (const std::string& name : names) {
    const bool is_part = wanted.size() >= 2 && lower(name).find(wanted) != std::string::npos;
    const std::size_t d = is_part ? 0 : distance(wanted, lower(name));
    // Where nothing is left of what was typed, nothing was meant.
    if (d < best_distance && d < std::max(wanted.size(), name.size())) {
      best_distance = d;
      best = &name;
    }
  }
  return best ? " (did you mean '" + *best + "'?)" : std::string();
}

std::string joined(std::span<const std::string> items, std::string_view separator) {
  std::string result;
  for (const std::string& item : items) {
    if (!result.empty()) result += separator;
    result += item;
  }
  return result;
}

namespace {

// The length of the printable UTF-8 character at the head of the text, or 0 where there is none: a control character,
// or bytes that a terminal or a JSON writer would choke on.
std::size_t printable_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned lead = byte(0), second = byte(1);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const std::size_t length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const bool is_control = lead == 0xc2 && second < 0xa0;
  const bool is_overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool is_no_character = (lead == 0xed && second > 0x9f) || (lead == 0xf4 && second > 0x8f);
  return is_control || is_overlong || is_no_character ? 0 : length;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result = "'";
  while (!text.empty() && result.size() <= longest) {
    const std::size_t length = printable_length(text);
    result += length > 0 ? text.substr(0, length) : "?";
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  if (!text.empty()) result += "…";
  return result + "'";
}

}  // namespace tengen

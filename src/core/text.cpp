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
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
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
    const std::size_t d = is_part ? 1 : distance(wanted, lower(name));
    if (d < best_distance) {
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

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result = "'";
  for (const char c : text.substr(0, longest)) result += static_cast<unsigned char>(c) < 32 ? '?' : c;
  if (text.size() > longest) result += "…";
  return result + "'";
}

}  // namespace tengen

#include "app/suite.hpp"

#include "core/text.hpp"

namespace tengen::app {

namespace {

// What lies before the separator; the text goes on behind it.
std::string_view cut(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view head = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return trim(head);
}

}  // namespace

Expected<std::vector<SuiteEntry>> parse_suite(std::string_view text) {
  std::vector<SuiteEntry> entries;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view rest = cut(text, '\n');
    if (rest.empty() || rest.front() == '#' || rest.front() == '%') continue;
    SuiteEntry entry{number, std::string(cut(rest, ';')), {}};
    while (!rest.empty()) {
      std::string_view answer = cut(rest, ';');
      if (answer.empty()) continue;
      const std::string_view whole = answer, move = cut(answer, ':');
      std::string_view score = trim(answer);
      if (score.starts_with('+') && !score.starts_with("+-")) score.remove_prefix(1);
      const auto value = to_number<int>(score);
      if (move.empty() || !value) return fail("line {}: {} is not MOVE:SCORE", number, in_quotes(whole));
      entry.moves.emplace_back(lower(move), *value);
    }
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) return fail("there is no position in it");
  return entries;
}

}  // namespace tengen::app

#include "protocol/gomocup.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace tengen::protocol::gomocup {

namespace {

// The two numbers by hand: this is read once for every move of a tournament.
const char* read_number(const char* p, const char* end, int& number) {
  while (p != end && (*p == ' ' || *p == '\t')) ++p;
  const auto [after, error] = std::from_chars(p, end, number);
  if (error != std::errc{}) return nullptr;
  p = after;
  while (p != end && (*p == ' ' || *p == '\t')) ++p;
  return p;
}

}  // namespace

std::optional<Point> parse_point(std::string_view text) {
  const char* const end = text.data() + text.size();
  Point point;
  const char* p = read_number(text.data(), end, point.x);
  if (p == nullptr || p == end || *p != ',') return std::nullopt;
  p = read_number(p + 1, end, point.y);
  if (p != end) return std::nullopt;
  return point;
}

int rule_number(games::gomoku::Rule rule) {
  switch (rule) {
    case games::gomoku::Rule::freestyle: return 0;
    case games::gomoku::Rule::standard: return 1;
    case games::gomoku::Rule::renju: return 4;
  }
  return 0;
}

std::optional<games::gomoku::Rule> rule_of(int number) {
  switch (number) {
    case 0: return games::gomoku::Rule::freestyle;
    case 1: return games::gomoku::Rule::standard;
    case 2:
    case 4: return games::gomoku::Rule::renju;
    default: return std::nullopt;
  }
}

Command parse_command(std::string_view line) {
  line = trim(line);
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  Command command{std::string(line.substr(0, end)), trim(line.substr(end))};
  for (char& c : command.word)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return command;
}

Answer parse_answer(std::string_view line) {
  if (const auto point = parse_point(line)) return {Answer::Kind::point, *point, {}};
  const auto [word, rest] = parse_command(line);
  if (word.empty()) return {Answer::Kind::empty, {}, {}};
  if (word == "MESSAGE" || word == "DEBUG" || word == "INFO") return {Answer::Kind::message, {}, rest};
  if (word == "ERROR") return {Answer::Kind::error, {}, rest};
  if (word == "UNKNOWN") return {Answer::Kind::unknown, {}, rest};
  if (word == "RESIGN") return {Answer::Kind::resign, {}, rest};
  if (word == "OK") return {Answer::Kind::ok, {}, rest};
  if (word == "SUGGEST")
    if (const auto point = parse_point(rest)) return {Answer::Kind::suggestion, *point, {}};
  return {Answer::Kind::garbage, {}, line};
}

}  // namespace tengen::protocol::gomocup

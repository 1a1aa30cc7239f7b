#include "core/settings.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/text.hpp"

namespace tengen {

Setting Setting::integer(std::string name, long standard, long low, long high, std::string help) {
  assert(std::in_range<int>(low) && std::in_range<int>(high) && "Values::integer is an int");
  return {std::move(name),
          Kind::integer,
          fmt::format("{}", standard),
          std::move(help),
          static_cast<double>(low),
          static_cast<double>(high),
          {}};
}

Setting Setting::real(std::string name, double standard, double low, double high, std::string help) {
  return {std::move(name), Kind::real, fmt::format("{}", standard), std::move(help), low, high, {}};
}

Setting Setting::choice(std::string name, std::vector<std::string> choices, std::string help) {
  Setting s{std::move(name), Kind::choice, choices.front(), std::move(help), 0, 0, {}};
  s.choices = std::move(choices);
  return s;
}

Setting Setting::flag(std::string name, bool standard, std::string help) {
  return {std::move(name), Kind::flag, standard ? "on" : "off", std::move(help), 0, 0, {"on", "off"}};
}

Setting Setting::text(std::string name, std::string standard, std::string help) {
  return {std::move(name), Kind::text, std::move(standard), std::move(help), 0, 0, {}};
}

Setting Setting::file(std::string name, std::string help) {
  return {std::move(name), Kind::file, {}, std::move(help), 0, 0, {}};
}

Setting Setting::tuned_by(double units) const {
  Setting s = *this;
  s.step = units;
  s.step_is_share = false;
  return s;
}

Setting Setting::tuned_by_share(double share) const {
  Setting s = tuned_by(share);
  s.step_is_share = true;
  return s;
}

Setting Setting::off_at(std::string value) const {
  Setting s = *this;
  s.off = std::move(value);
  return s;
}

std::string Setting::range() const {
  switch (kind) {
    case Kind::integer:
    case Kind::real: return fmt::format("{} to {}", low, high);
    case Kind::choice:
    case Kind::flag: return joined(choices, "|");
    case Kind::text: return "text";
    case Kind::file: return "a file";
  }
  return {};
}

std::optional<Error> Setting::check(std::string_view value) const {
  const auto in_range = [&](auto number) {
    return number && static_cast<double>(*number) >= low && static_cast<double>(*number) <= high;
  };
  switch (kind) {
    case Kind::integer:
      if (!to_number<long>(value))
        return Error{fmt::format("{} must be a whole number, not {}", name, in_quotes(value))};
      if (!in_range(to_number<long>(value)))
        return Error{fmt::format("{} must be {}, not {}", name, range(), in_quotes(value))};
      return std::nullopt;
    case Kind::real:
      if (!to_number<double>(value) || !std::isfinite(*to_number<double>(value)))
        return Error{fmt::format("{} must be a number, not {}", name, in_quotes(value))};
      if (!in_range(to_number<double>(value)))
        return Error{fmt::format("{} must be {}, not {}", name, range(), in_quotes(value))};
      return std::nullopt;
    case Kind::choice:
    case Kind::flag:
      if (std::ranges::find(choices, value) == choices.end())
        return Error{fmt::format("{} must be one of {}, not {}{}", name, joined(choices), in_quotes(value),
                                 did_you_mean(value, choices))};
      return std::nullopt;
    case Kind::text:
    case Kind::file: return std::nullopt;
  }
  return std::nullopt;
}

Values::Values(std::span<const Setting> settings) {
  for (const Setting& s : settings) values_.emplace(s.name, s.standard);
}

int Values::integer(std::string_view name) const { return *to_number<int>(text(name)); }
double Values::real(std::string_view name) const { return *to_number<double>(text(name)); }
std::chrono::nanoseconds Values::seconds(std::string_view name) const {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(real(name) * 1e9));
}
bool Values::flag(std::string_view name) const { return text(name) == "on"; }

const std::string& Values::text(std::string_view name) const {
  const auto found = values_.find(name);
  assert(found != values_.end() && "the setting was not declared");
  return found->second;
}

Expected<void> Values::set(std::span<const Setting> settings, std::string_view name, std::string_view value,
                           std::string_view where) {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  if (found == settings.end()) {
    std::vector<std::string> names;
    for (const Setting& s : settings) names.push_back(s.name);
    if (names.empty()) return fail("{} has no settings, so {} means nothing to it", where, in_quotes(name));
    return fail("{} has no setting {}{}; it has: {}", where, in_quotes(name), did_you_mean(name, names), joined(names));
  }
  if (auto wrong = found->check(value)) return fail("{}: {}", where, wrong->message);
  values_.insert_or_assign(std::string(name), std::string(value));
  return {};
}

namespace {

// Where the piece at the head of the text ends: at a comma outside quotes, or with the text.
std::size_t piece_length(std::string_view text) {
  const std::size_t equals = text.find_first_of("=,");
  if (equals == std::string_view::npos || text[equals] == ',') return std::min(equals, text.size());
  std::size_t i = text.find_first_not_of(" \t", equals + 1);
  if (i == std::string_view::npos || text[i] != '"') return std::min(text.find(',', equals), text.size());
  for (++i; i < text.size() && text[i] != '"'; ++i)
    if (text[i] == '\\') ++i;
  return std::min(text.find(',', std::min(i, text.size())), text.size());
}

// The value without its quotes; nothing when they do not close or something follows them.
std::optional<std::string> unquoted(std::string_view value) {
  if (!value.starts_with('"')) return std::string(value);
  std::string text;
  for (std::size_t i = 1; i < value.size(); ++i) {
    if (value[i] == '"') return i + 1 == value.size() ? std::optional(text) : std::nullopt;
    if (value[i] == '\\' && i + 1 < value.size() && (value[i + 1] == '"' || value[i + 1] == '\\')) ++i;
    text += value[i];
  }
  return std::nullopt;
}

}  // namespace

Expected<Values> parse_values(std::span<const Setting> settings, std::string_view text, std::string_view where) {
  return parse_values(settings, text, where, Values(settings));
}

Expected<Values> parse_values(std::span<const Setting> settings, std::string_view text, std::string_view where,
                              Values values) {
  std::vector<std::string_view> seen;
  for (bool more = !text.empty(); more;) {
    const std::size_t length = piece_length(text);
    const std::string_view piece = text.substr(0, length);
    more = length < text.size();
    if (more) text.remove_prefix(length + 1);
    const std::size_t equals = piece.find('=');
    if (equals == std::string_view::npos) return fail("{}: expected key=value, found {}", where, in_quotes(piece));
    const std::string_view name = trim(piece.substr(0, equals));
    if (std::ranges::find(seen, name) != seen.end()) return fail("{}: {} is set twice", where, in_quotes(name));
    seen.push_back(name);
    const auto value = unquoted(trim(piece.substr(equals + 1)));
    if (!value) return fail("{}: the quotes around {} do not close", where, in_quotes(trim(piece.substr(equals + 1))));
    if (auto set = values.set(settings, name, *value, where); !set) return set.error();
  }
  return values;
}

std::string quoted_value(std::string_view value) {
  if (value == trim(value) && value.find(',') == std::string_view::npos && !value.starts_with('"'))
    return std::string(value);
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace tengen

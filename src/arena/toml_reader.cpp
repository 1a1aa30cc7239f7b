#include "arena/toml_reader.hpp"

#include <algorithm>
#include <sstream>

#include "core/limits_text.hpp"
#include "core/text.hpp"

namespace tengen::arena {

Error TomlReader::at(const toml::node& node, std::string_view message) const {
  return fail("{}:{}: {}", name_, node.source().begin.line, message);
}

TomlReader::Done TomlReader::known(const toml::table& table, std::span<const std::string> keys,
                                   std::string_view where) const {
  for (const auto& [key, node] : table)
    if (std::ranges::find(keys, key.str()) == keys.end())
      return fail("{}:{}: {} has no key {}{}; it has: {}", name_, key.source().begin.line, where, in_quotes(key.str()),
                  did_you_mean(key.str(), keys), joined(keys));
  return {};
}

TomlReader::Done TomlReader::text(const toml::table& table, std::string_view key, std::string& into) const {
  const toml::node* node = table.get(key);
  if (!node) return {};
  if (!node->is_string()) return at(*node, fmt::format("{} must be a text in quotes", key));
  into = **node->as_string();
  return {};
}

TomlReader::Done TomlReader::texts(const toml::table& table, std::string_view key,
                                   std::vector<std::string>& into) const {
  const toml::node* node = table.get(key);
  if (!node) return {};
  if (!node->is_array()) return at(*node, fmt::format("{} must be a list of texts in quotes", key));
  into.clear();
  for (const toml::node& item : *node->as_array()) {
    if (!item.is_string()) return at(item, fmt::format("{} must be a list of texts in quotes", key));
    into.push_back(**item.as_string());
  }
  return {};
}

TomlReader::Done TomlReader::number(const toml::table& table, std::string_view key, double low, double high,
                                    double& into) const {
  const toml::node* node = table.get(key);
  if (!node) return {};
  const auto value = node->is_number() ? node->value<double>() : std::nullopt;
  if (!value || !(*value >= low) || !(*value <= high))
    return at(*node, fmt::format("{} must be a number from {} to {}", key, low, high));
  into = *value;
  return {};
}

TomlReader::Done TomlReader::flag(const toml::table& table, std::string_view key, bool& into) const {
  const toml::node* node = table.get(key);
  if (!node) return {};
  if (!node->is_boolean()) return at(*node, fmt::format("{} must be true or false", key));
  into = **node->as_boolean();
  return {};
}

Expected<const toml::table*> TomlReader::table_in(const toml::table& table, std::string_view key,
                                                  std::string_view example) const {
  const toml::node* node = table.get(key);
  if (!node) return nullptr;
  if (!node->is_table()) return at(*node, fmt::format("{} must be a table, such as {}", key, example));
  return node->as_table();
}

Expected<TomlReader::Start> TomlReader::read_start(const toml::table& table) const {
  const toml::node* node = table.get("game");
  if (!node) return fail("{}: game is missing", name_);
  Start result;
  if (auto done = text(table, "game", result.name); !done) return done.error();
  const auto kind = registry_.find_game(result.name);
  if (!kind) return at(*node, kind.error().message);
  std::string position;
  const auto rules = table_in(table, "rules", "{ size = 15 }");
  if (!rules) return rules.error();
  if (*rules)
    for (const auto& [key, value] : **rules) {
      std::ostringstream word;
      if (value.is_string())
        word << **value.as_string();
      else if (value.is_boolean())
        word << (**value.as_boolean() ? "on" : "off");
      else
        word << toml::node_view<const toml::node>(value);
      Values checked((*kind)->options);
      if (const auto set = checked.set((*kind)->options, key.str(), word.str(), result.name); !set)
        return at(value, set.error().message);
      position += fmt::format("{}={} ", key.str(), word.str());
    }
  std::string given;
  if (auto done = text(table, "position", given); !done) return done.error();
  auto start = (*kind)->start(position + given);
  if (!start) return at(table.get("position") ? *table.get("position") : *node, start.error().message);
  if ((*start)->outcome() != Outcome::ongoing) return at(*table.get("position"), "the game is over in this position");
  result.start = std::move(*start);
  return result;
}

Expected<Limits> TomlReader::limits(const toml::node& node) const {
  if (node.is_string()) {
    const auto parsed = limits_from(**node.as_string());
    if (!parsed) return at(node, parsed.error().message);
    return *parsed;
  }
  if (!node.is_table()) return at(node, "limits are a table, such as { time = \"200ms\" }");
  Limits limits;
  for (const auto& [key, value] : *node.as_table()) {
    if (!value.is_string() && !value.is_integer())
      return at(value, fmt::format("{} must be a whole number, or a time in quotes such as \"200ms\"", key.str()));
    const std::string word = value.is_string() ? **value.as_string() : std::to_string(**value.as_integer());
    if (const auto set = set_limit(limits, key.str(), word); !set) return at(value, set.error().message);
  }
  return limits;
}

}  // namespace tengen::arena

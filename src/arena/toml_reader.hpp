#pragma once
// What the files of experiments have in common: a game and its start, limits, numbers, and errors that say the file, the
// line and what is wrong. An absent key leaves the value as it is.

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/file.hpp"
#include "core/limits.hpp"
#include "roster/registry.hpp"
#include "roster/toml_text.hpp"

namespace tengen::arena {

class TomlReader {
 public:
  TomlReader(std::string name, const roster::Registry& registry) : name_(std::move(name)), registry_(registry) {}

 protected:
  using Done = Expected<void>;
  struct Start {
    std::string name;
    std::unique_ptr<roster::Game> start;
  };

  const std::string& name() const { return name_; }
  const roster::Registry& registry() const { return registry_; }

  Error at(const toml::node& node, std::string_view message) const;
  // An unknown key is a typing mistake, not a wish to be ignored.
  Done known(const toml::table& table, std::span<const std::string> keys, std::string_view where) const;

  Done text(const toml::table& table, std::string_view key, std::string& into) const;
  Done texts(const toml::table& table, std::string_view key, std::vector<std::string>& into) const;
  Done number(const toml::table& table, std::string_view key, double low, double high, double& into) const;
  Done flag(const toml::table& table, std::string_view key, bool& into) const;
  template <class Number>
  Done whole(const toml::table& table, std::string_view key, std::int64_t low, std::int64_t high, Number& into) const {
    const toml::node* node = table.get(key);
    if (!node) return {};
    if (!node->is_integer() || **node->as_integer() < low || **node->as_integer() > high)
      return at(*node, fmt::format("{} must be a whole number from {} to {}", key, low, high));
    into = static_cast<Number>(**node->as_integer());
    return {};
  }
  // A table within the table; null where it is absent.
  Expected<const toml::table*> table_in(const toml::table& table, std::string_view key, std::string_view example) const;

  // The keys game, rules and position.
  Expected<Start> read_start(const toml::table& table) const;
  // "time=200ms nodes=500", or a table with the same keys.
  Expected<Limits> limits(const toml::node& node) const;

 private:
  std::string name_;
  const roster::Registry& registry_;
};

// What a reader makes of a text; `name` stands for the file in errors.
template <class Reader>
auto parse_with(std::string_view text, const std::string& name, const roster::Registry& registry)
    -> decltype(std::declval<Reader&>().read()) {
  const auto table = roster::parse_toml(text, name);
  if (!table) return table.error();
  return Reader(*table, name, registry).read();
}

// The same of a file.
template <class Made>
Expected<Made> parse_file(const std::filesystem::path& file, const roster::Registry& registry,
                          Expected<Made> (*parse)(std::string_view, const std::string&, const roster::Registry&)) {
  const auto text = read_file(file.string());
  if (!text) return text.error();
  return parse(*text, file.string(), registry);
}

}  // namespace tengen::arena

#include "roster/params_file.hpp"

#include <algorithm>
#include <sstream>

#include "core/file.hpp"
#include "core/text.hpp"
#include "roster/toml_text.hpp"

namespace tengen::roster {

namespace {

Error at(const std::string& name, const toml::source_region& place, std::string_view message) {
  return fail("{}:{}: {}", name, place.begin.line, message);
}

// A value as one would type it on the command line; nothing for lists and tables.
std::optional<std::string> as_typed(const toml::node& node) {
  if (node.is_string()) return **node.as_string();
  if (node.is_boolean()) return **node.as_boolean() ? "on" : "off";
  if (node.is_integer()) return fmt::format("{}", **node.as_integer());
  if (node.is_floating_point()) return fmt::format("{}", **node.as_floating_point());
  return std::nullopt;
}

std::string toml_text(std::string_view text) {
  std::ostringstream out;
  out << toml::value<std::string>(std::string(text));
  return out.str();
}

Expected<Values> read_table(const toml::table& table, const std::string& name, const engines::PlayerInfo& info) {
  for (const auto& [key, node] : table)
    if (key.str() != "player" && key.str() != "settings" && key.str() != "made")
      return at(name, key.source(),
                fmt::format("a file of settings has player, settings and made, no {}", in_quotes(key.str())));
  const toml::node* player = table.get("player");
  if (!player || !player->is_string())
    return fail("{}: it does not say whose settings these are (player = \"{}\")", name, info.name);
  if (**player->as_string() != info.name)
    return at(name, player->source(),
              fmt::format("these are settings of {}, not of {}", in_quotes(**player->as_string()), info.name));
  const toml::node* settings = table.get("settings");
  if (!settings || !settings->is_table()) return fail("{}: there is no table [settings]", name);
  Values values(info.settings);
  for (const auto& [key, node] : *settings->as_table()) {
    const auto value = as_typed(node);
    if (!value) return at(name, node.source(), fmt::format("{} must be one value", key.str()));
    if (key.str() == params_setting_name) return at(name, key.source(), "a file of settings names no other one");
    if (const auto set = values.set(info.settings, key.str(), *value, "player " + info.name); !set)
      return at(name, node.source(), set.error().message);
  }
  return values;
}

}  // namespace

Setting params_setting() {
  return Setting::file(std::string(params_setting_name), "file of settings, from `tengen tune`");
}

Expected<Values> parse_params(std::string_view text, const std::string& name, const engines::PlayerInfo& info) {
  const auto table = parse_toml(text, name);
  if (!table) return table.error();
  return read_table(*table, name, info);
}

Expected<Values> read_params(const std::string& path, const engines::PlayerInfo& info) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_params(*text, path, info);
}

std::string params_text(const engines::PlayerInfo& info, const Values& values,
                        const std::vector<std::pair<std::string, std::string>>& made) {
  std::string text =
      fmt::format("# Play it as {}:params=THIS-FILE\nplayer = {}\n\n[settings]\n", info.name, toml_text(info.name));
  for (const Setting& s : info.settings) {
    const std::string& value = values.text(s.name);
    if (s.name == params_setting_name || value == s.standard) continue;
    text += fmt::format("{} = {}\n", s.name,
                        s.kind == Setting::Kind::integer ? fmt::format("{}", values.integer(s.name))
                        : s.kind == Setting::Kind::real  ? fmt::format("{}", values.real(s.name))
                                                         : toml_text(value));
  }
  text += "\n[made]\n";
  for (const auto& [key, value] : made) text += fmt::format("{} = {}\n", key, toml_text(value));
  return text;
}

}  // namespace tengen::roster

#include "core/settings_json.hpp"

#include <array>

namespace tengen {

nlohmann::ordered_json settings_json(std::span<const Setting> settings) {
  static constexpr std::array<std::string_view, 6> kinds = {"integer", "real", "choice", "flag", "text", "file"};
  auto list = nlohmann::ordered_json::array();
  for (const Setting& s : settings) {
    nlohmann::ordered_json item = {
        {"name", s.name}, {"type", kinds[static_cast<std::size_t>(s.kind)]}, {"default", s.standard}};
    if (s.kind == Setting::Kind::integer || s.kind == Setting::Kind::real) {
      item["min"] = s.low;
      item["max"] = s.high;
    }
    if (s.tunable()) item["step"] = {{"size", s.step}, {"share", s.step_is_share}};
    if (!s.off.empty()) item["off"] = s.off;
    if (!s.choices.empty()) item["choices"] = s.choices;
    item["help"] = s.help;
    list.push_back(std::move(item));
  }
  return list;
}

}  // namespace tengen

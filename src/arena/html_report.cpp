#include "arena/html_report.hpp"

#include <nlohmann/json.hpp>

#include "records/replay.hpp"

namespace tengen::arena {

using Json = nlohmann::ordered_json;

Expected<Json> report_with_games(const Report& report, const GameStore* store, const roster::Registry& registry) {
  constexpr std::size_t most = 10'000;
  Json content = {{"report", to_json(report)}, {"games", Json::array()}};
  if (!store) return content;
  const auto read = store->each_game(registry, [&](const records::Record& record) {
    if (const auto played = records::replayed(record, registry))
      content["games"].push_back(game_for_report(record, **played, report.setup.position));
    return content["games"].size() < most;
  });
  if (!read) return read.error();
  return content;
}

std::string html_report(std::string_view file, const Json& content) {
  constexpr std::string_view slot = "{{report}}";
  const std::size_t at = std::min(file.find(slot), file.size());
  // In ASCII alone, with a sign for bytes that are no UTF-8.
  const std::string json = content.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string out(file.substr(0, at));
  out.reserve(file.size() + json.size() + 1000);
  // Text that cannot end the script element around it: '<' stands only inside strings, where \u003c means the same.
  for (const char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  out += file.substr(std::min(at + slot.size(), file.size()));
  return out;
}

}  // namespace tengen::arena

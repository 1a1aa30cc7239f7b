#include "records/record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text.hpp"

namespace tengen {

namespace {
constexpr std::array<std::string_view, 4> outcome_names = {"ongoing", "first", "second", "draw"};
}

std::string_view name_of(Outcome outcome) { return outcome_names[static_cast<std::size_t>(outcome)]; }

std::string to_json(const Record& record) {
  nlohmann::ordered_json json;
  json["game"] = record.game;
  json["start"] = record.start;
  json["players"] = record.players;
  json["outcome"] = name_of(record.outcome);
  json["moves"] = record.moves;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Expected<Record> record_from_json(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return fail("a game record is one JSON object, not {}", in_quotes(text));
  Record record;
  const auto read = [&json](const char* field, auto& into) -> Expected<void> {
    const auto found = json.find(field);
    if (found == json.end()) return fail("game record: '{}' is missing", field);
    try {
      found->get_to(into);
    } catch (const nlohmann::json::exception&) {
      return fail("game record: '{}' has the wrong form", field);
    }
    return {};
  };
  std::string outcome;
  std::vector<std::string> players;
  const Expected<void> all = read("game", record.game)
                                 .and_then([&] { return read("start", record.start); })
                                 .and_then([&] { return read("players", players); })
                                 .and_then([&] { return read("outcome", outcome); })
                                 .and_then([&] { return read("moves", record.moves); });
  if (!all) return tl::unexpected(all.error());
  if (players.size() != 2) return fail("game record: 'players' has {} names, not 2", players.size());
  std::ranges::copy(players, record.players.begin());
  const auto found = std::ranges::find(outcome_names, outcome);
  if (found == outcome_names.end())
    return fail("game record: 'outcome' is {}, not ongoing, first, second or draw", in_quotes(outcome));
  record.outcome = static_cast<Outcome>(found - outcome_names.begin());
  return record;
}

}  // namespace tengen

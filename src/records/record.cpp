#include "records/record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text.hpp"

namespace tengen {

namespace {

constexpr std::array<std::string_view, 4> outcome_names = {"ongoing", "first", "second", "draw"};

// Column by column, so that a long game stays readable: {"micros":[…],"score":[…],"depth":[…],"nodes":[…]}.
nlohmann::ordered_json notes_to_json(const std::vector<MoveNote>& notes) {
  nlohmann::ordered_json json;
  for (const MoveNote& note : notes) {
    json["micros"].push_back(note.micros);
    json["score"].push_back(note.score ? nlohmann::ordered_json(*note.score) : nlohmann::ordered_json(nullptr));
    json["depth"].push_back(note.depth);
    json["nodes"].push_back(note.nodes);
  }
  return json;
}

// Throws the library's exceptions where a column is missing or has the wrong form.
std::vector<MoveNote> notes_from_json(const nlohmann::json& json) {
  const auto& score = json.at("score");
  std::vector<MoveNote> notes(score.size());
  for (std::size_t i = 0; i < notes.size(); ++i) {
    json.at("micros").at(i).get_to(notes[i].micros);
    if (!score.at(i).is_null()) notes[i].score = score.at(i).get<double>();
    json.at("depth").at(i).get_to(notes[i].depth);
    json.at("nodes").at(i).get_to(notes[i].nodes);
  }
  return notes;
}

// What may be absent.
Expected<Record> read_extras(const nlohmann::json& json, Record record) {
  const char* field = "";
  const auto read = [&json, &field](const char* name, auto& into) {
    field = name;
    using Into = std::remove_cvref_t<decltype(into)>;
    if (const auto found = json.find(name); found != json.end()) {
      if constexpr (std::is_same_v<Into, std::vector<MoveNote>>)
        into = notes_from_json(*found);
      else if constexpr (requires { typename Into::value_type; } && !std::is_same_v<Into, std::string>)
        into = found->template get<typename Into::value_type>();
      else
        found->get_to(into);
    }
  };
  try {
    read("opening", record.opening);
    read("notes", record.notes);
    read("termination", record.termination);
    read("detail", record.detail);
    read("event", record.event);
    read("number", record.number);
    read("pair", record.pair);
    read("seed", record.seed);
    read("finished", record.finished);
  } catch (const nlohmann::json::exception&) {
    return fail("game record: '{}' has the wrong form", field);
  }
  const auto moves = static_cast<std::ptrdiff_t>(record.moves.size());
  if (record.opening < 0 || record.opening > moves)
    return fail("game record: 'opening' is {}, with {} moves", record.opening, moves);
  if (!record.notes.empty() && static_cast<std::ptrdiff_t>(record.notes.size()) != moves - record.opening)
    return fail("game record: {} notes for {} moves after the opening", record.notes.size(), moves - record.opening);
  return record;
}

}  // namespace

std::string_view name_of(Outcome outcome) { return outcome_names[static_cast<std::size_t>(outcome)]; }

std::string to_json(const Record& record) {
  nlohmann::ordered_json json;
  json["game"] = record.game;
  json["start"] = record.start;
  json["players"] = record.players;
  json["outcome"] = name_of(record.outcome);
  json["moves"] = record.moves;
  if (record.opening > 0) json["opening"] = record.opening;
  if (!record.notes.empty()) json["notes"] = notes_to_json(record.notes);
  for (const auto& [field, text] : {std::pair{"termination", &record.termination}, std::pair{"detail", &record.detail},
                                    std::pair{"event", &record.event}})
    if (!text->empty()) json[field] = *text;
  if (record.number) json["number"] = *record.number;
  if (record.pair) json["pair"] = *record.pair;
  if (record.seed) json["seed"] = *record.seed;
  if (record.finished) json["finished"] = *record.finished;
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
  return read_extras(json, std::move(record));
}

}  // namespace tengen

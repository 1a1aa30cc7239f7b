#include "records/record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/enum_names.hpp"
#include "core/strict_json.hpp"
#include "core/text.hpp"

namespace tengen::records {

namespace {

constexpr std::array<std::string_view, 4> outcome_names = {"ongoing", "first", "second", "draw"};
constexpr std::uint64_t most_number = std::uint64_t{1} << 62;  // of games and pairs: twice as many can still be counted
// The times that can be written with four digits for the year.
constexpr std::int64_t earliest = -62'167'219'200'000, latest = 253'402'300'799'999;

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

// Throws where a column is missing or has the wrong form.
std::vector<MoveNote> notes_from_json(const nlohmann::json& json) {
  const auto& score = json.at("score");
  std::vector<MoveNote> notes(score.size());
  for (std::size_t i = 0; i < notes.size(); ++i) {
    notes[i].micros = whole_number<std::int64_t>(json.at("micros").at(i));
    if (score.at(i).is_number())
      notes[i].score = score.at(i).get<double>();
    else if (!score.at(i).is_null())
      throw std::invalid_argument("no number");
    notes[i].depth = whole_number<int>(json.at("depth").at(i));
    notes[i].nodes = whole_number<std::uint64_t>(json.at("nodes").at(i));
  }
  return notes;
}

// What may be absent.
Expected<Record> read_extras(const nlohmann::json& json, Record record) {
  const char* field = "";
  const auto read = [&json, &field](const char* name, auto& into) {
    field = name;
    if (const auto found = json.find(name); found == json.end())
      return;
    else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(into)>, std::vector<MoveNote>>)
      into = notes_from_json(*found);
    else
      read_strictly(*found, into);
  };
  std::string termination;
  try {
    read("opening", record.opening);
    read("notes", record.notes);
    read("termination", termination);
    read("detail", record.detail);
    read("event", record.event);
    read("number", record.number);
    read("pair", record.pair);
    read("seed", record.seed);
    read("finished", record.finished);
  } catch (const std::exception&) {
    return fail("game record: '{}' has the wrong form", field);
  }
  if (const auto set = set_termination(record, termination); !set) return fail("game record: {}", set.error().message);
  if (const auto checked = check_fields(record); !checked) return fail("game record: {}", checked.error().message);
  return record;
}

}  // namespace

std::string_view name_of(Outcome outcome) { return outcome_names[static_cast<std::size_t>(outcome)]; }

std::optional<Outcome> outcome_from(std::string_view name) { return enum_from<Outcome>(outcome_names, name); }

std::string termination_text(const Record& record) {
  return record.termination ? std::string(name_of(*record.termination)) : std::string();
}

Expected<void> set_termination(Record& record, std::string_view text) {
  record.termination = termination_from(text);
  if (!record.termination && !text.empty()) return fail("the game ended by {}, which nobody knows", in_quotes(text));
  return {};
}

Expected<void> check_fields(const Record& record) {
  const auto moves = std::ssize(record.moves);
  if (record.opening < 0 || record.opening > moves)
    return fail("'opening' is {}, with {} moves", record.opening, moves);
  if (!record.notes.empty() && std::ssize(record.notes) != moves - record.opening)
    return fail("{} notes for {} moves after the opening", record.notes.size(), moves - record.opening);
  if (std::ranges::any_of(record.notes, [](const MoveNote& note) { return note.micros < 0; }))
    return fail("'micros' has a time below zero");
  for (const auto& [name, number] : {std::pair{"number", record.number}, std::pair{"pair", record.pair}})
    if (number && *number > most_number) return fail("'{}' is {}, more than {}", name, *number, most_number);
  if (record.finished && (*record.finished < earliest || *record.finished > latest))
    return fail("'finished' is {}, in no year of four digits", *record.finished);
  // Whatever else ends a game has a loser.
  const bool ended = record.termination && record.outcome != Outcome::ongoing;
  const bool contradicts = ended ? (record.termination == Termination::draw) != (record.outcome == Outcome::draw)
                                 : record.termination == Termination::draw || record.termination == Termination::win;
  if (contradicts)
    return fail("the outcome is {}, but 'termination' is '{}'", name_of(record.outcome), termination_text(record));
  return {};
}

std::string to_json(const Record& record) {
  nlohmann::ordered_json json;
  json["game"] = record.game;
  json["start"] = record.start;
  json["players"] = record.players;
  json["outcome"] = name_of(record.outcome);
  json["moves"] = record.moves;
  if (record.opening > 0) json["opening"] = record.opening;
  if (!record.notes.empty()) json["notes"] = notes_to_json(record.notes);
  if (record.termination) json["termination"] = name_of(*record.termination);
  if (!record.detail.empty()) json["detail"] = record.detail;
  if (!record.event.empty()) json["event"] = record.event;
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
  if (!all) return all.error();
  if (players.size() != 2) return fail("game record: 'players' has {} names, not 2", players.size());
  std::ranges::copy(players, record.players.begin());
  const auto known = outcome_from(outcome);
  if (!known) return fail("game record: 'outcome' is {}, not ongoing, first, second or draw", in_quotes(outcome));
  record.outcome = *known;
  return read_extras(json, std::move(record));
}

}  // namespace tengen::records

#include "learn/tabular/curve_json.hpp"

#include <nlohmann/json.hpp>

namespace tengen::learn {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const stats::WinDrawLoss& results) { return Json::array({results.wins, results.draws, results.losses}); }

stats::WinDrawLoss results_from(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

Json to_json(const CurvePoint& point) {
  return {{"games", point.games},
          {"entries", point.entries},
          {"first", to_json(point.trial.results[0])},
          {"second", to_json(point.trial.results[1])},
          {"decisions", point.trial.decisions},
          {"known", point.trial.known_decisions},
          {"pairs", point.trial.pairs},
          {"known_pairs", point.trial.known_pairs}};
}

CurvePoint point_from(const Json& json) {
  return {json.at("games"),
          json.at("entries"),
          {{results_from(json.at("first")), results_from(json.at("second"))},
           json.at("decisions"),
           json.at("known"),
           json.at("pairs"),
           json.at("known_pairs")}};
}

}  // namespace

std::string training_text(const TrainingNotes& notes) {
  Json json;
  json["settings"] = notes.settings;
  json["curve"] = Json::array();
  for (const CurvePoint& point : notes.curve) json["curve"].push_back(to_json(point));
  return json.dump();
}

Expected<TrainingNotes> read_training(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    TrainingNotes notes{json.at("settings"), {}};
    for (const Json& point : json.at("curve")) notes.curve.push_back(point_from(point));
    return notes;
  } catch (const nlohmann::json::exception&) {
    return fail("its notes on the training cannot be read");
  }
}

}  // namespace tengen::learn

#include "arena/tournament_setup.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/duration.hpp"
#include "core/limits_text.hpp"
#include "core/strict_json.hpp"
#include "core/text.hpp"

namespace tengen::arena {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view imported_kind = "imported";

std::string_view name_of(stats::EloModel model) {
  return model == stats::EloModel::normalised ? "normalised" : "logistic";
}

// What two setups must have in common, in words.
std::vector<std::pair<std::string, std::string>> decisive(const TournamentSetup& s) {
  const std::string none = "not set";
  // A knockout's later matches depend on how many games its earlier ones had.
  const bool counts = s.kind == TournamentKind::knockout && !s.imported;
  return {{"game", s.game},
          {"games per pair", counts ? std::to_string(s.games_per_pair) : none},
          {"kind", kind_text(s)},
          {"openings", s.openings_identity},
          {"seed", std::to_string(s.seed)},
          {"sequential test", s.sprt ? fmt::format("{} {} {} {} {}", s.sprt->elo0, s.sprt->elo1, s.sprt->alpha,
                                                   s.sprt->beta, name_of(s.sprt->model))
                                     : none},
          {"start", s.position}};
}

// All that stand for themselves, by name.
void each_field(auto& setup, const auto& visit) {
  visit("title", setup.title);
  visit("game", setup.game);
  visit("position", setup.position);
  visit("games_per_pair", setup.games_per_pair);
  visit("openings_spec", setup.openings_spec);
  visit("openings", setup.openings_identity);
  visit("seed", setup.seed);
  visit("threads", setup.threads);
  visit("withdraw_after", setup.withdraw_after);
  visit("repeatable", setup.repeatable);
  visit("version", setup.version);
}

Json to_json(const Entrant& player) {
  Json json = {
      {"name", player.name}, {"spec", player.spec}, {"limits", to_text(player.limits)}, {"ingredients", Json::array()}};
  for (const roster::Ingredient& i : player.ingredients)
    json["ingredients"].push_back({{"what", i.what}, {"path", i.path}, {"digest", i.digest}});
  return json;
}

Expected<Entrant> entrant_from(const Json& json) {
  Entrant player{json.at("name"), json.at("spec"), {}};
  const auto limits = limits_from(json.at("limits").get<std::string>());
  if (!limits) return fail("the limits of {}: {}", player.name, limits.error().message);
  player.limits = *limits;
  for (const Json& i : json.at("ingredients"))
    player.ingredients.push_back({i.at("what"), i.at("path"), i.at("digest")});
  return player;
}

Expected<TournamentSetup> from_json(const Json& json) {
  TournamentSetup s;
  const std::string kind = json.at("kind");
  s.imported = kind == imported_kind;
  const auto known = kind_from(kind);
  if (!known && !s.imported) return fail("there is no kind {}", in_quotes(kind));
  s.kind = known.value_or(TournamentKind::match);
  each_field(s, [&json](const char* name, auto& value) { read_strictly(json.at(name), value); });
  for (const Json& each : json.at("players")) {
    auto player = entrant_from(each);
    if (!player) return player.error();
    s.players.push_back(*std::move(player));
  }
  const auto grace = grace_from(json.at("grace").get<std::string>());
  if (!grace) return fail("its grace: {}", grace.error().message);
  s.grace = *grace;
  if (const auto test = json.find("sprt"); test != json.end()) {
    const auto model = test->at("model") == "normalised" ? stats::EloModel::normalised : stats::EloModel::logistic;
    const auto checked =
        stats::checked({test->at("elo0"), test->at("elo1"), test->at("alpha"), test->at("beta"), model});
    if (!checked) return fail("its sequential test: {}", checked.error().message);
    s.sprt = *checked;
  }
  return s;
}

}  // namespace

TournamentSetup imported_setup(std::string_view game) {
  TournamentSetup setup;
  setup.imported = true;
  setup.game = game;
  setup.openings_spec.clear();
  return setup;
}

std::string kind_text(const TournamentSetup& setup) {
  return std::string(setup.imported ? imported_kind : name_of(setup.kind));
}

std::string limits_text(const TournamentSetup& setup, const Entrant& player) {
  return setup.imported ? "" : to_text(player.limits);
}

std::string difference(const TournamentSetup& stored, const TournamentSetup& wanted) {
  std::vector<std::string> lines;
  const auto compare = [&lines](const std::string& key, const std::string& there, const std::string& here) {
    if (there != here)
      lines.push_back(fmt::format("{} is {} there and {} here", key, in_quotes(there), in_quotes(here)));
  };
  const auto there = decisive(stored), here = decisive(wanted);
  for (std::size_t i = 0; i < there.size(); ++i) compare(there[i].first, there[i].second, here[i].second);
  for (std::size_t i = 0; i < std::max(stored.players.size(), wanted.players.size()); ++i) {
    const auto player = [i](const TournamentSetup& setup) {
      return i < setup.players.size() ? setup.players[i] : Entrant{"not there", "not there", {}};
    };
    const Entrant one = player(stored), other = player(wanted);
    const std::string who = fmt::format("player {}", i + 1);
    compare(who, one.spec, other.spec);
    if (one.spec == other.spec)
      for (const std::string& change : roster::changes(one.ingredients, other.ingredients))
        lines.push_back(fmt::format("{} ({}) is not the one that played: {}", who, one.name, change));
    compare(who + "'s limits", to_text(one.limits), to_text(other.limits));
    compare(who + "'s name", one.name, other.name);
  }
  return joined(lines, "; ");
}

std::string to_json_text(const TournamentSetup& s) {
  Json json = {{"kind", kind_text(s)}, {"grace", grace_text(s.grace)}, {"players", Json::array()}};
  each_field(s, [&json](const char* name, const auto& value) { json[name] = value; });
  for (const Entrant& player : s.players) json["players"].push_back(to_json(player));
  if (s.sprt)
    json["sprt"] = {{"elo0", s.sprt->elo0},
                    {"elo1", s.sprt->elo1},
                    {"alpha", s.sprt->alpha},
                    {"beta", s.sprt->beta},
                    {"model", name_of(s.sprt->model)}};
  return json.dump();
}

Expected<TournamentSetup> setup_from_json(std::string_view text) {
  try {
    return from_json(Json::parse(text));
  } catch (const std::exception& e) {
    return fail("its setup cannot be read: {}", e.what());
  }
}

std::string as_utf8(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return std::string(text);
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

std::string grace_text(std::chrono::nanoseconds grace) { return grace.count() == 0 ? "0" : typed(grace); }

Expected<std::chrono::nanoseconds> grace_from(std::string_view text) {
  return text == "0" ? std::chrono::nanoseconds(0) : parse_duration(text);
}

}  // namespace tengen::arena

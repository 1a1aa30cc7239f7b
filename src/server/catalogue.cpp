#include "server/catalogue.hpp"

#include <algorithm>

#include "core/settings_json.hpp"
#include "core/text.hpp"
#include "records/formats.hpp"
#include "records/replay.hpp"
#include "roster/guide.hpp"
#include "server/requests.hpp"
#include "server/views.hpp"

namespace tengen::server {

namespace {

Json game_json(const roster::GameKind& game, const ServerContext& context) {
  auto levels = Json::array();
  for (const roster::StrengthLevel& level : roster::strength_levels(context.registry, game.name))
    levels.push_back({{"id", level.id}, {"player", level.player}, {"limits", to_json(level.limits)}});
  auto solvers = Json::array();
  for (const roster::SolverKind& solver : context.registry.solvers())
    if (std::ranges::find(solver.games, game.name) != solver.games.end())
      solvers.push_back({{"name", solver.info.name},
                         {"summary", solver.info.summary},
                         {"settings", settings_json(solver.info.settings)},
                         {"gives_scores", solver.info.scores.has_value()}});
  return {{"name", game.name},
          {"title", game.title},
          {"summary", game.summary},
          {"sides", game.sides},
          {"moves", game.move_help},
          {"options", settings_json(game.options)},
          {"look", games::name_of(game.look)},
          {"bare_transcript", game.bare_transcript},
          {"strongest", roster::strongest_player(context.registry, game.name).name},
          {"levels", std::move(levels)},
          {"solvers", std::move(solvers)}};
}

ApiAnswer games(const ServerContext& context) {
  auto list = Json::array();
  for (const roster::GameKind& game : context.registry.games()) list.push_back(game_json(game, context));
  return ApiReply{{{"games", std::move(list)}}};
}

ApiAnswer players(const ServerContext& context, const ApiRequest& request) {
  const auto game = request.http.query.find("game");
  if (game != request.http.query.end())
    if (const auto found = context.registry.find_game(game->second); !found)
      return api::bad_request(found.error().message, "game");
  auto list = Json::array();
  for (const roster::PlayerKind& player : context.registry.players()) {
    if (player.external && !context.external_engines) continue;
    if (game != request.http.query.end() && std::ranges::find(player.games, game->second) == player.games.end())
      continue;
    std::vector<Setting> settings = player.info.settings;
    if (!context.files.any()) std::erase_if(settings, [&](const Setting& each) { return names_file(player, each); });
    list.push_back({{"name", player.info.name},
                    {"summary", player.info.summary},
                    {"games", player.games},
                    {"settings", settings_json(settings)},
                    {"takes_depth", player.info.takes_depth},
                    {"external", player.external},
                    {"unit", name_of(player.info.score.unit)}});
  }
  return ApiReply{{{"players", std::move(list)}}};
}

ApiAnswer formats() {
  auto list = Json::array();
  for (const records::RecordFormat& format : records::record_formats())
    list.push_back({{"name", format.name}, {"summary", format.summary}});
  return ApiReply{{{"formats", std::move(list)}}};
}

// A game of the body, handed to one of the two views.
ApiAnswer view(const ServerContext& context, const ApiRequest& request,
               Json (*show)(const roster::GameKind&, const roster::Game&)) {
  Fields fields(request.body);
  const auto asked = read_game(fields, context);
  if (const auto error = fields.finish()) return *error;
  if (!asked) return asked.error();
  return ApiReply{show(*asked->kind, *asked->game)};
}

// A text that is no file: moves or a position of a game that was named.
Answer<Json> read_bare(const std::string& text, const std::string& game_name, const ServerContext& context) {
  const auto kind = context.registry.find_game(game_name);
  if (!kind) return api::bad_request(kind.error().message, "game");
  auto start = (*kind)->start(text);  // a diagram, or moves as the notation allows them
  if (!start) {
    start = (*kind)->start("");
    if (const auto played = records::play_all(**start, text); !played)
      return api::bad_request(played.error().message, "text");
  } else if (auto from_start = (*kind)->start("")) {
    // Moves are worth more than the position that they lead to.
    if (records::play_all(**from_start, text)) start = std::move(from_start);
  }
  records::Record record;
  record.game = game_name;
  records::name_players(record.players, game_name, context.registry);
  auto at_start = (*start)->clone();
  at_start->restart();
  const auto finished = records::finished_record(std::move(record), *at_start, **start);
  if (!finished) return api::bad_request(finished.error().message, "text");
  return Json{{"format", "moves"}, {"games", Json::array({record_json(*finished)})}};
}

ApiAnswer import(const ServerContext& context, const ApiRequest& request) {
  Fields fields(request.body);
  const std::string text = fields.text("text", {}, most_body);
  const std::string name = fields.text("name", {}, 300), game = fields.text("game");
  if (trim(text).empty()) fields.complain("is empty", "text");
  if (const auto error = fields.finish()) return *error;
  // A bare line of moves looks like no file at all; that is what a transcript looks like.
  auto format = records::guess_format(name, text);
  const bool guessed = format.has_value();
  if (!guessed) format = records::find_format("txt");
  const auto records = (*format)->read(text, context.registry);
  if (records && !records->empty()) {
    if (records->size() > context.bounds.import_games)
      return api::too_large(fmt::format("the file holds more than {} games", context.bounds.import_games), "text");
    auto list = Json::array();
    for (const records::Record& record : *records) list.push_back(record_json(record));
    return ApiReply{{{"format", (*format)->name}, {"games", std::move(list)}}};
  }
  if (!game.empty()) {
    auto bare = read_bare(text, game, context);
    if (!bare) return bare.error();
    return ApiReply{std::move(*bare)};
  }
  if (records) return api::bad_request("there is no game in the text", "text");
  if (guessed) return api::bad_request(records.error().message, "text");
  return api::bad_request("this is no game record that can be read (SGF, psq, PGN, CSV, JSON, or a line of moves)",
                          "text");
}

// A record with everything checked by the rules.
Answer<records::Record> record_from(const Json& json, const ServerContext& context) {
  Fields fields(json, "record.");
  const std::string game_name = fields.needed_text("game");
  if (!fields.has("moves")) fields.complain("is missing", "moves");
  if (const auto error = fields.error()) return *error;
  const auto kind = context.registry.find_game(game_name);
  if (!kind) return api::bad_request(kind.error().message, "record.game");
  // What the reader insists on, and what a client may leave open.
  Json whole = json;
  if (!whole.contains("start") || whole["start"] == "") {
    const auto start = (*kind)->start("");
    whole["start"] = (*start)->to_string();
  }
  if (!whole.contains("players")) whole["players"] = (*kind)->sides;
  if (!whole.contains("outcome")) whole["outcome"] = "ongoing";
  auto record = records::record_from_json(whole.dump());
  if (!record) return api::bad_request(record.error().message, "record");
  if (record->moves.size() > context.bounds.moves) return api::too_large("there are too many moves", "record.moves");
  const auto game = records::replayed(*record, context.registry);
  if (!game) return api::bad_request(game.error().message, "record");
  if (record->outcome == Outcome::ongoing) record->outcome = (*game)->outcome();
  return std::move(*record);
}

ApiAnswer export_game(const ServerContext& context, const ApiRequest& request) {
  Fields fields(request.body);
  const std::string format = fields.needed_text("format");
  const Json* json = fields.object("record");
  if (!json) fields.complain("is missing", "record");
  if (const auto error = fields.finish()) return *error;
  const auto record = record_from(*json, context);
  if (!record) return record.error();
  auto text = exported(*record, format, context.registry);
  if (!text) return text.error();
  return ApiReply{std::move(*text)};
}

}  // namespace

std::vector<Route> catalogue_routes(const ServerContext& context) {
  return {
      {"GET", "/api/games", [&](const ApiRequest&) { return games(context); }},
      {"GET", "/api/players", [&](const ApiRequest& request) { return players(context, request); }},
      {"GET", "/api/formats", [](const ApiRequest&) { return formats(); }},
      {"POST", "/api/position", [&](const ApiRequest& request) { return view(context, request, position_json); }},
      {"POST", "/api/frames", [&](const ApiRequest& request) { return view(context, request, frames_json); }},
      {"POST", "/api/import", [&](const ApiRequest& request) { return import(context, request); }},
      {"POST", "/api/export", [&](const ApiRequest& request) { return export_game(context, request); }},
  };
}

}  // namespace tengen::server

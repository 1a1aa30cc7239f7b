// tengen games, tengen players: what there is.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "core/settings_json.hpp"
#include "core/text.hpp"

namespace tengen::app {

namespace {

void print_settings(const std::vector<Setting>& settings) {
  for (const Setting& s : settings) {
    const std::string step = !s.tunable()      ? ""
                             : s.step_is_share ? fmt::format(", step {:g}%", 100 * s.step)
                                               : fmt::format(", step {:g}", s.step);
    fmt::print("    {:<14} {} ({}, default {}{})\n", s.name, s.help, s.range(), s.standard, step);
  }
}

int list_games(const roster::Registry& registry, bool json) {
  auto list = nlohmann::ordered_json::array();
  for (const roster::GameKind& game : registry.games()) {
    if (json) {
      list.push_back({{"name", game.name},
                      {"title", game.title},
                      {"summary", game.summary},
                      {"sides", game.sides},
                      {"moves", game.move_help},
                      {"options", settings_json(game.options)}});
      continue;
    }
    fmt::print("{:<12} {}\n", game.name, game.summary);
    print_settings(game.options);
  }
  if (json) fmt::print("{}\n", list.dump(2));
  return 0;
}

int list_players(const roster::Registry& registry, const std::string& game, bool json) {
  if (!game.empty())
    if (const auto found = registry.find_game(game); !found) return complain(found.error().message);
  auto list = nlohmann::ordered_json::array();
  for (const roster::PlayerKind& player : registry.players()) {
    if (!game.empty() && std::ranges::find(player.games, game) == player.games.end()) continue;
    if (json) {
      list.push_back({{"name", player.info.name},
                      {"summary", player.info.summary},
                      {"games", player.games},
                      {"settings", settings_json(player.info.settings)}});
      continue;
    }
    fmt::print("{:<18} {}{}\n", player.info.name, player.info.summary,
               game.empty() ? fmt::format(" [{}]", joined(player.games)) : "");
    print_settings(player.info.settings);
  }
  if (json)
    fmt::print("{}\n", list.dump(2));
  else
    fmt::print("\nSettings follow the name: uct:c=1.2,simulations=5000\n");
  return 0;
}

}  // namespace

void add_games_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("games", "List the games and their options");
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json, "print JSON");
  command.runs([json, &registry] { return list_games(registry, *json); });
}

void add_players_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("players", "List the players and their settings");
  auto json = std::make_shared<bool>(false);
  auto game = std::make_shared<std::string>();
  command.option("--game", *game, "only players of this game");
  command.flag("--json", *json, "print JSON");
  command.runs([game, json, &registry] { return list_players(registry, *game, *json); });
}

}  // namespace tengen::app

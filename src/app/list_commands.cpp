// tengen games, tengen players: what there is.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "core/settings_json.hpp"
#include "core/text.hpp"

namespace tengen {

namespace {

void print_settings(const std::vector<Setting>& settings) {
  for (const Setting& s : settings) {
    const std::string step = !s.tunable()      ? ""
                             : s.step_is_share ? fmt::format(", step {:g}%", 100 * s.step)
                                               : fmt::format(", step {:g}", s.step);
    fmt::print("    {:<14} {} ({}, default {}{})\n", s.name, s.help, s.range(), s.standard, step);
  }
}

void list_games(const Registry& registry, bool json) {
  auto list = nlohmann::ordered_json::array();
  for (const GameKind& game : registry.games()) {
    if (json) {
      list.push_back({{"name", game.name},
                      {"title", game.title},
                      {"summary", game.summary},
                      {"sides", game.sides},
                      {"moves", game.move_help},
                      {"options", settings_json(game.options)}});
      continue;
    }
    fmt::print("{:<10} {}\n", game.name, game.summary);
    print_settings(game.options);
  }
  if (json) fmt::print("{}\n", list.dump(2));
}

void list_players(const Registry& registry, const std::string& game, bool json) {
  auto list = nlohmann::ordered_json::array();
  for (const PlayerKind& player : registry.players()) {
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
}

}  // namespace

void add_games_command(CLI::App& app, const CommandContext& context) {
  auto* command = app.add_subcommand("games", "List the games and their options");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "print JSON");
  command->callback([=, &registry = context.registry] { list_games(registry, *json); });
}

void add_players_command(CLI::App& app, const CommandContext& context) {
  auto* command = app.add_subcommand("players", "List the players and their settings");
  auto json = std::make_shared<bool>(false);
  auto game = std::make_shared<std::string>();
  command->add_option("--game", *game, "only players of this game");
  command->add_flag("--json", *json, "print JSON");
  command->callback([=, context = context] {
    if (!game->empty())
      if (const auto found = context.registry.find_game(*game); !found) {
        context.exit_code = complain(found.error().message);
        return;
      }
    list_players(context.registry, *game, *json);
  });
}

}  // namespace tengen

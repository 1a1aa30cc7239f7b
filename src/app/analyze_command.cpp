// tengen analyze: what a player thinks of a position.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "app/value_map.hpp"
#include "core/text.hpp"
#include "roster/guide.hpp"
#include "roster/moves.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  GameArguments game;
  LimitArguments limits;
  std::string player;
  std::uint64_t seed = 1;
  bool json = false;
};

double seconds(const roster::Choice& choice) { return std::chrono::duration<double>(choice.time).count(); }

nlohmann::ordered_json to_json(const roster::Game& game, const roster::Choice& choice) {
  nlohmann::ordered_json json;
  json["position"] = game.to_string();
  json["move"] = game.format(choice.move);
  json["score"] = roster::has_score(choice) ? nlohmann::ordered_json(choice.score) : nlohmann::ordered_json(nullptr);
  json["end_in"] = choice.end_in ? nlohmann::ordered_json(*choice.end_in) : nullptr;
  json["depth"] = choice.depth;
  json["nodes"] = choice.nodes;
  json["seconds"] = seconds(choice);
  json["pv"] = roster::names_of(game, choice.pv);
  auto candidates = nlohmann::ordered_json::array();
  for (const roster::AnyCandidate& c : choice.candidates) {
    nlohmann::ordered_json item = {{"move", game.format(c.move)}, {"value", c.value}, {"exact", c.exact}};
    if (c.visits > 0) item["visits"] = c.visits;
    candidates.push_back(std::move(item));
  }
  json["candidates"] = std::move(candidates);
  return json;
}

void print(const roster::Game& game, const roster::Choice& choice, const std::string& side) {
  fmt::print("{}\n", value_map(game, choice));
  fmt::print("{} to move: {}\n", side, game.format(choice.move));
  if (choice.end_in)
    fmt::print("result   {} in {} plies\n", *choice.end_in > 0 ? "wins" : "loses", std::abs(*choice.end_in));
  else if (choice.nodes > 0 && !roster::has_score(choice))
    fmt::print("score    unknown: nothing proven within the limits\n");
  else if (choice.nodes > 0 || !choice.candidates.empty())
    fmt::print("score    {} for {}\n", short_number(choice.score), side);
  if (!choice.pv.empty()) fmt::print("line     {}\n", joined(roster::names_of(game, choice.pv), " "));
  fmt::print("search   depth {}, {} nodes, {:.3f} s\n", choice.depth, choice.nodes, seconds(choice));
}

int run(const Arguments& args, const roster::Registry& registry) {
  const auto game = args.game.start(registry);
  if (!game) return complain(game.error().message);
  if ((*game)->outcome() != Outcome::ongoing)
    return complain("the game is over in this position; there is nothing to think about");
  const auto limits = args.limits.limits();
  if (!limits) return complain(limits.error().message);
  const std::string_view spec =
      args.player.empty() ? roster::strongest_player(registry, args.game.game).name : args.player;
  const auto player = registry.make_player(spec, **game);
  if (!player) return complain(player.error().message);
  const auto kind = std::ranges::find(registry.players(), roster::parse_spec(spec)->name,
                                      [](const roster::PlayerKind& k) { return k.info.name; });
  if (limits->depth && !kind->info.takes_depth)
    return complain(fmt::format("player {} knows no --depth; limit it with --time or --nodes", kind->info.name));
  const Interrupt interrupt;
  (*player)->begin(**game, args.seed, interrupt.token());
  const auto choice = (*player)->ask(**game, *limits, interrupt.token());
  if (!choice) return complain(choice.error().message);
  if (args.json)
    fmt::print("{}\n", to_json(**game, *choice).dump(2));
  else
    print(**game, *choice,
          (*registry.find_game(args.game.game))->sides[static_cast<std::size_t>((*game)->side_to_move())]);
  return 0;
}

}  // namespace

void add_analyze_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("analyze", "Show what a player thinks of a position");
  auto args = std::make_shared<Arguments>();
  args->game.add_to(command, registry);
  args->game.add_position_to(command);
  command.option("--player", args->player, "who thinks (see tengen players; default: the strongest)");
  command.option("--seed", args->seed, "decides all chance of the player").whole_number().show_default();
  args->limits.add_to(command);
  command.flag("--json", args->json, "print JSON");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app

// tengen engine: one of our players as an engine for other people's programs.

#include <unistd.h>

#include <algorithm>
#include <random>

#include "app/command.hpp"
#include "core/text.hpp"
#include "protocol/engine_session.hpp"
#include "protocol/gtp.hpp"
#include "roster/guide.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  std::string protocol;
  std::string game;
  std::string player;
  std::optional<std::uint64_t> seed;
  bool ponder = false;
  LimitArguments limits;
};

int run(Arguments args, const roster::Registry& registry) {
  auto limits = args.limits.limits();
  if (!limits) return complain(limits.error().message);
  // A manager that says nothing about time should still get an answer soon.
  if (limits->none()) limits->time = std::chrono::seconds(2);
  const bool speaks_gtp = args.protocol == "gtp";
  if (!speaks_gtp) {
    const std::string only = args.protocol == "nboard" ? "othello" : "gomoku";
    if (!args.game.empty() && args.game != only)
      return complain(fmt::format("--protocol {} plays {}, not {}", args.protocol, only, in_quotes(args.game)));
    args.game = only;
  }
  if (args.game.empty()) return complain("--protocol gtp needs --game");
  const auto kind = registry.find_game(args.game);
  if (!kind) return complain(kind.error().message);
  if (const auto spoken = protocol::gtp::games(); speaks_gtp && std::ranges::find(spoken, args.game) == spoken.end())
    return complain(fmt::format("--protocol gtp plays {}, not {}", joined(spoken), in_quotes(args.game)));
  if (args.player.empty()) args.player = roster::strongest_player(registry, args.game).name;
  // A mistyped player should be known now, not in the middle of somebody's program.
  const auto start = (*kind)->start("");
  if (!start) return complain(start.error().message);
  if (const auto player = registry.make_player(args.player, **start); !player) return complain(player.error().message);

  // A program that is started for every game should not offer the same opening each time.
  const std::uint64_t seed = args.seed ? *args.seed : std::random_device{}();
  const protocol::EngineSetup setup{registry, args.game, args.player, *limits, seed, {}, {}, args.ponder};
  protocol::run_engine(STDIN_FILENO, STDOUT_FILENO, setup,
                       speaks_gtp                  ? protocol::make_gtp_engine
                       : args.protocol == "nboard" ? protocol::make_nboard_engine
                                                   : protocol::make_gomocup_engine);
  return 0;
}

}  // namespace

void add_engine_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("engine", "Let a player serve as an engine in another program");
  auto args = std::make_shared<Arguments>();
  command.option("--protocol", args->protocol, "gomocup, gtp or nboard")
      .required()
      .one_of({"gomocup", "gtp", "nboard"});
  command.option("--player", args->player, "who plays (see tengen players); default: the strongest of the game");
  command.option("--game", args->game, "for gtp: gomoku, connect4 or othello");
  command.option("--seed", args->seed, "decides all chance; default: another one each time").whole_number();
  command.flag("--ponder", args->ponder, "think on the opponent's time, too, where the player can");
  args->limits.add_to(command);
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app

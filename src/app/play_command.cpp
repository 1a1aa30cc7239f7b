// tengen play: the page in a browser, or a game in the terminal.

#include <iostream>

#include "app/command.hpp"
#include "app/serve_page.hpp"
#include "app/terminal_play.hpp"
#include "core/file.hpp"
#include "records/replay.hpp"
#include "roster/guide.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  GameArguments game;
  LimitArguments limits;
  std::array<std::string, 2> players;
  std::string load;
  std::uint64_t seed = 1;
  bool terminal = false;
  ServeArguments page;
};

// A saved game, played up to its last move; fills in what the command line left open.
Expected<std::unique_ptr<roster::Game>> load_game(Arguments& args, const roster::Registry& registry) {
  if (!args.game.game.empty() || !args.game.position.empty() || !args.game.options.empty())
    return fail("--load brings its own game and position; leave --game, --position and the board's options out");
  const auto text = read_file(args.load);
  if (!text) return text.error();
  const auto record = records::record_from_json(*text);
  if (!record) return fail("{}: {}", args.load, record.error().message);
  args.game.game = record->game;
  for (std::size_t i = 0; i < 2; ++i)
    if (args.players[i].empty()) args.players[i] = record->players[i];
  auto game = records::replayed(*record, registry);
  if (!game) return fail("{}: {}", args.load, game.error().message);
  return game;
}

int run_in_terminal(Arguments args, const roster::Registry& registry) {
  if (!args.game.game.empty())
    if (const auto kind = registry.find_game(args.game.game); !kind) return complain(kind.error().message);
  if (args.load.empty() && args.game.game.empty()) args.game.game = registry.games().front().name;
  auto game = args.load.empty() ? args.game.start(registry) : load_game(args, registry);
  if (!game) return complain(game.error().message);
  auto limits = args.limits.limits();
  if (!limits) return complain(limits.error().message);
  if (limits->none()) limits->time = std::chrono::seconds(1);  // a person waits no longer unless told to
  if (args.players[0].empty()) args.players[0] = "human";
  if (args.players[1].empty())
    args.players[1] = args.players[0] == "human" ? roster::strongest_player(registry, args.game.game).name : "human";

  std::array<TerminalPlay::Participant, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    if (args.players[i] == "ladder/ai3") args.players[i] = "human";  // the rung of the ladder that is a person
    sides[i].name = args.players[i];
    if (args.players[i] == "human") continue;
    auto player = registry.make_player(args.players[i], **game);
    if (!player) return complain(player.error().message);
    sides[i].player = std::move(*player);
  }
  auto adviser = registry.make_player(roster::strongest_player(registry, args.game.game).name, **game);
  if (!adviser) return complain(adviser.error().message);
  TerminalPlay(**registry.find_game(args.game.game), std::move(*game), std::move(sides), std::move(*adviser), *limits,
               args.seed, std::cin, std::cout)
      .run();
  return 0;
}

void add_page_options(Command command, ServeArguments& page) {
  command
      .option("--port", page.port,
              fmt::format("the page's port (default: {}, or any other if that is taken)", usual_port))
      .whole_number(1, 65535);
  command.option("--host", page.host,
                 "serve the page to others at this address of this machine, or at all: 0.0.0.0 (default: 127.0.0.1)");
  command.option("--name", page.names,
                 "a host name that visitors use for this machine; under others than its addresses and these names "
                 "nobody is let in; may be repeated");
  command.option("--db", page.db, "where games are kept, or none (default: tengen/play.db among your data)");
  command.option("--threads", page.threads, "cores for the engines (default: all)").whole_number(1, 1024);
  command
      .option(
          "--engines", [&page](const std::string& text) { page.engines = text == "on"; },
          "on: the page may start external engines by their command lines (default: off)")
      .one_of({"on", "off"});
  command.option("--files", page.files, "a folder whose files the page may name, such as params=FILE (default: none)");
  command.flag("!--no-browser", page.browser, "do not open a browser");
}

// Options of one front door are a mistake at the other.
std::optional<std::string> misplaced(const Command command, bool terminal) {
  static const std::vector<std::string> of_page = {"--port",    "--host",    "--name",  "--db",
                                                   "--threads", "--engines", "--files", "--no-browser"};
  static const std::vector<std::string> of_both = {"--terminal", "--help"};
  for (const std::string& name : command.given()) {
    const bool page = std::ranges::find(of_page, name) != of_page.end();
    if (std::ranges::find(of_both, name) != of_both.end() || page != terminal) continue;
    return terminal ? fmt::format("{} is for the page; leave it or --terminal out", name)
                    : fmt::format("{} is for games in the terminal; add --terminal, or set it on the page", name);
  }
  return std::nullopt;
}

}  // namespace

void add_play_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("play", "Play, watch and analyse: on a page in your browser, or in the terminal");
  auto args = std::make_shared<Arguments>();
  args->game.add_to(command, registry);
  command.makes_optional("--game");
  command.flag("--terminal", args->terminal, "play in the terminal");
  command.option("--black,--first", args->players[0], "who moves first: human (default) or a player");
  command.option("--white,--second", args->players[1], "who moves second: human or a player (default: the strongest)");
  command.option("--load", args->load, "go on with a game that was saved");
  command.option("--seed", args->seed, "decides all chance of the players").whole_number().show_default();
  args->limits.add_to(command);
  add_page_options(command, args->page);
  command.runs([args, command, &registry] {
    if (const auto mistake = misplaced(command, args->terminal)) return complain(*mistake);
    return args->terminal ? run_in_terminal(*args, registry) : serve_page(args->page, registry);
  });
}

}  // namespace tengen::app

// tengen openings: make balanced sets, check files, show what a spec plays.

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "arena/make_openings.hpp"
#include "arena/openings.hpp"
#include "core/file.hpp"
#include "core/text.hpp"
#include "records/opening_file.hpp"
#include "roster/guide.hpp"

namespace tengen {

namespace {

// ---- make ----

struct MakeArguments {
  GameArguments game;
  OpeningRecipe recipe;
  std::string output;
};

int run_make(MakeArguments args, const Registry& registry) {
  const auto start = args.game.start(registry);
  if (!start) return complain(start.error().message);
  OpeningRecipe& recipe = args.recipe;
  recipe.game = args.game.game;
  recipe.start = start->get();
  if (!recipe.solver.empty() && !recipe.player.empty())
    return complain("--solver and --judge: one of them decides, not both");
  if (recipe.solver.empty() && recipe.games == 0 && recipe.score == 0)
    return complain(
        "--games 0: a judge that does not play must look, say with --score 0.2 how far from even it may be");
  if (recipe.solver.empty() && recipe.player.empty()) recipe.player = strongest_player(registry, recipe.game).name;
  if (!args.output.empty() && std::filesystem::exists(args.output))
    return complain(fmt::format("{} exists already and is left as it is", in_quotes(args.output)));

  const Interrupt interrupt;
  MakeProgress progress;
  if (isatty(STDERR_FILENO))
    progress = [&recipe](const MadeOpenings& made) {
      fmt::print(stderr, "\r\033[K{} of {} openings from {} candidates", made.openings.size(), recipe.count,
                 made.candidates);
    };
  const auto made = make_openings(recipe, registry, interrupt.token(), progress);
  if (progress) fmt::print(stderr, "\r\033[K");
  if (!made) return complain(made.error().message);
  const bool all = made->openings.size() == recipe.count;
  const bool stopped = !all && interrupt.token().stop_requested();
  const std::string text = to_file(*made, recipe);
  // Half a set must not look like a set.
  if (args.output.empty())
    fmt::print("{}", text);
  else if (const auto written = write_file(stopped ? args.output + ".part" : args.output, text); !written)
    return complain(written.error().message);
  fmt::print(stderr, "{} openings from {} candidates, {} of them copies\n", made->openings.size(), made->candidates,
             made->copies);
  if (stopped)
    fmt::print(
        stderr, "stopped at {} of {} openings{}\n", made->openings.size(), recipe.count,
        args.output.empty() ? "" : fmt::format("; they are in {}.part, and there is no {}", args.output, args.output));
  return stopped ? 130 : all ? 0 : 1;
}

void add_make(Command app, const Registry& registry) {
  Command command = app.add_command("make", "Make a balanced set: random openings that a judge finds even");
  auto args = std::make_shared<MakeArguments>();
  OpeningRecipe& recipe = args->recipe;
  args->game.add_to(command, registry);
  command.option("--from", recipe.source, "where candidates come from: " + joined(opening_spec_help(), "; "))
      .show_default();
  command.option("--count", recipe.count, "openings to make").whole_number(1, 1'000'000).show_default();
  command.option("--candidates", recipe.candidates, "give up after so many")
      .whole_number(1, 100'000'000)
      .show_default();
  command.option("--seed", recipe.seed, "same seed, same set").whole_number().show_default();
  command.option("--threads", recipe.threads, "candidates judged at once; the set is the same")
      .whole_number(1, 1024)
      .show_default();
  command.option("--solver", recipe.solver, "keep what this solver proves a draw");
  command.option("--judge", recipe.player,
                 "or: keep what is even when this player plays itself; the strongest unless said");
  command.option("--nodes", recipe.nodes, "the judge's nodes a move; its games use half to twice as many")
      .whole_number(2, 1'000'000'000)
      .show_default();
  command
      .option("--score", recipe.score,
              "how far from even may be what it says of the position, with --nodes and with four times as many; 0: it "
              "does not look")
      .number(0.0, 1'000'000.0)
      .show_default();
  command.option("--games", recipe.games, "games of the judge against itself; 0 with --score")
      .whole_number(0, 1000)
      .show_default();
  command.option("--margin", recipe.margin, "how far from half of the points is still even")
      .number(0.0, 0.5)
      .show_default();
  command.option("--output", args->output, "the file to write; without it the set goes to the terminal");
  command.runs([args, &registry] { return run_make(*args, registry); });
}

// ---- check ----

struct CheckArguments {
  GameArguments game;
  std::string path;
};

int run_check(const CheckArguments& args, const Registry& registry) {
  const auto start = args.game.start(registry);
  if (!start) return complain(start.error().message);
  const auto text = read_file(args.path);
  if (!text) return complain(text.error().message);
  const auto openings = read_openings(*text, args.game.game, **start);
  if (!openings) return complain(fmt::format("{}: {}", args.path, openings.error().message));
  std::map<std::size_t, std::uint64_t> by_length;
  std::map<std::string, int> lines;  // position → the line that has it first
  std::uint64_t copies = 0;
  for (const WrittenOpening& opening : *openings) {
    const auto game = (*start)->clone();
    for (const AnyMove move : opening.moves) game->play(move);
    ++by_length[opening.moves.size()];
    const auto [found, is_new] = lines.emplace(canonical_position(*game), opening.line);
    if (is_new) continue;
    ++copies;
    fmt::print("line {}: the same position as in line {}, perhaps mirrored\n", opening.line, found->second);
  }
  std::vector<std::string> lengths;
  for (const auto& [plies, count] : by_length) lengths.push_back(fmt::format("{} of {} plies", count, plies));
  fmt::print("{} openings, all legal: {}\n", openings->size(), joined(lengths));
  fmt::print("{} different positions, mirror images taken together\n", openings->size() - copies);
  return 0;
}

void add_check(Command app, const Registry& registry) {
  Command command = app.add_command("check", "Check a file of openings");
  auto args = std::make_shared<CheckArguments>();
  command.option("FILE", args->path, "the file").required();
  args->game.add_to(command, registry);
  command.runs([args, &registry] { return run_check(*args, registry); });
}

// ---- show ----

struct ShowArguments {
  GameArguments game;
  std::string spec;
  std::uint64_t count = 10;
  std::uint64_t seed = 1;
  bool pictures = false;
};

int run_show(const ShowArguments& args, const Registry& registry) {
  const auto start = args.game.start(registry);
  if (!start) return complain(start.error().message);
  const auto openings = Openings::make(args.spec, args.game.game, **start);
  if (!openings) return complain(openings.error().message);
  const auto game = (*start)->clone();
  for (std::uint64_t pair = 0; pair < args.count; ++pair) {
    openings->play(*game, pair, args.seed);
    fmt::print("{}\n", joined(game->move_names(), " "));
    if (args.pictures) fmt::print("{}\n", draw(game->diagram()));
  }
  return 0;
}

void add_show(Command app, const Registry& registry) {
  Command command = app.add_command("show", "Show the openings of the first pairs, one a line");
  auto args = std::make_shared<ShowArguments>();
  command.option("SPEC", args->spec, joined(opening_spec_help(), "; ")).required();
  args->game.add_to(command, registry);
  command.option("--count", args->count, "pairs").whole_number(1, 10'000'000).show_default();
  command.option("--seed", args->seed, "the match's seed").whole_number().show_default();
  command.flag("--pictures", args->pictures, "draw the boards too");
  command.runs([args, &registry] { return run_show(*args, registry); });
}

}  // namespace

void add_openings_command(Command app, const Registry& registry) {
  Command command = app.add_command("openings", "Make, check and show openings for matches");
  command.needs_command();
  add_make(command, registry);
  add_check(command, registry);
  add_show(command, registry);
}

}  // namespace tengen

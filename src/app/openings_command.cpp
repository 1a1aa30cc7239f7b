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

void add_make(CLI::App& app, const CommandContext& context) {
  auto* command = app.add_subcommand("make", "Make a balanced set: random openings that a judge finds even");
  auto args = std::make_shared<MakeArguments>();
  OpeningRecipe& recipe = args->recipe;
  args->game.add_to(*command, context.registry);
  command->add_option("--from", recipe.source, "where candidates come from: " + joined(opening_spec_help(), "; "))
      ->capture_default_str();
  command->add_option("--count", recipe.count, "openings to make")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--candidates", recipe.candidates, "give up after so many")
      ->transform(whole_number(1, 100'000'000))
      ->capture_default_str();
  command->add_option("--seed", recipe.seed, "same seed, same set")
      ->transform(whole_number(0, ~std::uint64_t{0}))
      ->capture_default_str();
  command->add_option("--threads", recipe.threads, "candidates judged at once; the set is the same")
      ->transform(whole_number(1, 1024))
      ->capture_default_str();
  command->add_option("--solver", recipe.solver, "keep what this solver proves a draw");
  command->add_option("--judge", recipe.player,
                      "or: keep what is even when this player plays itself; the strongest unless said");
  command->add_option("--nodes", recipe.nodes, "the judge's nodes a move; its games use half to twice as many")
      ->transform(whole_number(2, 1'000'000'000))
      ->capture_default_str();
  command->add_option("--games", recipe.games, "games of the judge against itself")
      ->transform(whole_number(1, 1000))
      ->capture_default_str();
  command->add_option("--margin", recipe.margin, "how far from half of the points is still even")
      ->check(CLI::Range(0.0, 0.5))
      ->capture_default_str();
  command->add_option("--output", args->output, "the file to write; without it the set goes to the terminal");
  command->callback([args, context = context] { context.exit_code = run_make(*args, context.registry); });
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

void add_check(CLI::App& app, const CommandContext& context) {
  auto* command = app.add_subcommand("check", "Check a file of openings");
  auto args = std::make_shared<CheckArguments>();
  command->add_option("FILE", args->path, "the file")->required();
  args->game.add_to(*command, context.registry);
  command->callback([args, context = context] { context.exit_code = run_check(*args, context.registry); });
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

void add_show(CLI::App& app, const CommandContext& context) {
  auto* command = app.add_subcommand("show", "Show the openings of the first pairs, one a line");
  auto args = std::make_shared<ShowArguments>();
  command->add_option("SPEC", args->spec, joined(opening_spec_help(), "; "))->required();
  args->game.add_to(*command, context.registry);
  command->add_option("--count", args->count, "pairs")->transform(whole_number(1, 10'000'000))->capture_default_str();
  command->add_option("--seed", args->seed, "the match's seed")
      ->transform(whole_number(0, ~std::uint64_t{0}))
      ->capture_default_str();
  command->add_flag("--pictures", args->pictures, "draw the boards too");
  command->callback([args, context = context] { context.exit_code = run_show(*args, context.registry); });
}

}  // namespace

void add_openings_command(CLI::App& app, const CommandContext& context) {
  auto* command = app.add_subcommand("openings", "Make, check and show openings for matches");
  command->require_subcommand(1);
  add_make(*command, context);
  add_check(*command, context);
  add_show(*command, context);
}

}  // namespace tengen

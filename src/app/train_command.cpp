// tengen train: makes what players have learned. Here the pattern weights of the Othello champion, in three steps: play
// games, fit weights to them, measure how far to trust the result. Tables of values are in train_tabular_command.cpp.

#include <fmt/format.h>
#include <unistd.h>

#include <map>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "app/train_tabular_command.hpp"
#include "core/file.hpp"
#include "engines/othello/training/errors.hpp"
#include "engines/othello/training/fit.hpp"
#include "engines/othello/training/games.hpp"

namespace tengen {

namespace {

using othello::PatternWeights;

struct Arguments {
  std::string weights;             // to play with, or to start from
  std::string out;                 // games, or weights
  std::vector<std::string> games;  // to learn from
  std::uint32_t count = 100'000;
  std::uint64_t seconds = 0;
  int positions = 2000;
  int threads = 1;
  othello::GamePlan play;
  othello::FitPlan fit;
};

// The file's weights; without a file, weights that are all nought.
Expected<PatternWeights> load(const std::string& path) {
  return path.empty() ? PatternWeights() : PatternWeights::from_file(path);
}

Expected<std::vector<othello::Sample>> load_games(const std::vector<std::string>& paths) {
  std::vector<othello::Sample> samples;
  for (const std::string& path : paths) {
    const auto read = othello::read_samples(path);
    if (!read) return read.error();
    samples.insert(samples.end(), read->begin(), read->end());
  }
  if (samples.empty()) return fail("{}: there are no positions to learn from", paths.front());
  return samples;
}

int play(const Arguments& args) {
  const auto weights = load(args.weights);
  if (!weights) return complain(weights.error().message);
  auto next = othello::next_game(args.out);
  if (!next) return complain(next.error().message);
  const Interrupt interrupt;
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  const std::uint32_t first = *next, chunk = 64 * static_cast<std::uint32_t>(args.threads);
  const bool watched = isatty(STDERR_FILENO) != 0;
  std::uint64_t positions = 0;
  while (*next < args.count && !interrupt.token().stop_requested() &&
         (args.seconds == 0 || seconds() < static_cast<double>(args.seconds))) {
    const std::uint32_t count = std::min(chunk, args.count - *next);
    const auto samples = othello::play_games(*weights, args.play, *next, count, args.threads, interrupt.token());
    if (samples.empty()) break;
    if (const auto written = othello::append_samples(args.out, samples); !written)
      return complain(written.error().message);
    positions += samples.size();
    *next = samples.back().game + 1;
    if (watched)
      fmt::print(stderr, "\r{} of {} games, {} new positions, {:.0f} games/s ", *next, args.count, positions,
                 (*next - first) / seconds());
  }
  if (watched) fmt::print(stderr, "\n");
  fmt::print("{}: {} games, {} new positions, {:.0f} games/s{}\n", args.out, *next, positions,
             (*next - first) / seconds(), *next < args.count ? "; the same command goes on where it stopped" : "");
  return 0;
}

int fit(const Arguments& args) {
  auto weights = load(args.weights);
  if (!weights) return complain(weights.error().message);
  const auto samples = load_games(args.games);
  if (!samples) return complain(samples.error().message);
  const Interrupt interrupt;
  const bool watched = isatty(STDERR_FILENO) != 0;
  std::map<int, othello::PhaseFit> fits;
  othello::fit_weights(*weights, *samples, args.fit, args.threads, interrupt.token(),
                       [&](const othello::PhaseFit& fit) {
                         fits[fit.phase] = fit;
                         if (watched) fmt::print(stderr, "\r{} of {} phases ", fits.size(), args.fit.phases);
                       });
  if (watched) fmt::print(stderr, "\n");
  if (interrupt.token().stop_requested()) return complain("stopped; nothing was written");
  weights->note = fmt::format("{} positions, {} epochs, share of the search {}", samples->size(), args.fit.epochs,
                              args.fit.searched_share);
  if (const auto written = write_file(args.out, weights->to_bytes()); !written)
    return complain(written.error().message);
  fmt::print("phase  positions  error  unseen  error\n");
  for (const auto& [phase, fit] : fits)
    fmt::print("{:5}  {:9}  {:5.2f}  {:6}  {:5.2f}\n", phase, fit.samples, fit.error, fit.held_out, fit.held_out_error);
  return 0;
}

int errors(const Arguments& args) {
  auto weights = load(args.weights);
  if (!weights) return complain(weights.error().message);
  const auto samples = load_games(args.games);
  if (!samples) return complain(samples.error().message);
  const Interrupt interrupt;
  const auto fitted = othello::measure_errors(*weights, *samples, args.positions, args.threads, interrupt.token());
  if (!fitted) return complain(fitted.error().message);
  weights->errors = fitted->midgame;
  weights->end_errors = fitted->end;
  if (const auto written = write_file(args.weights, weights->to_bytes()); !written)
    return complain(written.error().message);
  fmt::print("{}", fitted->table);
  return 0;
}

void add_threads(CLI::App& command, Arguments& args) {
  command.add_option("--threads", args.threads, "threads that work together (default 1)")->check(whole_number(1, 256));
}

void add_games(CLI::App& command, Arguments& args) {
  command.add_option("GAMES", args.games, "files of games, as `play` makes them")->required()->check(CLI::ExistingFile);
}

void add_play(CLI::App& patterns, const std::shared_ptr<Arguments>& args, const CommandContext& context) {
  auto* command = patterns.add_subcommand("play", "Play games to learn from, or go on playing");
  command->add_option("GAMES", args->out, "file that the games are added to")->required();
  command->add_option("--weights", args->weights, "weights to play with (default: none, all nought)")
      ->check(CLI::ExistingFile);
  command->add_option("--games", args->count, "games in the file when done (default 100000)")
      ->check(whole_number(1, 1'000'000'000));
  command->add_option("--seconds", args->seconds, "stop after so many seconds")->check(whole_number(1, 10'000'000));
  command->add_option("--depth", args->play.depth, "plies that a move looks ahead (default 6)")
      ->check(whole_number(3, 30));
  command->add_option("--exact", args->play.exact, "empty cells from which on play is perfect (default 14)")
      ->check(whole_number(0, 24));
  command->add_option("--random", args->play.most_random, "most random moves at the beginning (default 40)")
      ->check(whole_number(4, 55));
  command->add_option("--seed", args->play.seed, "other games for another number (default 1)")
      ->check(whole_number(0, 1'000'000'000));
  add_threads(*command, *args);
  command->callback([args, context] { context.exit_code = play(*args); });
}

void add_fit(CLI::App& patterns, const std::shared_ptr<Arguments>& args, const CommandContext& context) {
  auto* command = patterns.add_subcommand("fit", "Fit weights to games");
  command->add_option("WEIGHTS", args->out, "file to write")->required();
  add_games(*command, *args);
  command->add_option("--from", args->weights, "weights to start from (default: all nought)")->check(CLI::ExistingFile);
  command->add_option("--epochs", args->fit.epochs, "times that every position is looked at (default 12)")
      ->check(whole_number(1, 10'000));
  command->add_option("--rate", args->fit.first_rate, "step of a weight to the error, at first (default 0.01)")
      ->check(CLI::Range(1e-6, 0.04));
  command->add_option("--last-rate", args->fit.last_rate, "and in the last epoch (default 0.0005)")
      ->check(CLI::Range(1e-6, 0.04));
  command
      ->add_option("--searched", args->fit.searched_share,
                   "share of what the search thought in what is learned, the rest is how the game ended (default 0)")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--phases", args->fit.phases, "fit so many of the first phases only (default 20: all)")
      ->check(whole_number(1, PatternWeights::phases));
  add_threads(*command, *args);
  command->callback([args, context] { context.exit_code = fit(*args); });
}

void add_errors(CLI::App& patterns, const std::shared_ptr<Arguments>& args, const CommandContext& context) {
  auto* command = patterns.add_subcommand("errors", "Measure by how much short searches miss, for Multi-ProbCut");
  command->add_option("WEIGHTS", args->weights, "weights to measure; the file is written again")
      ->required()
      ->check(CLI::ExistingFile);
  add_games(*command, *args);
  command->add_option("--positions", args->positions, "positions to search (default 2000)")
      ->check(whole_number(100, 10'000'000));
  add_threads(*command, *args);
  command->callback([args, context] { context.exit_code = errors(*args); });
}

}  // namespace

void add_train_command(CLI::App& app, const CommandContext& context) {
  auto* command = app.add_subcommand("train", "Make what players have learned");
  command->require_subcommand(1);
  auto* patterns = command->add_subcommand("othello-patterns", "The pattern weights of the Othello champion");
  patterns->require_subcommand(1);
  const auto args = std::make_shared<Arguments>();
  add_play(*patterns, args, context);
  add_fit(*patterns, args, context);
  add_errors(*patterns, args, context);
  for (const LearningMethod method : {LearningMethod::q, LearningMethod::sarsa})
    add_train_tabular_command(*command, method, context);
}

}  // namespace tengen

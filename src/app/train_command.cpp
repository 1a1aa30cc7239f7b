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

namespace tengen::app {

namespace {

using engines::othello::PatternWeights;

struct Arguments {
  std::string weights;             // to play with, or to start from
  std::string out;                 // games, or weights
  std::vector<std::string> games;  // to learn from
  std::uint32_t count = 100'000;
  std::uint64_t seconds = 0;
  int positions = 2000;
  int threads = 1;
  engines::othello::GamePlan play;
  engines::othello::FitPlan fit;
};

// The file's weights; without a file, weights that are all nought.
Expected<engines::othello::PatternWeights> load(const std::string& path) {
  return path.empty() ? engines::othello::PatternWeights() : engines::othello::PatternWeights::from_file(path);
}

Expected<std::vector<engines::othello::Sample>> load_games(const std::vector<std::string>& paths) {
  std::vector<engines::othello::Sample> samples;
  for (const std::string& path : paths) {
    const auto read = engines::othello::read_samples(path);
    if (!read) return read.error();
    samples.insert(samples.end(), read->begin(), read->end());
  }
  if (samples.empty()) return fail("{}: there are no positions to learn from", paths.front());
  return samples;
}

int play(const Arguments& args) {
  const auto weights = load(args.weights);
  if (!weights) return complain(weights.error().message);
  auto next = engines::othello::next_game(args.out);
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
    const auto samples =
        engines::othello::play_games(*weights, args.play, *next, count, args.threads, interrupt.token());
    if (samples.empty()) break;
    if (const auto written = engines::othello::append_samples(args.out, samples); !written)
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
  std::map<int, engines::othello::PhaseFit> fits;
  engines::othello::fit_weights(*weights, *samples, args.fit, args.threads, interrupt.token(),
                                [&](const engines::othello::PhaseFit& fit) {
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
  const auto fitted =
      engines::othello::measure_errors(*weights, *samples, args.positions, args.threads, interrupt.token());
  if (!fitted) return complain(fitted.error().message);
  weights->errors = fitted->midgame;
  weights->end_errors = fitted->end;
  if (const auto written = write_file(args.weights, weights->to_bytes()); !written)
    return complain(written.error().message);
  fmt::print("{}", fitted->table);
  return 0;
}

void add_threads(Command command, Arguments& args) {
  command.option("--threads", args.threads, "threads that work together (default 1)").whole_number(1, 256);
}

void add_games(Command command, Arguments& args) {
  command.option("GAMES", args.games, "files of games, as `play` makes them").required().existing_file();
}

void add_play(Command patterns, const std::shared_ptr<Arguments>& args) {
  Command command = patterns.add_command("play", "Play games to learn from, or go on playing");
  command.option("GAMES", args->out, "file that the games are added to").required();
  command.option("--weights", args->weights, "weights to play with (default: none, all nought)").existing_file();
  command.option("--games", args->count, "games in the file when done (default 100000)").whole_number(1, 1'000'000'000);
  command.option("--seconds", args->seconds, "stop after so many seconds").whole_number(1, 10'000'000);
  command.option("--depth", args->play.depth, "plies that a move looks ahead (default 6)").whole_number(3, 30);
  command.option("--exact", args->play.exact, "empty cells from which on play is perfect (default 14)")
      .whole_number(0, 24);
  command.option("--random", args->play.most_random, "most random moves at the beginning (default 40)")
      .whole_number(4, 55);
  command.option("--seed", args->play.seed, "other games for another number (default 1)")
      .whole_number(0, 1'000'000'000);
  add_threads(command, *args);
  command.runs([args] { return play(*args); });
}

void add_fit(Command patterns, const std::shared_ptr<Arguments>& args) {
  Command command = patterns.add_command("fit", "Fit weights to games");
  command.option("WEIGHTS", args->out, "file to write").required();
  add_games(command, *args);
  command.option("--from", args->weights, "weights to start from (default: all nought)").existing_file();
  command.option("--epochs", args->fit.epochs, "times that every position is looked at (default 12)")
      .whole_number(1, 10'000);
  command.option("--rate", args->fit.first_rate, "step of a weight to the error, at first (default 0.01)")
      .number(1e-6, 0.04);
  command.option("--last-rate", args->fit.last_rate, "and in the last epoch (default 0.0005)").number(1e-6, 0.04);
  command
      .option("--searched", args->fit.searched_share,
              "share of what the search thought in what is learned, the rest is how the game ended (default 0)")
      .number(0.0, 1.0);
  command.option("--phases", args->fit.phases, "fit so many of the first phases only (default 20: all)")
      .whole_number(1, engines::othello::PatternWeights::phases);
  add_threads(command, *args);
  command.runs([args] { return fit(*args); });
}

void add_errors(Command patterns, const std::shared_ptr<Arguments>& args) {
  Command command = patterns.add_command("errors", "Measure by how much short searches miss, for Multi-ProbCut");
  command.option("WEIGHTS", args->weights, "weights to measure; the file is written again").required().existing_file();
  add_games(command, *args);
  command.option("--positions", args->positions, "positions to search (default 2000)").whole_number(100, 10'000'000);
  add_threads(command, *args);
  command.runs([args] { return errors(*args); });
}

}  // namespace

void add_train_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("train", "Make what players have learned");
  command.needs_command();
  Command patterns = command.add_command("othello-patterns", "The pattern weights of the Othello champion");
  patterns.needs_command();
  const auto args = std::make_shared<Arguments>();
  add_play(patterns, args);
  add_fit(patterns, args);
  add_errors(patterns, args);
  for (const learn::LearningMethod method : {learn::LearningMethod::q, learn::LearningMethod::sarsa})
    add_train_tabular_command(command, method, registry);
}

}  // namespace tengen::app

// tengen tune: better numbers for a player, by games.

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "core/duration.hpp"
#include "core/text.hpp"
#include "learn/tune/report.hpp"

namespace tengen::app {

namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string file;
  std::string folder;
  std::optional<int> threads;
  bool check = false;
};

// One line on the terminal that rewrites itself.
void print_progress(const learn::tune::TuneProgress& p) {
  const double rate = static_cast<double>(p.played_now) / std::max(p.seconds, 1e-9);
  const double left = static_cast<double>(p.planned - std::min(p.planned, p.games)) / std::max(rate, 1e-9);
  std::string state;
  if (p.standing)
    state = fmt::format("   best {:.4g} ± {:.2g}, spread {:.2g}", p.standing->fitness, 1.96 * p.standing->error,
                        p.standing->spread);
  fmt::print(stderr, "\r\033[K{}: generation {}   {}/{} games{}   {:.1f} games/s   {} left", p.stage, p.generation,
             p.games, p.planned, state, rate, readable(std::chrono::seconds(static_cast<long>(std::min(left, 1e9)))));
  std::fflush(stderr);
}

void print_setup(const learn::tune::TuneSetup& s, const learn::tune::TuneResult& r, const std::string& folder) {
  fmt::print("{}{} by {}, {} games\n\n", s.title.empty() ? "" : s.title + ": ", s.player,
             learn::tune::name_of(s.method), s.games);
  fmt::print("folder     {}\n", folder);
  fmt::print("opponents  {}\n", s.opponents.empty() ? "itself" : joined(s.opponents, "; "));
  for (const learn::tune::Parameter& p : r.parameters)
    fmt::print("number     {} = {:g} ({:g} to {:g}, step {}{})\n", p.name, p.start, p.low, p.high,
               p.share ? 100 * p.step : p.step, p.share ? "%" : "");
  if (!r.repeatable) fmt::print("note       some player depends on time, so the games cannot be repeated\n");
}

int check(const learn::tune::TuneSetup& setup, const std::string& folder, const roster::Registry& registry) {
  std::stop_source at_once;
  at_once.request_stop();
  const auto result = learn::tune::run_tune(setup, registry, {}, at_once.get_token());
  if (!result) return complain(result.error().message);
  print_setup(setup, *result, folder);
  return 0;
}

int run(const Arguments& args, const roster::Registry& registry) {
  auto setup = learn::tune::read_tune_file(args.file, registry);
  if (!setup) return complain(setup.error().message);
  if (args.threads) setup->threads = *args.threads;
  const std::string folder = !args.folder.empty() ? args.folder : fs::path(args.file).replace_extension("").string();
  if (args.check) return check(*setup, folder, registry);

  const Interrupt interrupt;
  learn::tune::TuneOptions options;
  options.folder = folder;
  if (isatty(STDERR_FILENO)) options.progress = print_progress;
  const auto result = learn::tune::run_tune(*setup, registry, options, interrupt.token());
  if (options.progress) fmt::print(stderr, "\r\033[K");
  if (!result) return complain(result.error().message);
  const double rate = static_cast<double>(result->played_now) / std::max(result->seconds, 1e-9);
  if (result->interrupted) {
    fmt::print(stderr, "tengen: interrupted after {} generations; the same command goes on where it stopped\n",
               result->path.size());
    return 130;
  }
  if (const auto written = learn::tune::write_results(folder, *setup, *result, registry); !written)
    return complain(written.error().message);
  const document::Document document = learn::tune::report(*setup, *result);
  fmt::print("{}\n{}\n", document.title, document::to_text(learn::tune::summary(*setup, *result)));
  const std::string params = (fs::path(folder) / learn::tune::params_file).string();
  fmt::print("numbers    {}; play {}:params={}\n", params, roster::parse_spec(setup->player)->name,
             quoted_value(params));
  fmt::print("report     {}\n", (fs::path(folder) / learn::tune::report_file).string());
  fmt::print("speed      {} games in {:.1f} s, {:.1f} games/s\n", result->played_now, result->seconds, rate);
  return 0;
}

}  // namespace

void add_tune_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("tune", "Look for better numbers of a player by playing games (docs/tuning.md)");
  command.footer(
      "The file names the player, the numbers to tune, the opponents and the method: genetic (the paper's), cmaes, "
      "de,\n"
      "sade, pso or spsa; examples/tune has some. The run keeps a log in its folder, and the same command goes on "
      "after\n"
      "an interruption, to the same end. It leaves params.toml, which the player loads with params=FILE, and "
      "report.html.");
  auto args = std::make_shared<Arguments>();
  command.option("FILE", args->file, "the run's .toml").required();
  command.option("--folder", args->folder, "where the run is kept; default: the file's name without .toml");
  command.option("--threads", args->threads, "games at once, whatever the file says").whole_number(1, 1024);
  command.flag("--check", args->check, "say what would be tuned, and what is wrong with the file; play nothing");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app

// tengen train q and tengen train sarsa: tables of values for the players q and sarsa.

#include "app/train_tabular_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "app/builtin_learners.hpp"
#include "app/interrupt.hpp"
#include "core/duration.hpp"
#include "core/file.hpp"
#include "learn/tabular/report.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  GameArguments game;
  std::map<std::string, std::string> settings;
  learn::TabularPlan plan;
  std::string checkpoint = "60s";
  std::uint64_t trial_games = 10'000;
  std::string html;
  bool json = false;
};

// One line that renews itself, or a line every ten seconds where nobody watches.
class ProgressLine {
 public:
  void show(const learn::TabularProgress& progress) {
    recent_.add(progress.recent);
    const auto now = Clock::now();
    const bool done = progress.games == progress.target;
    if (now - shown_ < (watched_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000)) && !done) return;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const double rate = static_cast<double>(progress.new_games) / std::max(seconds, 1e-9);
    const auto left = static_cast<double>(progress.target - progress.games) / std::max(rate, 1e-9);
    const auto share = [](std::uint64_t part, std::uint64_t whole) {
      return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    };
    fmt::print(
        stderr,
        "{}{} of {} games, {:.0f} games/s, {:.2f} M entries ({} MB), {:.0f}% of moves by lot, {:.1f}% of the last "
        "{} games won, {} left{}",
        watched_ ? "\r" : "", progress.games, progress.target, rate, static_cast<double>(progress.entries) / 1e6,
        progress.bytes >> 20, 100 - share(recent_.greedy, recent_.decisions),
        share(recent_.results.wins, recent_.results.games()), recent_.results.games(),
        readable(std::chrono::seconds(static_cast<long>(left))), watched_ ? "  " : "\n");
    if (watched_ && done) fmt::print(stderr, "\n");
    shown_ = now;
    recent_ = {};
  }

 private:
  bool watched_ = isatty(STDERR_FILENO) != 0;
  Clock::time_point begin_ = Clock::now(), shown_ = begin_;
  learn::LearningTally recent_;
};

Expected<learn::TabularPlan> plan_of(const Arguments& args) {
  learn::TabularPlan plan = args.plan;
  plan.game = args.game.game;
  const auto declared = learn::TabularSettings::declared();
  for (const auto& [name, value] : args.settings)
    if (const auto set = plan.settings.set(declared, name, value, "training"); !set) return set.error();
  const auto checkpoint = parse_duration(args.checkpoint);
  if (!checkpoint) return fail("--checkpoint: {}", checkpoint.error().message);
  plan.checkpoint = std::chrono::duration_cast<std::chrono::seconds>(*checkpoint);
  return plan;
}

double games_per_second(const learn::TabularResult& result) {
  return result.cpu_seconds > 0 ? static_cast<double>(result.new_games) / result.cpu_seconds : 0;
}

nlohmann::ordered_json to_json(const learn::TabularPlan& plan, const learn::TabularResult& result,
                               const learn::TableTrial& trial) {
  const engines::ValueTable& table = result.learner->table();
  const auto [wins, draws, losses] = trial.total();
  return {{"method", learn::name_of(plan.method)},
          {"game", plan.game},
          {"settings", plan.settings.all()},
          {"games", result.games},
          {"finished", result.games >= plan.games},
          {"new_games", result.new_games},
          {"cpu_seconds", result.cpu_seconds},
          {"games_per_cpu_second", games_per_second(result)},
          {"entries", table.size()},
          {"bytes", table.bytes()},
          {"trial",
           {{"games", trial.total().games()},
            {"wins", wins},
            {"draws", draws},
            {"losses", losses},
            {"win_rate", trial.win_rate()},
            {"score", trial.score()},
            {"decisions", trial.decisions},
            {"known_decisions", trial.known_decisions},
            {"hit_rate", trial.hit_rate()},
            {"pairs", trial.pairs},
            {"known_pairs", trial.known_pairs},
            {"pair_hit_rate", trial.pair_hit_rate()}}}};
}

void print(const learn::TabularPlan& plan, const learn::TabularResult& result, const learn::TableTrial& trial) {
  const engines::ValueTable& table = result.learner->table();
  fmt::print("{}: {} games, {} entries", plan.file, result.games, table.size());
  if (result.new_games > 0)
    fmt::print("; {} new games, {:.0f} games a CPU-second", result.new_games, games_per_second(result));
  fmt::print("\n");
  const auto [wins, draws, losses] = trial.total();
  fmt::print("against random: {} won, {} drawn, {} lost: score {}; {:.1f}% of {} decisions were in the table\n", wins,
             draws, losses, learn::score_in_words(trial), 100 * trial.hit_rate(), trial.decisions);
}

int run(const Arguments& args, const roster::Registry& registry) {
  const auto game = args.game.start(registry);
  if (!game) return complain(game.error().message);
  const auto plan = plan_of(args);
  if (!plan) return complain(plan.error().message);
  const Interrupt interrupt;
  ProgressLine line;
  const auto result = learn::train_table(*plan, **game, builtin_learners(), interrupt.token(),
                                         [&line](const learn::TabularProgress& progress) { line.show(progress); });
  if (!result) return complain(result.error().message);
  const bool interrupted = result->games < plan->games;  // nothing else ends it early
  const auto seed = static_cast<std::uint64_t>(plan->settings.integer("seed"));
  // Whoever pressed Ctrl-C does not want to wait for games.
  const learn::TableTrial trial =
      interrupted ? learn::TableTrial{} : result->learner->against_random(args.trial_games, seed);
  if (!args.html.empty()) {
    const document::Section section = learn::learning_section(*plan, *result, trial);
    const document::Document document{
        section.title, fmt::format("tengen train {}", learn::name_of(plan->method)), {section}};
    if (const auto written = write_file(args.html, document::to_html(document)); !written)
      return complain(written.error().message);
  }
  if (args.json)
    fmt::print("{}\n", to_json(*plan, *result, trial).dump(2));
  else if (interrupted)
    fmt::print("\n{}: {} games, {} entries; the same command goes on where it stopped\n", plan->file, result->games,
               result->learner->table().size());
  else
    print(*plan, *result, trial);
  return interrupted ? 130 : 0;
}

}  // namespace

void add_train_tabular_command(Command train, learn::LearningMethod method, const roster::Registry& registry) {
  Command command = train.add_command(
      std::string(learn::name_of(method)),
      fmt::format("A table of values by {}, for the player {}",
                  method == learn::LearningMethod::q ? "Q-learning" : "Sarsa", learn::name_of(method)));
  auto args = std::make_shared<Arguments>();
  args->plan.method = method;
  args->plan.games = learn::paper_games(method);
  command.option("TABLE", args->plan.file, "file of the table; one that is there is gone on with").required();
  args->game.add_to(command, registry);
  command
      .option("--games", args->plan.games,
              fmt::format("games in the table when done (default {}, as in the paper)", args->plan.games))
      .whole_number(1, 1'000'000'000'000);
  for (const Setting& s : learn::TabularSettings::declared())
    command.option(
        "--" + s.name, [args = args.get(), key = s.name](const std::string& v) { args->settings[key] = v; },
        fmt::format("{} ({}, default {})", s.help, s.range(), s.standard));
  command
      .option("--curve", args->plan.point_every,
              "games from one point of the learning curve to the next (default: a twentieth of all)")
      .whole_number(1, 1'000'000'000'000);
  command.option("--curve-games", args->plan.point_games, "games against random for each point (default 1000)")
      .whole_number(1, 1'000'000'000);
  command.option("--trial", args->trial_games, "games against random at the end (default 10000)")
      .whole_number(1, 1'000'000'000);
  command.option("--checkpoint", args->checkpoint, "write the table every so often: 60s, 10m (default 60s)");
  command.option("--html", args->html, "write a report with the learning curve to FILE");
  command.flag("--json", args->json, "print JSON");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app

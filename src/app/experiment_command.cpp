// tengen experiment: repeats what the papers measured and shows the printed figures beside ours.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <thread>

#include "app/builtin_learners.hpp"
#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "core/columns.hpp"
#include "core/duration.hpp"
#include "experiments/run.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  std::vector<std::string> ids;
  experiments::LabPlan plan;
  std::uint64_t games = 0;
  std::string markdown;
  bool list = false;
};

int list_all() {
  for (const experiments::Experiment& experiment : experiments::experiments())
    fmt::print("{:<16}{}\n", experiment.id, experiment.title);
  return 0;
}

// One line on the terminal that rewrites itself: which experiment of how many, what it is doing, how long so far.
class Display {
 public:
  Display() : shown_(isatty(STDERR_FILENO) != 0), begin_(Clock::now()), last_(begin_) {}

  void enter(const std::string& id, std::size_t number, std::size_t of) {
    heading_ = fmt::format("{} of {}  {}", number, of, id);
    if (!shown_) fmt::print(stderr, "{}\n", heading_);
  }
  void show(const experiments::LabProgress& progress) {
    const auto now = Clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const auto gone = std::chrono::duration_cast<std::chrono::seconds>(now - begin_);
    fmt::print(
        stderr, "\r\033[K{}",
        cut(fmt::format("{}   {}  {}/{}   {}", heading_, progress.what, progress.done, progress.all, readable(gone)),
            100));
    std::fflush(stderr);
  }
  void clear() const {
    if (shown_) fmt::print(stderr, "\r\033[K");
  }

 private:
  bool shown_;
  Clock::time_point begin_;
  Clock::time_point last_;
  std::string heading_;
};

Expected<std::vector<const experiments::Experiment*>> chosen(const std::vector<std::string>& ids) {
  std::vector<const experiments::Experiment*> list;
  for (const std::string& id : ids) {
    if (id == "all") {
      for (const experiments::Experiment& experiment : experiments::experiments()) list.push_back(&experiment);
      continue;
    }
    const auto found = experiments::find_experiment(id);
    if (!found) return found.error();
    list.push_back(*found);
  }
  return list;
}

std::string command_line(const Arguments& args) {
  std::string line = "tengen experiment all";
  if (args.plan.quick) line += " --quick";
  if (args.games > 0) line += fmt::format(" --games {}", args.games);
  if (args.plan.seed != 1) line += fmt::format(" --seed {}", args.plan.seed);
  return line;
}

int run(Arguments args, const roster::Registry& registry) {
  if (args.list) return list_all();
  if (args.ids.empty()) return complain("which experiment? See tengen experiment --list, or say all");
  if (args.games > 0) args.plan.games = args.games;
  if (args.plan.folder.empty()) args.plan.folder = args.plan.quick ? "results-quick" : "results";
  const auto list = chosen(args.ids);
  if (!list) return complain(list.error().message);
  const bool all = std::ranges::find(args.ids, "all") != args.ids.end();

  int exit_code = 0;
  const Interrupt interrupt;
  Display display;
  experiments::Lab lab(registry, builtin_learners(), args.plan, interrupt.token(),
                       [&](const experiments::LabProgress& progress) { display.show(progress); });
  for (std::size_t i = 0; i < list->size(); ++i) {
    const experiments::Experiment& experiment = *(*list)[i];
    // A named experiment is made anew, from the games there are; `all` does what is missing.
    auto before = all ? experiments::found_before(experiment, args.plan) : std::optional<document::Section>();
    if (!before) return complain(before.error().message);
    if (*before) continue;
    display.enter(experiment.id, i + 1, list->size());
    const auto section = experiments::run_experiment(experiment, lab);
    display.clear();
    if (!section && interrupt.token().stop_requested()) {
      fmt::print(stderr, "tengen: interrupted; the same command goes on where it stopped\n");
      return 130;
    }
    if (!section) {  // the others run all the same
      exit_code = complain(fmt::format("{}: {}", experiment.id, section.error().message));
      continue;
    }
    fmt::print("{}\n", document::to_text(*section));
    std::fflush(stdout);
  }
  if (const auto written = experiments::write_report(args.plan, command_line(args), args.markdown); !written)
    return complain(written.error().message);
  fmt::print("{0}/report.html and {0}/report.md hold everything found so far\n", args.plan.folder);
  return exit_code;
}

}  // namespace

void add_experiment_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("experiment", "Repeat what the papers measured, beside the printed figures");
  auto args = std::make_shared<Arguments>();
  args->plan.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  command.option("ID", args->ids, "experiments to run, or all (see --list); all leaves out what is done");
  command.flag("--list", args->list, "list the experiments");
  command.flag("--quick", args->plan.quick, "small numbers: all experiments in about ten minutes on two cores");
  command.option("--games", args->games, "games of each match, instead of what each experiment thinks right")
      .whole_number(2, 1'000'000);
  command.option("--seed", args->plan.seed, "decides all chance").whole_number().show_default();
  command.option("--threads", args->plan.threads, "games at once (default: one for each core)").whole_number(1, 1024);
  command.option("--out", args->plan.folder, "folder for games and report (results, or results-quick)");
  command.option("--markdown", args->markdown, "write the report to this Markdown file too, pictures beside it");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app

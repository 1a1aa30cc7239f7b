// tengen tournament: many players, from a file; checked, run, continued, shown.

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/arena_run.hpp"
#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "arena/expected_time.hpp"
#include "arena/tournament_file.hpp"
#include "core/duration.hpp"
#include "core/limits_text.hpp"
#include "core/text.hpp"

namespace tengen::app {

namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string file;
  std::optional<int> threads;
  ArenaArguments arena;
};

bool is_toml(const std::string& file) { return fs::path(file).extension() == ".toml"; }

std::string not_a_file(const std::string& file) {
  return fmt::format("a tournament is a .toml file, not {}; show, report and resume take a database", file);
}

// The database of a tournament file lies beside it unless said otherwise.
std::string database_of(const Arguments& args) {
  if (!args.arena.db.empty()) return args.arena.db;
  return is_toml(args.file) ? fs::path(args.file).replace_extension(".db").string() : args.file;
}

std::string sentence(const arena::TournamentSetup& t, std::uint64_t planned) {
  const bool may_grow = t.kind == arena::TournamentKind::knockout, may_shrink = t.sprt.has_value();
  return fmt::format("{}{}{} of {} players at {}, {} games a pair, {}{} games in all{}", t.title,
                     t.title.empty() ? "" : ": ", arena::name_of(t.kind), t.players.size(), t.game, t.games_per_pair,
                     may_grow     ? "at least "
                     : may_shrink ? "at most "
                                  : "",
                     planned, may_shrink ? ", until the sequential test decides" : "");
}

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

void print_duration(const arena::Tournament& t, const roster::Registry& registry, std::uint64_t planned,
                    const StopToken& stop) {
  const auto time = arena::expected_time(t, registry, stop);
  if (!time) {
    fmt::print("takes      unknown: no game was finished in two seconds\n");
    return;
  }
  const double all = time->seconds * static_cast<double>(planned) / t.games_at_once();
  fmt::print("takes      {} {} on {} thread{} ({:.3g} s a game, {})\n", time->by_trial ? "about" : "at most about",
             readable(std::chrono::seconds(static_cast<long>(std::ceil(std::min(all, 1e15))))), t.games_at_once(),
             t.games_at_once() == 1 ? "" : "s", time->seconds,
             !time->by_trial   ? "by its limits"
             : time->by_limits ? "by its limits and a short trial"
                               : "in a short trial");
}

int check(const Arguments& args, const roster::Registry& registry) {
  if (!is_toml(args.file)) return complain(not_a_file(args.file));
  const auto tournament = arena::read_tournament(args.file, registry);
  if (!tournament) return complain(tournament.error().message);
  const arena::Tournament& t = *tournament;
  const std::uint64_t planned = t.schedule().planned();
  fmt::print("{}\n\n", sentence(t, planned));
  fmt::print("start      {}\n", t.start->to_string());
  fmt::print("openings   {}{}\n", t.openings_spec,
             t.openings.distinct() > 1 ? fmt::format(", {} different ones", *t.openings.distinct()) : "");
  for (std::size_t i = 0; i < t.players.size(); ++i)
    fmt::print("player {:2}  {}{} ({})\n", i + 1, t.players[i].name,
               t.players[i].name == t.players[i].spec ? "" : fmt::format(" = {}", t.players[i].spec),
               to_text(t.players[i].limits));
  fmt::print("database   {}{}\n", database_of(args), exists(database_of(args)) ? ", which exists" : "");
  if (exists(database_of(args))) {
    const auto store = arena::GameStore::read_only(database_of(args));
    if (!store) return complain(store.error().message);
    if (const std::string differs = arena::difference(store->setup(), t); !differs.empty())
      return complain(fmt::format("{} holds other games: {}", database_of(args), differs));
    const auto games = store->summaries(registry);
    if (!games) return complain(fmt::format("{}: {}", database_of(args), games.error().message));
    fmt::print("played     {} games so far\n", games->size());
  }
  const Interrupt interrupt;
  if (const auto tried = arena::try_players(t, registry, interrupt.token()); !tried)
    return complain(tried.error().message);
  print_duration(t, registry, planned, interrupt.token());
  return 0;
}

int run(Arguments& args, const roster::Registry& registry) {
  if (!is_toml(args.file)) return complain(not_a_file(args.file));
  auto tournament = arena::read_tournament(args.file, registry);
  if (!tournament) return complain(tournament.error().message);
  if (args.threads) tournament->threads = *args.threads;
  args.arena.db = database_of(args);
  return run_arena(*tournament, args.arena, registry);
}

int resume(Arguments& args, const roster::Registry& registry) {
  if (is_toml(args.file)) {
    if (!exists(database_of(args)))
      return complain(fmt::format("there is nothing to resume: {} is not there", database_of(args)));
    return run(args, registry);
  }
  const auto store = arena::GameStore::read_only(args.file);
  if (!store) return complain(store.error().message);
  auto tournament = arena::make_tournament(store->setup(), registry);
  if (!tournament) return complain(fmt::format("{}: {}", args.file, tournament.error().message));
  if (args.threads) tournament->threads = *args.threads;
  args.arena.db = args.file;
  return run_arena(*tournament, args.arena, registry);
}

int report(const Arguments& args, const roster::Registry& registry) {
  const auto store = arena::GameStore::read_only(database_of(args));
  if (!store) return complain(store.error().message);
  const auto made = arena::make_report(*store, registry);
  if (!made) return complain(fmt::format("{}: {}", database_of(args), made.error().message));
  if (!args.arena.html.empty())
    if (const auto written = write_page(*made, args.arena.html, &*store, registry); !written)
      return complain(written.error().message);
  if (args.arena.json)
    print_json(arena::to_json(*made));
  else
    fmt::print("{}", arena::to_text(*made));
  return 0;
}

int repair(const Arguments& args, const roster::Registry& registry) {
  const std::string db = database_of(args);
  const auto games = arena::repair_store(db, registry);
  if (!games) return complain(games.error().message);
  fmt::print("{} games are sound and stay in {}; the file as it was is now {}.damaged\n", *games, db, db);
  return 0;
}

// What it is and how far it has come, in a few lines.
int show(const Arguments& args, const roster::Registry& registry) {
  const auto store = arena::GameStore::read_only(database_of(args));
  if (!store) return complain(store.error().message);
  const auto made = arena::make_report(*store, registry);
  if (!made) return complain(fmt::format("{}: {}", database_of(args), made.error().message));
  if (!made->setup.imported) fmt::print("{}\n", sentence(made->setup, made->planned));
  fmt::print("{} games are played, {} of them distinct\n", made->games.size(), made->distinct_games);
  if (made->sprt) fmt::print("{}\n", stats::in_words(*made->sprt, *made->setup.sprt));
  if (made->left_out > 0) fmt::print("{}\n", arena::left_out_words(*made));
  fmt::print("\n");
  for (std::size_t place = 0; place < made->order.size(); ++place) {
    const auto player = static_cast<std::size_t>(made->order[place]);
    const auto all = made->totals[player].all();
    fmt::print("{:3}  {:>8.1f} of {:<7}  {}{}\n", place + 1, made->totals[player].points(), all.games(),
               made->setup.players[player].name, made->totals[player].withdrawn ? "  (withdrawn)" : "");
  }
  return 0;
}

}  // namespace

void add_tournament_command(Command app, const roster::Registry& registry) {
  Command tournament = app.add_command(
      "tournament", "Many players: round-robin, gauntlet or knockout from a TOML file (docs/tournaments.md)");
  tournament.needs_command();
  const auto add = [&](const char* name, const char* help, const char* file_help, auto action, bool plays,
                       bool reports) {
    Command command = tournament.add_command(name, help);
    auto args = std::make_shared<Arguments>();
    command.option("FILE", args->file, file_help).required();
    if (reports)
      args->arena.add_to(command, "the database, where it is not the file's name with .db");
    else
      command.option("--db", args->arena.db, "the database, where it is not the file's name with .db");
    if (plays) {
      command.option("--threads", args->threads, "games at once, whatever the file says").whole_number(1, 1024);
      command.flag("--readmit", args->arena.readmit, "let players that were withdrawn try again");
    }
    command.runs([args, action, &registry] { return action(*args, registry); });
  };
  add("check", "Say what would be played and about how long it takes, and what is wrong with the file",
      "the tournament's .toml", check, false, false);
  add("run", "Play it, or go on where it stopped", "the tournament's .toml", run, true, true);
  add("resume", "Go on where it stopped", "the tournament's .toml or its database", resume, true, true);
  add("show", "How far it has come", "the tournament's .toml or its database", show, false, false);
  add("repair", "Take out what is damaged, so that resume plays it anew", "the tournament's .toml or its database",
      repair, false, false);
  add("report", "All figures", "the tournament's .toml or its database", report, false, true);
}

}  // namespace tengen::app

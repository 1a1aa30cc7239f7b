#include "app/arena_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/interrupt.hpp"
#include "arena/html_report.hpp"
#include "arena/run_tournament.hpp"
#include "core/duration.hpp"
#include "core/file.hpp"
#include "core/text.hpp"
#include "server/http/page.hpp"

namespace tengen::app {

namespace {

// One line on the terminal that rewrites itself.
void print_progress(const arena::RunProgress& progress, const arena::Tournament& tournament, std::uint64_t planned) {
  const double rate = static_cast<double>(progress.played_now) / std::max(progress.seconds, 1e-9);
  std::string leaders;
  if (tournament.players.size() == 2) {
    leaders = fmt::format("A {} – {} B", progress.points[0], progress.points[1]);
  } else {
    const auto best = std::ranges::max_element(progress.points) - progress.points.begin();
    leaders = fmt::format("most points: {} {}", tournament.players[static_cast<std::size_t>(best)].name,
                          progress.points[static_cast<std::size_t>(best)]);
  }
  const double left = static_cast<double>(planned - std::min(planned, progress.games)) / std::max(rate, 1e-9);
  fmt::print(stderr, "\r\033[K{}/{} games   {}   {:.1f} games/s   {} left", progress.games, planned, leaders, rate,
             readable(std::chrono::seconds(static_cast<long>(left))));
  std::fflush(stderr);
}

}  // namespace

void SeriesArguments::add_to(Command command, const roster::Registry& registry, const char* games_help) {
  game.add_to(command, registry);
  command.option("--games", games, games_help).whole_number(1, 10'000'000).show_default();
  command.option("--seed", seed, "decides all chance: same seed, same games").whole_number().show_default();
  command.option("--threads", threads, "games at once").whole_number(1, 1024).show_default();
  command
      .option("--openings", openings,
              "each is played twice, with colours swapped: " + joined(arena::opening_spec_help(), "; "))
      .show_default();
  limits.add_to(command);
}

Expected<arena::TournamentSetup> SeriesArguments::setup(const roster::Registry& registry) const {
  const auto start = game.start(registry);
  if (!start) return start.error();
  arena::TournamentSetup t;
  t.game = game.game;
  t.position = (*start)->to_string();
  t.games_per_pair = games;
  t.openings_spec = openings;
  t.seed = seed;
  t.threads = threads;
  return t;
}

Expected<arena::Tournament> made_from(arena::TournamentSetup setup, const roster::Registry& registry) {
  auto made = arena::make_tournament(std::move(setup), registry);
  if (!made) return fail("{}{}", made.error().part == "openings" ? "--openings: " : "", made.error().message);
  return *std::move(made);
}

void ArenaArguments::add_to(Command command, const char* db_help) {
  command.option("--db", db, db_help);
  command.option("--html", html, "write the report as one page that needs no network");
  command.flag("--json", json, "print the report as one JSON object");
}

// Better now than after an hour of games.
std::optional<Error> ArenaArguments::check() const {
  if (html.empty()) return std::nullopt;
  if (const auto file = server::text_of(server::built_in_page(), "report.html"); !file)
    return Error{fmt::format("--html: {}", file.error().message)};
  std::error_code error;
  if (std::filesystem::is_directory(html, error)) return Error{fmt::format("cannot write {}: it is a folder", html)};
  const bool was_there = std::filesystem::exists(html, error);
  if (was_there && !std::filesystem::is_regular_file(html, error)) return std::nullopt;  // opening a pipe would wait
  const bool can = static_cast<bool>(std::ofstream(html, std::ios::app));
  if (!can) return Error{fmt::format("cannot write {}", html)};
  if (!was_there) std::filesystem::remove(html, error);
  return std::nullopt;
}

Expected<void> write_page(const arena::Report& report, const std::string& path, const arena::GameStore* store,
                          const roster::Registry& registry) {
  const auto file = server::text_of(server::built_in_page(), "report.html");
  if (!file) return fail("--html: {}", file.error().message);
  const auto content = arena::report_with_games(report, store, registry);
  if (!content) return content.error();
  return write_file(path, arena::html_report(*file, *content));
}

void print_json(const nlohmann::ordered_json& json) {
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

int run_arena(const arena::Tournament& tournament, const ArenaArguments& args, const roster::Registry& registry,
              const ReportForms& forms) {
  if (const int at_once = tournament.games_at_once(); at_once < tournament.threads)
    fmt::print(stderr, "tengen: players depend on time, so no more games are played at once than there are cores: {}\n",
               at_once);
  if (const auto error = args.check()) return complain(error->message);
  const Interrupt interrupt;
  if (const auto tried = arena::try_players(tournament, registry, interrupt.token()); !tried)
    return complain(tried.error().message);

  std::optional<arena::GameStore> store;
  if (!args.db.empty()) {
    auto opened = arena::GameStore::open(args.db, tournament);
    if (!opened) return complain(opened.error().message);
    store.emplace(std::move(*opened));
  }

  arena::RunOptions options;
  options.store = store ? &*store : nullptr;
  options.readmit = args.readmit;
  const std::uint64_t planned = tournament.schedule().planned();
  if (isatty(STDERR_FILENO))
    options.progress = [&](const arena::RunProgress& progress) { print_progress(progress, tournament, planned); };
  auto result = arena::run_tournament(tournament, registry, options, interrupt.token());
  if (options.progress) fmt::print(stderr, "\r\033[K");
  if (!result) return complain(result.error().message);

  if (store)
    if (auto all = store->failures()) result->failures = std::move(*all);
  const arena::Report report =
      arena::make_report(tournament, **registry.find_game(tournament.game), std::move(result->games),
                         std::move(result->incidents), std::move(result->failures));
  const double rate = static_cast<double>(result->played_now) / std::max(result->seconds, 1e-9);
  if (args.json) {
    nlohmann::ordered_json json = forms.json(report);
    json["seconds"] = result->seconds;
    json["games_per_second"] = rate;
    json["interrupted"] = result->interrupted;
    print_json(json);
  } else {
    fmt::print("{}speed      {} games in {:.2f} s, {:.1f} games/s\n", forms.text(report), result->played_now,
               result->seconds, rate);
  }
  if (!args.html.empty())
    if (const auto written = write_page(report, args.html, store ? &*store : nullptr, registry); !written)
      return complain(written.error().message);
  if (result->store_error) return complain(result->store_error->message);
  if (!result->interrupted) return 0;
  fmt::print(stderr, "tengen: interrupted{}\n",
             store ? "; the same command goes on where it stopped" : "; without --db these games are gone");
  return 130;
}

}  // namespace tengen::app

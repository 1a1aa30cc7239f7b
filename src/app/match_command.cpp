// tengen match: two players, many games, honest figures.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/arena_run.hpp"
#include "app/command.hpp"
#include "core/limits_text.hpp"
#include "core/text.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  SeriesArguments series;
  ArenaArguments arena;
  std::array<std::string, 2> players;
  int opening_plies = 0;
  std::string sprt;
  std::string grace;
  std::string clock;
};

// "0,5" or "0,5,0.05,0.05": elo0, elo1 and the chances of error.
Expected<stats::SprtTest> sprt_from(std::string_view text) {
  std::vector<double> numbers;
  for (const std::string_view part : split(text, ','))
    if (const auto number = to_number<double>(trim(part))) numbers.push_back(*number);
  if (numbers.size() != split(text, ',').size() || (numbers.size() != 2 && numbers.size() != 4))
    return fail("--sprt: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, not {}", in_quotes(text));
  stats::SprtTest test;
  test.elo0 = numbers[0];
  test.elo1 = numbers[1];
  if (numbers.size() == 4) {
    test.alpha = numbers[2];
    test.beta = numbers[3];
  }
  return stats::checked(test).map_error([](const Error& e) { return Error{"--sprt: " + e.message}; });
}

Expected<arena::Tournament> match_of(const Arguments& args, const roster::Registry& registry) {
  auto setup = args.series.setup(registry);
  if (!setup) return setup.error();
  arena::TournamentSetup& t = *setup;
  auto limits = args.series.limits.limits();
  if (!limits) return limits.error();
  if (!args.clock.empty())
    if (const auto set = set_limit(*limits, "clock", args.clock); !set) return fail("--{}", set.error().message);
  for (const std::string& spec : args.players) t.players.push_back({spec, spec, *limits});
  if (args.opening_plies > 0 && t.openings_spec != "none")
    return fail("--opening-plies and --openings contradict each other");
  if (args.opening_plies > 0) t.openings_spec = fmt::format("random:plies={}", args.opening_plies);
  if (!args.grace.empty()) {
    const auto grace = arena::grace_from(args.grace);
    if (!grace) return fail("--grace: {}", grace.error().message);
    t.grace = *grace;
  }
  if (!args.sprt.empty()) {
    const auto test = sprt_from(args.sprt);
    if (!test) return test.error();
    t.sprt = *test;
  }
  return made_from(*std::move(setup), registry);
}

// A match in a flat form, easy to pick figures from.
nlohmann::ordered_json to_flat_json(const arena::Report& report) {
  nlohmann::ordered_json json;
  const auto number = [](const std::optional<double>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
  };
  const stats::MatchCounts counts = report.pairings.empty() ? stats::MatchCounts{} : report.pairings.front().counts();
  const stats::Estimate elo = stats::elo_estimate(counts), normalised = stats::normalised_elo_estimate(counts);
  const auto interval = stats::score_interval(counts);
  const auto a = report.totals[0].all();
  std::map<std::string, std::uint64_t> terminations;
  for (const arena::GameSummary& game : report.games) ++terminations[std::string(records::name_of(game.termination))];
  json["game"] = report.game->name;
  json["start"] = report.setup.position;
  json["player_a"] = report.setup.players[0].spec;
  json["player_b"] = report.setup.players[1].spec;
  json["limits"] = to_text(report.setup.players[0].limits);
  json["openings"] = report.setup.openings_spec;
  json["games"] = report.games.size();
  json["wins_a"] = a.wins;
  json["wins_b"] = a.losses;
  json["draws"] = a.draws;
  json["wins_first"] = report.totals[0].by_side[0].wins + report.totals[1].by_side[0].wins;
  json["wins_second"] = report.totals[0].by_side[1].wins + report.totals[1].by_side[1].wins;
  json["distinct_games"] = report.distinct_games;
  json["score"] = number(stats::score(counts));
  json["score_low"] = interval ? nlohmann::ordered_json(interval->low) : nlohmann::ordered_json(nullptr);
  json["score_high"] = interval ? nlohmann::ordered_json(interval->high) : nlohmann::ordered_json(nullptr);
  json["elo"] = number(elo.value);
  json["elo_low"] = number(elo.low);
  json["elo_high"] = number(elo.high);
  json["normalised_elo"] = number(normalised.value);
  json["normalised_elo_low"] = number(normalised.low);
  json["normalised_elo_high"] = number(normalised.high);
  json["likelihood_of_superiority"] = number(stats::likelihood_of_superiority(counts));
  json["pentanomial"] = counts.pairs;
  json["terminations"] = terminations;
  json["by_play"] = report.by_play;
  json["cpu_seconds_a"] = number(report.totals[0].cpu_seconds());
  json["cpu_seconds_b"] = number(report.totals[1].cpu_seconds());
  const nlohmann::ordered_json whole = arena::to_json(report);
  json["failures"] = whole["failures"];
  json["incidents"] = whole["incidents"];
  json["warnings"] = whole["warnings"];
  json["sprt"] = whole["sprt"];
  json["seed"] = report.setup.seed;
  json["repeatable"] = report.setup.repeatable;
  return json;
}

int run(const Arguments& args, const roster::Registry& registry) {
  const auto match = match_of(args, registry);
  if (!match) return complain(match.error().message);
  return run_arena(*match, args.arena, registry, {.json = to_flat_json});
}

}  // namespace

void add_match_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("match", "Pit two players against each other");
  auto args = std::make_shared<Arguments>();
  command.option("A", args->players[0], "a player, such as uct:simulations=1000 (see tengen players)").required();
  command.option("B", args->players[1], "its opponent").required();
  args->series.add_to(command, registry, "games to play; each pair swaps colours");
  command.option("--opening-plies", args->opening_plies, "short for --openings random:plies=N").whole_number(0, 60);
  command.option("--clock", args->clock, "thinking time for the whole game, and for each move made: 1m, 1m+500ms");
  command.option("--grace", args->grace, "how much later than its time a move may come (100ms)");
  command.option("--sprt", args->sprt,
                 "stop as soon as A's Elo is known to be nearer to one of two: ELO0,ELO1[,ALPHA,BETA]");
  args->arena.add_to(command, "keep the games in this SQLite file; an existing one is continued");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app

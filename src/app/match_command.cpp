// tengen match: two players, many games, honest figures.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "arena/match.hpp"
#include "core/duration.hpp"
#include "core/text.hpp"

namespace tengen {

namespace {

struct Arguments {
  GameArguments game;
  LimitArguments limits;
  std::array<std::string, 2> players;
  std::uint64_t games = 100;
  std::uint64_t seed = 1;
  int threads = 1;
  int opening_plies = 0;
  std::string db;
  bool json = false;
};

// Elo of A over B with its ends, each absent where it is infinite or cannot be known.
struct EloLine {
  std::optional<double> middle, low, high;
};

EloLine elo_line(const stats::MatchCounts& counts) {
  EloLine line;
  if (const auto score = stats::score(counts)) line.middle = stats::elo(*score);
  if (const auto interval = stats::score_interval(counts)) {
    line.low = stats::elo(interval->low);
    line.high = stats::elo(interval->high);
  }
  return line;
}

void print_json(const MatchReport& report, const Arguments& args) {
  const MatchTally& t = report.tally;
  const EloLine elo = elo_line(t.counts);
  const auto number = [](const std::optional<double>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
  };
  nlohmann::ordered_json json;
  json["game"] = args.game.game;
  json["player_a"] = args.players[0];
  json["player_b"] = args.players[1];
  json["games"] = t.games;
  json["wins_a"] = t.wins[0];
  json["wins_b"] = t.wins[1];
  json["draws"] = t.draws;
  json["wins_first"] = t.wins_by_turn[0];
  json["wins_second"] = t.wins_by_turn[1];
  json["distinct_games"] = t.distinct_games;
  json["elo"] = number(elo.middle);
  json["elo_low"] = number(elo.low);
  json["elo_high"] = number(elo.high);
  json["terminations"] = t.terminations;
  json["seed"] = args.seed;
  json["seconds"] = report.seconds;
  json["games_per_second"] = report.seconds > 0 ? static_cast<double>(report.played_now) / report.seconds : 0.0;
  json["interrupted"] = report.interrupted;
  fmt::print("{}\n", json.dump(2));
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{:.1f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string elo_text(const EloLine& elo, double score) {
  const auto number = [](const std::optional<double>& end, std::string_view infinite) {
    return end ? fmt::format("{:+.0f}", *end) : std::string(infinite);
  };
  if (score >= 1) return fmt::format("at least {} (95%); A won every game", number(elo.low, "nothing known"));
  if (score <= 0) return fmt::format("at most {} (95%); B won every game", number(elo.high, "nothing known"));
  if (!elo.low && !elo.high) return fmt::format("{:+.0f}, no interval: too few distinct games", *elo.middle);
  return fmt::format("{:+.0f} [{}, {}] (95%)", *elo.middle, number(elo.low, "-∞"), number(elo.high, "+∞"));
}

void print_report(const MatchReport& report, const Arguments& args, const Limits& limits, const GameKind& kind) {
  const MatchTally& t = report.tally;
  fmt::print("A  {}\nB  {}\n\n", args.players[0], args.players[1]);
  if (report.interrupted) fmt::print("interrupted: {} of {} games were played\n", t.games, args.games);
  if (t.games == 0) return;
  const double score = *stats::score(t.counts);
  const auto interval = stats::score_interval(t.counts);
  fmt::print("games      {}: A won {} ({}), B won {} ({}), {} drawn\n", t.games, t.wins[0], percent(t.wins[0], t.games),
             t.wins[1], percent(t.wins[1], t.games), t.draws);
  fmt::print("by side    {} won {} ({}), {} won {} ({})\n", kind.sides[0], t.wins_by_turn[0],
             percent(t.wins_by_turn[0], t.games), kind.sides[1], t.wins_by_turn[1],
             percent(t.wins_by_turn[1], t.games));
  fmt::print("score      A {:.1f}%{}\n", 100 * score,
             interval ? fmt::format(" [{:.1f}, {:.1f}] (95%)", 100 * interval->low, 100 * interval->high) : "");
  fmt::print("Elo        A over B {}\n", elo_text(elo_line(t.counts), score));
  fmt::print("distinct   {} of {} games\n", t.distinct_games, t.games);
  std::vector<std::string> endings;
  for (const auto& [name, count] : t.terminations) endings.push_back(fmt::format("{} {}", count, name));
  fmt::print("ended by   {}\n", joined(endings));
  fmt::print("seed       {}{}\n", args.seed, limits.time ? "; limits in time, so the games are not repeatable" : "");
  fmt::print("speed      {} games in {:.2f} s, {:.1f} games/s\n", report.played_now, report.seconds,
             report.seconds > 0 ? static_cast<double>(report.played_now) / report.seconds : 0.0);
  if (t.distinct_games * 2 < t.games)
    fmt::print("\nMost games are copies of one another; the interval counts distinct ones only.{}\n",
               args.opening_plies == 0 ? " --opening-plies 4 varies them." : "");
}

// One line on the terminal that rewrites itself.
void print_progress(const MatchTally& t, std::uint64_t played_now, double seconds, std::uint64_t games) {
  const double rate = static_cast<double>(played_now) / seconds;
  const auto left =
      std::chrono::seconds(static_cast<long>(static_cast<double>(games - t.games) / std::max(rate, 1e-9)));
  fmt::print(stderr, "\r\033[K{}/{} games   A {} – {} B, {} drawn   {:.1f} games/s   {} left", t.games, games,
             t.wins[0], t.wins[1], t.draws, rate, readable(left));
  std::fflush(stderr);
}

int run(const Arguments& args, const Registry& registry) {
  MatchSetup setup;
  const auto kind = registry.find_game(args.game.game);
  if (!kind) return complain(kind.error().message);
  auto start = args.game.start(registry);
  if (!start) return complain(start.error().message);
  if ((*start)->outcome() != Outcome::ongoing)
    return complain("the game is over in this position; there is nothing to play");
  const auto limits = args.limits.limits();
  if (!limits) return complain(limits.error().message);
  setup.game = args.game.game;
  setup.start = std::move(*start);
  setup.players = args.players;
  setup.games = args.games;
  setup.opening_plies = args.opening_plies;
  setup.limits = *limits;
  setup.seed = args.seed;
  setup.threads = args.threads;
  // Before the store is touched: a mistyped player must not leave a file behind.
  for (const std::string& spec : args.players)
    if (const auto player = registry.make_player(spec, *setup.start); !player) return complain(player.error().message);

  std::optional<GameStore> store;
  if (!args.db.empty()) {
    auto opened = GameStore::open(args.db, setup.identity());
    if (!opened) return complain(opened.error().message);
    store.emplace(std::move(*opened));
  }
  if (setup.limits.time && args.threads > static_cast<int>(std::thread::hardware_concurrency()))
    fmt::print(stderr, "tengen: more threads than cores: players under a time limit will get less than their time\n");

  const Interrupt interrupt;
  MatchProgress progress;
  if (isatty(STDERR_FILENO))
    progress = [&](const MatchTally& t, std::uint64_t now, double s) { print_progress(t, now, s, setup.games); };
  const auto report = play_match(setup, registry, store ? &*store : nullptr, interrupt.token(), progress);
  if (progress) fmt::print(stderr, "\r\033[K");
  if (!report) return complain(report.error().message);
  if (args.json)
    print_json(*report, args);
  else
    print_report(*report, args, *limits, **kind);
  return report->interrupted ? 130 : 0;
}

}  // namespace

void add_match_command(CLI::App& app, const CommandContext& context) {
  auto* command = app.add_subcommand("match", "Pit two players against each other");
  auto args = std::make_shared<Arguments>();
  command->add_option("A", args->players[0], "a player, such as uct:simulations=1000 (see tengen players)")->required();
  command->add_option("B", args->players[1], "its opponent")->required();
  args->game.add_to(*command, context.registry);
  command->add_option("--games", args->games, "games to play; each pair swaps colours")
      ->transform(whole_number(1, 10'000'000))
      ->capture_default_str();
  command->add_option("--seed", args->seed, "decides all chance: same seed, same games")
      ->transform(whole_number(0, ~std::uint64_t{0}))
      ->capture_default_str();
  command->add_option("--threads", args->threads, "games at once")
      ->transform(whole_number(1, 1024))
      ->capture_default_str();
  command->add_option("--opening-plies", args->opening_plies, "random moves before each pair, the same for both games")
      ->transform(whole_number(0, 60))
      ->capture_default_str();
  args->limits.add_to(*command);
  command->add_option("--db", args->db, "keep the games in this SQLite file; an existing one is continued");
  command->add_flag("--json", args->json, "print one JSON object");
  command->callback([args, context = context] { context.exit_code = run(*args, context.registry); });
}

}  // namespace tengen

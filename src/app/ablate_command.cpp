// tengen ablate: what each part of a player is worth, by games of the whole player against itself without the part.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/arena_run.hpp"
#include "app/command.hpp"
#include "core/limits_text.hpp"
#include "core/text.hpp"
#include "stats/score.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  SeriesArguments series;
  ArenaArguments arena;
  std::string player;
  std::vector<std::string> parts;
};

// A player without one of its parts.
struct Without {
  Setting part;
  std::string spec;
};

// All that can be turned off and is on, or those that were asked for.
Expected<std::vector<Without>> variants_of(const roster::PlayerKind& kind, const Values& whole,
                                           const std::vector<std::string>& wanted) {
  std::vector<std::string> names;
  for (const Setting& s : kind.info.settings)
    if (!s.off.empty()) names.push_back(s.name);
  if (names.empty()) return fail("{} says of none of its parts how to turn it off", kind.info.name);
  for (const std::string& name : wanted)
    if (std::ranges::find(names, name) == names.end())
      return fail("{} has no part {} to turn off{}; it has {}", kind.info.name, in_quotes(name),
                  did_you_mean(name, names), joined(names));
  std::vector<Without> variants;
  for (const Setting& s : kind.info.settings) {
    if (s.off.empty() || (!wanted.empty() && std::ranges::find(wanted, s.name) == wanted.end())) continue;
    Values values = whole;
    if (const auto set = values.set(kind.info.settings, s.name, s.off, kind.info.name); !set) return set.error();
    if (values != whole) variants.push_back({s, roster::spec_of(kind.info, values)});
  }
  if (variants.empty()) return fail("all parts of that player are off already");
  return variants;
}

// A row for each part, the most valuable one first.
std::string table_of(const arena::Report& report, const std::vector<Without>& variants) {
  struct Row {
    double worth;
    std::string line;
  };
  const auto cpu = [&](std::size_t player) {
    const auto seconds = report.totals[player].cpu_seconds();
    return seconds ? fmt::format("{:.3g} s", *seconds / static_cast<double>(report.totals[player].cpu_games)) : "-";
  };
  std::vector<Row> rows;
  for (const stats::Pairing& pairing : report.pairings) {
    const bool whole_first = pairing.a == 0;
    const auto variant = static_cast<std::size_t>(whole_first ? pairing.b : pairing.a);
    const stats::MatchCounts counts = whole_first ? pairing.counts() : pairing.seen_from_b().counts();
    const auto score = stats::score(counts);
    if (!score) continue;
    const Without& without = variants[variant - 1];
    rows.push_back(
        {*score,
         fmt::format("{:<22} {:>5} {:>7.1f}%   {:<24} {:>9}  {}\n",
                     fmt::format("{}={}", without.part.name, without.part.off), report.totals[variant].all().games(),
                     100 * *score, stats::in_words(stats::elo_estimate(counts)), cpu(variant), without.part.help)});
  }
  std::ranges::stable_sort(rows, std::greater{}, &Row::worth);
  std::string text =
      fmt::format("{} ({}), {} a game, against itself without one part:\n\n{:<22} {:>5} {:>8}   {:<24} {:>9}\n",
                  report.setup.players[0].spec, to_text(report.setup.players[0].limits), cpu(0), "without", "games",
                  "score", "worth in Elo", "CPU");
  for (const Row& row : rows) text += row.line;
  return text + "\n";
}

int run(const Arguments& args, const roster::Registry& registry) {
  auto setup = args.series.setup(registry);
  if (!setup) return complain(setup.error().message);
  const auto limits = args.series.limits.limits();
  if (!limits) return complain(limits.error().message);
  const auto start = args.series.game.start(registry);
  const auto spec = roster::parse_spec(args.player);
  if (!spec) return complain(spec.error().message);
  const auto kind = registry.find_player(spec->name, **start);
  if (!kind) return complain(kind.error().message);
  const auto whole = roster::values_of(**kind, *spec);
  if (!whole) return complain(whole.error().message);
  const auto variants = variants_of(**kind, *whole, args.parts);
  if (!variants) return complain(variants.error().message);

  setup->kind = arena::TournamentKind::gauntlet;
  setup->title = fmt::format("what the parts of {} are worth", args.player);
  setup->players.push_back({args.player, args.player, *limits});
  for (const Without& variant : *variants)
    setup->players.push_back({fmt::format("without {}", variant.part.name), variant.spec, *limits});
  const auto tournament = made_from(*std::move(setup), registry);
  if (!tournament) return complain(tournament.error().message);
  return run_arena(*tournament, args.arena, registry,
                   {.text = [&](const arena::Report& report) { return table_of(report, *variants); }});
}

}  // namespace

void add_ablate_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("ablate", "What each part of a player is worth: games against itself without it");
  auto args = std::make_shared<Arguments>();
  command.option("PLAYER", args->player, "a player, such as threat/alphabeta").required();
  command.option("--parts", args->parts, "settings to turn off, one after the other; default: all that can be");
  args->series.add_to(command, registry, "games for each part; each pair swaps colours");
  args->arena.add_to(command, "keep the games in this SQLite file; an existing one is continued");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app

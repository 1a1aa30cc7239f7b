#include "arena/report.hpp"

#include <algorithm>
#include <numeric>

#include "arena/run_tournament.hpp"
#include "arena/sequential_test.hpp"
#include "core/text.hpp"

namespace tengen::arena {

namespace {

std::vector<PlayerTotal> totals_of(std::size_t players, const std::vector<GameSummary>& games) {
  std::vector<PlayerTotal> totals(players);
  for (const GameSummary& game : games)
    for (std::size_t side = 0; side < 2; ++side) {
      PlayerTotal& total = totals[static_cast<std::size_t>(game.players[side])];
      stats::WinDrawLoss& count = total.by_side[side];
      const int half_points = game.half_points(side);
      ++(half_points == 2 ? count.wins : half_points == 1 ? count.draws : count.losses);
      if (half_points == 0) ++total.lost_by[game.termination];
      if (half_points == 1) ++total.drawn;
      if (game.cpu[side] >= 0) {
        total.cpu_micros += game.cpu[side];
        ++total.cpu_games;
      }
    }
  return totals;
}

// By rating where there is one, else by points; of a knockout by how far each came.
std::vector<int> order_of(const Report& report) {
  std::vector<int> order(report.totals.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [](int player) { return static_cast<std::size_t>(player); };
  std::vector<int> reached(order.size());
  for (std::size_t round = 0; round < report.bracket.size(); ++round)
    for (const KnockoutMatch& match : report.bracket[round])
      if (match.winner) reached[at(*match.winner)] = static_cast<int>(round) + 1;
  const bool rated = !report.ratings.players.empty();
  std::ranges::stable_sort(order, [&](int a, int b) {
    if (reached[at(a)] != reached[at(b)]) return reached[at(a)] > reached[at(b)];
    const bool a_plays = report.totals[at(a)].all().games() > 0, b_plays = report.totals[at(b)].all().games() > 0;
    if (a_plays != b_plays) return a_plays;
    if (rated) return report.ratings.players[at(a)].elo > report.ratings.players[at(b)].elo;
    return report.totals[at(a)].points() > report.totals[at(b)].points();
  });
  return order;
}

void add_tournament(Report& report) {
  const TournamentSetup& t = report.setup;
  Schedule schedule = t.schedule();
  report.planned = schedule.planned();
  report.games = counted(t.sprt, std::move(report.games));
  // A run that was made shorter counts the games it has now.
  report.left_out = std::erase_if(report.games, [&](const GameSummary& g) { return !schedule.holds(g.number); });
  const std::vector<bool> gone = withdrawn(t.players.size(), report.incidents);
  for (const GameSummary& game : report.games) schedule.add(game);
  for (std::size_t p = 0; p < gone.size(); ++p)
    if (gone[p]) schedule.withdraw(static_cast<int>(p));
  report.bracket = schedule.bracket();
  report.totals = totals_of(t.players.size(), report.games);
  for (std::size_t p = 0; p < gone.size(); ++p)
    if (gone[p]) report.totals[p].withdrawn = fmt::format("failed in {} games in a row", t.withdraw_after);
}

void add_warnings(Report& report) {
  if (report.games.empty()) return;
  if (report.distinct_games * 2 < report.games.size())
    report.warnings.push_back(
        "Most games are copies of one another; intervals count distinct ones only. Openings "
        "such as random:plies=4 vary them.");
  if (report.left_out > 0) report.warnings.push_back(left_out_words(report));
  if (!report.setup.repeatable) report.warnings.push_back("Players depend on time, so the games are not repeatable.");
  for (std::size_t p = 0; p < report.totals.size(); ++p)
    if (report.totals[p].withdrawn)
      report.warnings.push_back(
          fmt::format("{} was withdrawn: it {}.", report.setup.players[p].name, *report.totals[p].withdrawn));
}

}  // namespace

std::string left_out_words(const Report& report) {
  return fmt::format("{} more games are in the file, from a longer run; they do not count here.", report.left_out);
}

stats::WinDrawLoss PlayerTotal::all() const {
  return {by_side[0].wins + by_side[1].wins, by_side[0].draws + by_side[1].draws,
          by_side[0].losses + by_side[1].losses};
}

double PlayerTotal::points() const { return static_cast<double>(all().wins) + static_cast<double>(all().draws) / 2; }

std::optional<double> PlayerTotal::cpu_seconds() const {
  if (cpu_games == 0) return std::nullopt;
  return static_cast<double>(cpu_micros) / 1e6;
}

Report make_report(TournamentSetup setup, const roster::GameKind& game, std::vector<GameSummary> games,
                   std::vector<Incident> incidents, std::vector<records::Record> failures) {
  Report report;
  report.setup = std::move(setup);
  report.game = &game;
  report.games = std::move(games);
  report.incidents = std::move(incidents);
  report.failures = std::move(failures);
  const std::size_t players = report.setup.players.size();
  if (report.setup.imported) {
    report.planned = report.games.size();
    report.totals = totals_of(players, report.games);
  } else {
    add_tournament(report);
  }
  report.distinct_games = count_distinct(report.games);
  report.by_play =
      static_cast<std::uint64_t>(std::ranges::count_if(report.games, records::is_by_play, &GameSummary::termination));
  report.pairings = pairings_of(report.games);
  if (players > 2) report.ratings = stats::rate_players(static_cast<int>(players), report.pairings);
  report.order = order_of(report);
  if (report.setup.sprt) {
    stats::MatchCounts counts = report.pairings.empty() ? stats::MatchCounts{} : report.pairings.front().counts();
    counts.singles = {};  // the test is about pairs
    report.sprt = stats::sprt(counts, *report.setup.sprt);
  }
  add_warnings(report);
  return report;
}

Expected<Report> make_report(const GameStore& store, const roster::Registry& registry) {
  auto games = store.summaries(registry);
  if (!games) return games.error();
  auto incidents = store.incidents();
  if (!incidents) return incidents.error();
  auto failures = store.failures();
  if (!failures) return failures.error();
  const auto kind = registry.find_game(store.setup().game);
  if (!kind) return kind.error();
  return make_report(store.setup(), **kind, *std::move(games), *std::move(incidents), *std::move(failures));
}

}  // namespace tengen::arena

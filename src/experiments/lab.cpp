#include "experiments/lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "arena/tournament.hpp"

namespace tengen {

namespace {

MatchResult told(std::vector<GameSummary> games, bool against_itself) {
  std::vector<stats::GameResult> results;
  std::set<std::uint64_t> prints;
  for (const GameSummary& game : games) {
    const int first = against_itself ? 0 : game.players[0], second = against_itself ? 0 : game.players[1];
    results.push_back({game.pair, game.print, first, second, game.outcome});
    prints.insert(game.print);
  }
  const auto pairings = stats::make_pairings(results);
  return {std::move(games), pairings.empty() ? stats::Pairing{} : pairings.front(), prints.size()};
}

}  // namespace

Error Lab::stopped() { return fail("stopped; the same command goes on from here"); }

Expected<std::unique_ptr<Game>> Lab::start(const std::string& game, const std::string& position) const {
  const auto kind = registry_.find_game(game);
  if (!kind) return kind.error();
  return (*kind)->start(position);
}

std::optional<Error> Lab::missing(const std::string& spec, const Game& start) const {
  const auto player = registry_.make_player(spec, start);
  return player ? std::nullopt : std::optional(player.error());
}

Expected<MatchResult> Lab::match(const MatchPlan& match) {
  Tournament t;
  auto begin = start(match.game, match.position);
  if (!begin) return begin.error();
  t.title = match.name;
  t.game = match.game;
  t.start = std::move(*begin);
  t.players = {{match.a, match.a, match.limits_of_a}, {match.b, match.b, {}}};
  make_names_differ(t.players);
  t.games_per_pair = match.games;
  t.openings_spec = match.openings;
  auto openings = Openings::make(match.openings, match.game, *t.start);
  if (!openings) return openings.error();
  t.openings = std::move(*openings);
  t.seed = plan_.seed;
  t.threads = plan_.threads;
  if (const auto known = examine_players(t, registry_); !known) return known.error();

  const std::filesystem::path folder = std::filesystem::path(plan_.folder) / "games";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("cannot make the folder {}: {}", folder.string(), error.message());
  auto store = GameStore::open((folder / (match.name + ".db")).string(), store_setup(t));
  if (!store) return store.error();
  RunOptions options;
  options.store = &*store;
  options.progress = [&](const RunProgress& now) { show(match.name, now.games, match.games); };
  auto result = run_tournament(t, registry_, options, stop_);
  if (!result) return result.error();
  if (result->store_error) return *result->store_error;
  if (result->interrupted) return stopped();
  for (const FailureDetail& failure : result->failures)
    return fail("{}: {} failed: {}", match.name, t.players[static_cast<std::size_t>(failure.player)].spec,
                failure.detail);
  show(match.name, match.games, match.games);
  return told(std::move(result->games), match.a == match.b);
}

}  // namespace tengen

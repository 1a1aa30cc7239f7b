#include "experiments/lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "arena/run_tournament.hpp"

namespace tengen::experiments {

namespace {

MatchResult result_of(std::vector<arena::GameSummary> games, bool against_itself) {
  std::vector<arena::GameSummary> seen = games;
  if (against_itself)
    for (arena::GameSummary& game : seen) game.players = {};
  const auto pairings = arena::pairings_of(seen);
  return {std::move(games), pairings.empty() ? stats::Pairing{} : pairings.front(), arena::count_distinct(seen)};
}

}  // namespace

Error Lab::stopped() { return fail("stopped; the same command goes on from here"); }

Expected<std::unique_ptr<roster::Game>> Lab::start(const std::string& game, const std::string& position) const {
  const auto kind = registry_.find_game(game);
  if (!kind) return kind.error();
  return (*kind)->start(position);
}

std::optional<Error> Lab::missing(const std::string& spec, const roster::Game& start) const {
  const auto player = registry_.make_player(spec, start);
  return player ? std::nullopt : std::optional(player.error());
}

Expected<MatchResult> Lab::match(const MatchPlan& match) {
  arena::TournamentSetup setup;
  setup.title = match.name;
  setup.game = match.game;
  setup.position = match.position;
  setup.players = {{match.a, match.a, match.limits_of_a}, {match.b, match.b, {}}};
  setup.games_per_pair = match.games;
  setup.openings_spec = match.openings;
  setup.seed = plan_.seed;
  setup.threads = plan_.threads;
  const auto t = arena::make_tournament(std::move(setup), registry_);
  if (!t) return t.error();

  const std::filesystem::path folder = std::filesystem::path(plan_.folder) / "games";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("cannot make the folder {}: {}", folder.string(), error.message());
  auto store = arena::GameStore::open((folder / (match.name + ".db")).string(), *t);
  if (!store) return store.error();
  arena::RunOptions options;
  options.store = &*store;
  options.progress = [&](const arena::RunProgress& now) { show(match.name, now.games, match.games); };
  auto result = arena::run_tournament(*t, registry_, options, stop_);
  if (!result) return result.error();
  if (result->store_error) return *result->store_error;
  if (result->interrupted) return stopped();
  for (const records::Record& game : result->failures)
    return fail("{}: {} failed: {}", match.name, t->players[static_cast<std::size_t>(arena::loser_of(game))].spec,
                game.detail);
  show(match.name, match.games, match.games);
  return result_of(std::move(result->games), match.a == match.b);
}

}  // namespace tengen::experiments

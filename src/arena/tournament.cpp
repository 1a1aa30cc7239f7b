#include "arena/tournament.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "arena/sprt_gate.hpp"
#include "core/duration.hpp"
#include "core/limits_text.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace tengen {

namespace {
// parse_duration knows no time of zero, which makes sense for a grace alone.
constexpr std::string_view no_time = "0";
}  // namespace

void make_names_differ(std::vector<Entrant>& players) {
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, int>
      numbers;  // the last one given to a name, so that thousands of namesakes are quick
  for (Entrant& player : players) {
    int& number = numbers.try_emplace(player.name, 1).first->second;
    std::string name = player.name;
    while (!taken.insert(name).second) name = fmt::format("{} #{}", player.name, ++number);
    player.name = std::move(name);
  }
}

Expected<void> examine_players(Tournament& t, const Registry& registry) {
  IngredientReader reader(registry);
  t.repeatable = true;
  for (Entrant& entrant : t.players) {
    const auto player = registry.make_player(entrant.spec, *t.start);
    if (!player) return player.error();
    t.repeatable = t.repeatable && (*player)->repeatable(entrant.limits);
    auto ingredients = reader.read(entrant.spec, *t.start);
    if (!ingredients) return ingredients.error();
    entrant.ingredients = *std::move(ingredients);
  }
  return {};
}

Expected<void> try_players(const Tournament& t, const Registry& registry, const StopToken& stop) {
  for (const Entrant& entrant : t.players) {
    const auto player = registry.make_player(entrant.spec, *t.start);
    if (!player) return player.error();
    const auto kind = registry.find_player(parse_spec(entrant.spec)->name, *t.start);
    if (!(*kind)->external || stop.stop_requested()) continue;
    const auto failure = (*player)->begin(*t.start, t.seed, stop);
    if (failure && failure->fault == Fault::error && !stop.stop_requested())
      return fail("{} cannot play this: it {}", entrant.name, failure->message);
  }
  return {};
}

StoreSetup store_setup(const Tournament& t) {
  StoreSetup setup;
  setup.decides = {{"kind", std::string(name_of(t.kind))},
                   {"game", t.game},
                   {"start", t.start->to_string()},
                   {"openings", t.openings.identity()},
                   {"seed", std::to_string(t.seed)}};
  // A knockout's later matches depend on how many games its earlier ones had.
  if (t.kind == TournamentKind::knockout) setup.decides["games per pair"] = std::to_string(t.games_per_pair);
  if (t.sprt)
    setup.decides["sequential test"] =
        fmt::format("{} {} {} {} {}", t.sprt->elo0, t.sprt->elo1, t.sprt->alpha, t.sprt->beta,
                    t.sprt->model == stats::EloModel::normalised ? "normalised" : "logistic");
  setup.notes = {{"event", t.title},
                 {"version", std::string(version)},
                 {"openings spec", t.openings_spec},
                 {"games per pair", std::to_string(t.games_per_pair)},
                 {"withdraw after", std::to_string(t.withdraw_after)},
                 {"grace", t.grace.count() == 0 ? std::string(no_time) : typed(t.grace)},
                 {"repeatable", t.repeatable ? "yes" : "no"},
                 {"threads", std::to_string(t.threads)}};
  for (const Entrant& player : t.players)
    setup.players.push_back({player.name, player.spec, to_text(player.limits), player.ingredients});
  return setup;
}

Expected<Tournament> tournament_from(const StoreSetup& setup, const Registry& registry) {
  const auto number = [&](const std::map<std::string, std::string>& map, const char* key) {
    return to_number<std::uint64_t>(value_of(map, key)).value_or(0);
  };
  const auto kind = kind_from(value_of(setup.decides, "kind"));
  if (!kind) return fail("its games were played elsewhere and imported, so there is no tournament to go on with");
  Tournament t;
  t.title = value_of(setup.notes, "event");
  t.kind = *kind;
  t.game = value_of(setup.decides, "game");
  const auto game = registry.find_game(t.game);
  if (!game) return game.error();
  auto start = (*game)->start(value_of(setup.decides, "start"));
  if (!start) return fail("its start position: {}", start.error().message);
  t.start = std::move(*start);
  for (const StoredPlayer& player : setup.players) {
    const auto limits = limits_from(player.limits);
    if (!limits) return fail("the limits of {}: {}", player.name, limits.error().message);
    t.players.push_back({player.name, player.spec, *limits, player.ingredients});
  }
  t.games_per_pair = number(setup.notes, "games per pair");
  if (t.players.size() < 2 || t.games_per_pair == 0) return fail("its setup is damaged");
  t.seed = number(setup.decides, "seed");
  t.threads = static_cast<int>(number(setup.notes, "threads"));
  t.withdraw_after = static_cast<int>(number(setup.notes, "withdraw after"));
  const std::string grace = value_of(setup.notes, "grace");
  const auto parsed_grace = grace == no_time ? std::chrono::nanoseconds(0) : parse_duration(grace);
  if (!parsed_grace) return fail("its grace: {}", parsed_grace.error().message);
  t.grace = *parsed_grace;
  t.repeatable = value_of(setup.notes, "repeatable") != "no";
  const std::string sequential_test = value_of(setup.decides, "sequential test");
  if (const auto words_of_test = words(sequential_test); words_of_test.size() == 5) {
    const auto real = [&](std::size_t i) { return to_number<double>(words_of_test[i]).value_or(0); };
    const auto model = words_of_test[4] == "normalised" ? stats::EloModel::normalised : stats::EloModel::logistic;
    const auto test = stats::checked({real(0), real(1), real(2), real(3), model});
    if (!test) return fail("its sequential test: {}", test.error().message);
    t.sprt = *test;
  }
  t.openings_spec = value_of(setup.notes, "openings spec");
  return t;
}

std::vector<bool> withdrawn(std::size_t players, const std::vector<Incident>& incidents) {
  std::vector<bool> gone(players);
  for (const Incident& incident : incidents) {
    if (incident.kind == withdrawn_kind) gone[static_cast<std::size_t>(incident.player)] = true;
    if (incident.kind == readmitted_kind) gone[static_cast<std::size_t>(incident.player)] = false;
  }
  return gone;
}

std::optional<int> FailureStreaks::add(const GameSummary& game) {
  std::optional<int> failing;
  for (const int player : game.players) {
    int& streak = in_a_row_[static_cast<std::size_t>(player)];
    streak = is_failure(game.termination) && game.loser() == player ? streak + 1 : 0;
    if (limit_ > 0 && streak >= limit_) failing = player;
  }
  return failing;
}

std::vector<GameSummary> counted(const Tournament& t, std::vector<GameSummary> games) {
  std::ranges::sort(games, {}, &GameSummary::number);
  if (!t.sprt) return games;
  SprtGate gate(*t.sprt);
  for (std::size_t i = 0; i + 1 < games.size(); i += 2) {
    gate.add(games[i], games[i + 1]);
    if (gate.state() != stats::SprtState::running) games.resize(i + 2);
  }
  return games;
}

}  // namespace tengen

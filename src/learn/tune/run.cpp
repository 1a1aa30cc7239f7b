#include "learn/tune/run.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/hash.hpp"
#include "learn/tune/games.hpp"
#include "learn/tune/trial_log.hpp"
#include "stats/crosstable.hpp"

namespace tengen::learn::tune {

namespace {

// The player that is tuned, ready to be given numbers.
struct Subject {
  const roster::PlayerKind* kind = nullptr;
  Values values;  // of the start
  std::vector<Parameter> parameters;

  std::string spec(const Point& point) const {
    return roster::spec_of(kind->info, with_point(*kind, values, parameters, point));
  }
};

Expected<Subject> subject_of(const TuneSetup& setup, const roster::Registry& registry) {
  const auto spec = roster::parse_spec(setup.player);
  if (!spec) return spec.error();
  const auto kind = registry.find_player(spec->name, *setup.start);
  if (!kind) return kind.error();
  auto values = roster::values_of(**kind, *spec);
  if (!values) return values.error();
  const Values spelled_out = (*kind)->spelled_out ? (*kind)->spelled_out(*values) : *values;
  auto parameters = parameters_of(**kind, spelled_out, setup.names, setup.steps);
  if (!parameters) return parameters.error();
  return Subject{*kind, *std::move(values), *std::move(parameters)};
}

Expected<std::unique_ptr<Method>> make_method(const TuneSetup& setup, const Subject& subject) {
  const Search search{subject.parameters, setup.seed, setup.games, setup.games_per_trial, game_worth(setup)};
  if (const auto* genetic = std::get_if<GeneticOptions>(&setup.method)) return make_genetic(search, *genetic);
  if (const auto* spsa = std::get_if<SpsaOptions>(&setup.method)) return make_spsa(search, *spsa);
  return make_pagmo(search, std::get<PagmoOptions>(setup.method));
}

// What tuning and validation share: the games' conditions, the log, the count of games, and the reason to end early.
struct Shared {
  const TuneSetup& setup;
  const TuneOptions& options;
  const StopToken& stop;
  const arena::Tournament& tournament;
  const roster::Registry& registry;
  TrialLog log;
  std::optional<Error> error = {};
  Clock::time_point begun = Clock::now();
  Clock::time_point reported = begun;
  TuneProgress now = {};

  void count(std::uint64_t games, bool played) {
    now.games += games;
    if (played) now.played_now += games;
    const auto time = Clock::now();
    if (!options.progress || time - reported < std::chrono::milliseconds(100)) return;
    reported = time;
    now.seconds = seconds();
    options.progress(now);
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begun).count(); }
  [[noreturn]] void give_up(const Error& e) {
    error = e;
    throw Stopped{};
  }
};

// Where the player sits in its n-th game, and the number of the opening: games 2k and 2k + 1 share one with the colours
// swapped, unless the colour is fixed.
struct Turn {
  Side side = Side::first;
  std::uint64_t round = 0;
};
Turn turn_of(Colour colour, std::uint64_t game) {
  if (colour == Colour::both) return {game % 2 == 0 ? Side::first : Side::second, game / 2};
  return {colour == Colour::first ? Side::first : Side::second, game};
}

class PlayedTrials final : public Trials {
 public:
  PlayedTrials(Shared& shared, const Subject& subject) : shared_(shared), subject_(subject) {}

  std::vector<Measure> measure(std::span<const Trial> trials) override {
    const std::uint64_t first = next_;
    next_ += trials.size();
    std::vector<Measure> measures(trials.size());
    std::vector<std::uint64_t> missing(trials.size());  // games still to come
    std::vector<PlannedGame> plans;
    std::vector<std::size_t> owner;  // the trial of each plan
    for (std::size_t i = 0; i < trials.size(); ++i) {
      auto known = shared_.log.find(first + i, trials[i]);
      if (!known) shared_.give_up(known.error());
      if (*known) {
        measures[i] = **known;
        shared_.count(trials[i].games, false);
        continue;
      }
      missing[i] = trials[i].games;
      add_plans(trials[i], plans);
      owner.resize(plans.size(), i);
    }
    const auto finished = play_games(
        shared_.tournament, shared_.registry, plans,
        [&](std::size_t plan, const FinishedGame& game) {
          const std::size_t i = owner[plan];
          add(measures[i], game, plans[plan].side);
          shared_.count(1, true);
          if (--missing[i] > 0) return;
          if (const auto added = shared_.log.add(first + i, trials[i], measures[i]); !added)
            shared_.error = added.error();
        },
        shared_.stop);
    if (!finished) shared_.give_up(finished.error());
    if (!plans.empty())
      if (const auto flushed = shared_.log.flush(); !flushed) shared_.give_up(flushed.error());
    if (shared_.error || !*finished) throw Stopped{};
    return measures;
  }

 private:
  // All trials of a generation meet the same openings.
  void add_plans(const Trial& trial, std::vector<PlannedGame>& plans) const {
    const TuneSetup& s = shared_.setup;
    const Colour colour = trial.rival ? Colour::both : s.colour;
    const std::string player = subject_.spec(trial.point);
    const std::uint64_t rounds = turn_of(colour, trial.games - 1).round + 1;
    for (std::uint64_t game = 0; game < trial.games; ++game) {
      const Turn turn = turn_of(colour, game);
      plans.push_back({player, trial.rival ? subject_.spec(*trial.rival) : s.opponents[turn.round % s.opponents.size()],
                       turn.side, trial.generation * rounds + turn.round,
                       hash_words(s.seed, trial.generation, trial.individual, game)});
    }
  }
  void add(Measure& m, const FinishedGame& game, Side side) const {
    const double value = game.fitness(side, shared_.setup.fitness);
    m.wins += game.outcome == win_for(side);
    m.losses += game.outcome == win_for(other(side));
    m.draws += game.outcome == Outcome::draw;
    m.sum += value;
    m.squares += value * value;
  }

  Shared& shared_;
  const Subject& subject_;
  std::uint64_t next_ = 0;
};

// --- Validation ---

constexpr std::uint64_t part_games = 50;

// Fresh seeds: no trial's, the same for the tuned player and the original.
stats::MatchCounts play_match(Shared& shared, const std::string& player, const std::string& opponent, Colour colour) {
  const TuneSetup& s = shared.setup;
  const auto plan_of = [&](std::uint64_t game) {
    constexpr std::uint64_t beyond = 1'000'000'000;  // openings that no trial began with, where they are endless
    const Turn turn = turn_of(colour, game);
    return PlannedGame{player, opponent, turn.side, beyond + turn.round, hash_words(s.seed, 0x7e57, game)};
  };
  std::vector<stats::GameResult> results;
  for (std::uint64_t from = 0; from < s.validation_games; from += part_games) {
    const std::uint64_t size = std::min(part_games, s.validation_games - from);
    const MatchPart part{player, opponent, colour, from};
    std::vector<FinishedGame> games;
    if (const auto* known = shared.log.find(part); known && known->size() == size) {
      games = *known;
      shared.count(size, false);
    } else {
      std::vector<PlannedGame> plans;
      for (std::uint64_t i = 0; i < size; ++i) plans.push_back(plan_of(from + i));
      games.resize(size);
      const auto finished = play_games(
          shared.tournament, shared.registry, plans,
          [&](std::size_t i, const FinishedGame& game) {
            games[i] = game;
            shared.count(1, true);
          },
          shared.stop);
      if (!finished) shared.give_up(finished.error());
      if (!*finished) throw Stopped{};
      if (const auto added = shared.log.add(part, games); !added) shared.give_up(added.error());
      if (const auto flushed = shared.log.flush(); !flushed) shared.give_up(flushed.error());
    }
    for (std::uint64_t i = 0; i < size; ++i) {
      const Turn turn = turn_of(colour, from + i);
      const int first = turn.side == Side::first ? 0 : 1;
      results.push_back({turn.round, games[i].print, first, 1 - first, games[i].outcome});
    }
  }
  const std::vector<stats::Pairing> pairings = stats::make_pairings(results);
  return pairings.empty() ? stats::MatchCounts{} : pairings[0].counts();
}

Validation validate(Shared& shared, const TuneResult& result) {
  const TuneSetup& s = shared.setup;
  Validation v;
  v.direct = play_match(shared, result.tuned_spec, result.original_spec, Colour::both);
  const auto meet = [&](const std::string& opponent, bool trained) {
    if (std::ranges::find(v.others, opponent, &AgainstOne::opponent) != v.others.end()) return;
    AgainstOne one{opponent, trained, {}, {}};
    one.tuned = play_match(shared, result.tuned_spec, opponent, s.colour);
    one.original = play_match(shared, result.original_spec, opponent, s.colour);
    v.others.push_back(std::move(one));
  };
  v.trained_on_original = std::ranges::find(s.opponents, s.player) != s.opponents.end();
  for (const std::string& opponent : s.opponents) meet(opponent, true);
  for (const std::string& opponent : s.unseen) meet(opponent, false);
  return v;
}

// The numbers belong to what decides the games: a file that the player's spec names may have changed.
Expected<TrialLog> open_log(const TuneSetup& setup, const Subject& subject, const std::string& folder) {
  if (folder.empty()) return TrialLog();
  nlohmann::ordered_json json = identity(setup);
  for (const Parameter& p : subject.parameters) json["start of " + p.name] = p.start;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("cannot make the folder {}: {}", folder, error.message());
  return TrialLog::open((std::filesystem::path(folder) / "log.jsonl").string(), json);
}

}  // namespace

Expected<TuneResult> run_tune(const TuneSetup& setup, const roster::Registry& registry, const TuneOptions& options,
                              const StopToken& stop) {
  const auto* spsa = std::get_if<SpsaOptions>(&setup.method);
  if (setup.opponents.empty() && !(spsa && spsa->duel)) return fail("there is no opponent to play against");
  const auto subject = subject_of(setup, registry);
  if (!subject) return subject.error();
  const auto tournament = tournament_of(setup, registry);
  if (!tournament) return tournament.error();
  auto log = open_log(setup, *subject, options.folder);
  if (!log) return log.error();

  TuneResult result;
  result.parameters = subject->parameters;
  result.original = result.tuned = subject->values;
  result.original_spec = result.tuned_spec = roster::spec_of(subject->kind->info, result.original);
  result.repeatable = tournament->repeatable;
  Shared shared{setup, options, stop, *tournament, registry, *std::move(log)};
  const auto made = make_method(setup, *subject);
  if (!made) return made.error();
  Method* const method = made->get();
  try {
    PlayedTrials trials(shared, *subject);
    shared.now.stage = "tuning";
    shared.now.planned = setup.games;
    std::uint64_t games = 0;
    while (games + method->next_games() <= setup.games) {
      games += method->next_games();
      Standing standing = method->next_generation(trials);
      result.tuned = with_point(*subject->kind, subject->values, subject->parameters, standing.best);
      result.path.push_back({games, std::move(standing)});
      shared.now.standing = &result.path.back().standing;
      shared.now.generation = result.path.size();
    }
    if (result.path.empty())
      return fail("a generation takes {} games, which is more than the {} that the run has", method->next_games(),
                  setup.games);
    result.tuned_spec = roster::spec_of(subject->kind->info, result.tuned);
    if (setup.validation_games > 0) {
      const std::uint64_t matches = 1 + 2 * (setup.opponents.size() + setup.unseen.size());
      shared.now = {"validation",        shared.now.generation, 0, matches * setup.validation_games,
                    shared.now.standing, shared.now.played_now, 0};
      result.validation = validate(shared, result);
    }
  } catch (const Stopped&) {
    if (shared.error) return *shared.error;
    result.interrupted = true;
  }
  result.tuned_spec = roster::spec_of(subject->kind->info, result.tuned);
  result.played_now = shared.now.played_now;
  result.seconds = shared.seconds();
  return result;
}

}  // namespace tengen::learn::tune

#pragma once
// What an experiment works with: how much is asked for, where it is kept, and the arena. Games are kept in one store for
// each match, so a run that was stopped goes on where it was, and a longer one adds to a shorter one.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/game_summary.hpp"
#include "core/limits.hpp"
#include "learn/tabular/learner.hpp"
#include "roster/registry.hpp"
#include "stats/crosstable.hpp"

namespace tengen::experiments {

struct LabPlan {
  bool quick = false;                  // minutes instead of hours: fewer games, less time a move
  std::optional<std::uint64_t> games;  // of one match, instead of what each experiment thinks right
  std::uint64_t seed = 1;
  int threads = 1;
  std::string folder;  // what was found and played is kept here
};

// Two players, a start and the games between them. Players may be the same one twice.
struct MatchPlan {
  std::string name;  // of the store: letters, digits and hyphens
  std::string game;
  std::string position;  // empty: the game's own start
  std::string a;         // specs
  std::string b;
  std::uint64_t games = 100;  // half of them with either side first
  std::string openings = "none";
  Limits limits_of_a;  // b keeps to its settings
};

struct MatchResult {
  std::vector<arena::GameSummary> games;
  stats::Pairing pairing;  // a against b; of a player against itself, told from the side that moved first
  std::uint64_t distinct = 0;
};

struct LabProgress {
  std::string what;  // the step under way
  std::uint64_t done = 0;
  std::uint64_t all = 0;
};

class Lab {
 public:
  using ProgressSink = std::function<void(const LabProgress&)>;
  Lab(const roster::Registry& registry, const learn::TableLearners& learners, LabPlan plan, StopToken stop,
      ProgressSink progress)
      : registry_(registry),
        learners_(learners),
        plan_(std::move(plan)),
        stop_(std::move(stop)),
        progress_(std::move(progress)) {}

  const roster::Registry& registry() const { return registry_; }
  const learn::TableLearners& learners() const { return learners_; }
  const LabPlan& plan() const { return plan_; }
  const StopToken& stop() const { return stop_; }
  // How many games (or whatever is counted): what was asked for, else one of these.
  std::uint64_t games(std::uint64_t full, std::uint64_t quick) const {
    return plan_.games.value_or(plan_.quick ? quick : full);
  }

  // Plays what is missing of a match and tells all its games. Fails when stopped before the end.
  Expected<MatchResult> match(const MatchPlan& match);

  // A game's start; the error of a wrong position.
  Expected<std::unique_ptr<roster::Game>> start(const std::string& game, const std::string& position = "") const;
  // Whether a spec can be played from there: players that are missing are said to be, not tripped over.
  std::optional<Error> missing(const std::string& spec, const roster::Game& start) const;

  void show(const std::string& what, std::uint64_t done, std::uint64_t all) const {
    if (progress_) progress_({what, done, all});
  }
  // The error of everything that was stopped by a person.
  static Error stopped();

 private:
  const roster::Registry& registry_;
  const learn::TableLearners& learners_;
  LabPlan plan_;
  StopToken stop_;
  ProgressSink progress_;
};

}  // namespace tengen::experiments

#pragma once
// A whole training: from a table file, if there is one, to the number of games that was asked for, with points of the
// learning curve on the way. The file holds all that is needed to go on, and the result does not depend on how often the
// training was interrupted.

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/limits.hpp"
#include "learn/tabular/learner.hpp"

namespace tengen::learn {

struct TabularPlan {
  std::string game;  // the game's name, as the file will say
  LearningMethod method = LearningMethod::q;
  Values settings{TabularSettings::declared()};
  std::string file;               // where the table is kept; empty: in memory only
  std::uint64_t games = 0;        // in the table when done
  std::uint64_t point_every = 0;  // games from one point of the curve to the next; 0: a twentieth of all
  std::uint64_t point_games = 1000;
  std::chrono::seconds checkpoint{60};  // how much work a crash may cost
};

// How the table played after so many games of training.
struct CurvePoint {
  std::uint64_t games = 0;
  std::uint64_t entries = 0;
  TableTrial trial;
};

struct TabularProgress {
  std::uint64_t games = 0;
  std::uint64_t new_games = 0;  // in this run
  std::uint64_t target = 0;
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;
  LearningTally recent;  // since the last report
};
using TabularSink = std::function<void(const TabularProgress&)>;

struct TabularResult {
  std::uint64_t games = 0;
  std::uint64_t new_games = 0;
  double cpu_seconds = 0;  // of learning the new ones, without points of the curve and files
  std::vector<CurvePoint> curve;
  std::unique_ptr<TableLearner> learner;  // holds the table; plays it against the random player
};

// Ends early when `stop` says so; the file then holds what was learned, and the same plan goes on from there. A file that
// was made for another game, board or with other settings is an error that names the difference.
Expected<TabularResult> train_table(const TabularPlan& plan, const roster::Game& start, const TableLearners& learners,
                                    const StopToken& stop, const TabularSink& progress);

}  // namespace tengen::learn

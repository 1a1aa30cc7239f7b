#pragma once
// Learning a table for any game: the edge that knows no position type, one virtual call for many games.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>

#include "engines/generic/table.hpp"
#include "engines/generic/table_file.hpp"
#include "learn/tabular/settings.hpp"
#include "roster/game.hpp"
#include "stats/score.hpp"

namespace tengen::learn {

// Games of a table against the random player, with the colour that learned, or both in turn. A decision is a turn of the
// table's player, unless it must pass, and known when the table has an action of that state; each legal move of it is a
// pair of state and action.
struct TableTrial {
  std::array<stats::WinDrawLoss, 2> results;  // of the table, moving first and second
  std::uint64_t decisions = 0;
  std::uint64_t known_decisions = 0;
  std::uint64_t pairs = 0;
  std::uint64_t known_pairs = 0;

  stats::WinDrawLoss total() const;
  double win_rate() const;  // draws are no wins
  double score() const;     // draws are half
  double hit_rate() const;  // share of decisions that were known
  double pair_hit_rate() const;
};

// How the games of training went, for whoever watches.
struct LearningTally {
  stats::WinDrawLoss results;
  std::uint64_t decisions = 0;
  std::uint64_t greedy = 0;  // decisions that the table made; the others were drawn by lot

  void add(const LearningTally& more);
};

class TableLearner {
 public:
  virtual ~TableLearner() = default;

  // Plays games number `first` to `first + count - 1` and learns from each. A game depends on its number, the settings and
  // the table before it, and on nothing else.
  virtual LearningTally learn(std::uint64_t first, std::uint64_t count) = 0;
  // Learns nothing. Other seeds give other games.
  virtual TableTrial against_random(std::uint64_t games, std::uint64_t seed) const = 0;
  // What the table is made for, with no games yet.
  virtual engines::TableHeader header() const = 0;
  // Whether a table was made for these positions.
  virtual Expected<void> check(const engines::TableHeader& header) const = 0;

  const engines::ValueTable& table() const { return table_; }
  void set_table(engines::ValueTable table) { table_ = std::move(table); }

 protected:
  engines::ValueTable table_;
};

// Position type → a learner that starts its games from there. Made from the list of games by learn/tabular/kinds.hpp.
using TableLearners =
    std::map<std::type_index,
             std::function<std::unique_ptr<TableLearner>(const roster::Game& start, const TabularSettings& settings)>>;

}  // namespace tengen::learn

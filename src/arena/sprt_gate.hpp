#pragma once
// A sequential test fed pair by pair, in the order of their numbers, so that its decision is the same for any number
// of threads.

#include <array>
#include <unordered_set>

#include "arena/played_game.hpp"
#include "core/hash.hpp"
#include "stats/sprt.hpp"

namespace tengen {

class SprtGate {
 public:
  explicit SprtGate(const stats::SprtTest& test) : test_(test) {}

  // The two games of a pair. The test is about the player who moved first in the first of them.
  void add(const GameSummary& one, const GameSummary& two) {
    ++counts_.pairs[static_cast<std::size_t>(one.half_points(0) + two.half_points(1))];
    units_.insert(hash_words(one.print, two.print));
    games_[0].insert(one.print);
    games_[1].insert(two.print);
    // As in stats/crosstable: a pair may join two old games anew, and then says nothing new.
    counts_.distinct_units = std::min(units_.size(), (games_[0].size() + games_[1].size() + 1) / 2);
    state_ = stats::sprt(counts_, test_).state;
  }
  stats::SprtState state() const { return state_; }

 private:
  stats::SprtTest test_;
  stats::MatchCounts counts_;
  std::unordered_set<std::uint64_t> units_;
  std::array<std::unordered_set<std::uint64_t>, 2> games_;
  stats::SprtState state_ = stats::SprtState::running;
};

}  // namespace tengen

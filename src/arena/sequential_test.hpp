#pragma once
// A sequential test fed pair by pair, in the order of their numbers, so that its decision is the same for any number
// of threads.

#include <array>
#include <unordered_set>
#include <vector>

#include "arena/game_summary.hpp"
#include "stats/sprt.hpp"

namespace tengen::arena {

class SequentialTest {
 public:
  explicit SequentialTest(const stats::SprtTest& test) : test_(test) {}

  // The two games of a pair. The test is about the player who moved first in the first of them.
  void add(const GameSummary& one, const GameSummary& two);
  bool decided() const { return decided_; }

 private:
  stats::SprtTest test_;
  stats::MatchCounts counts_;
  std::unordered_set<std::uint64_t> units_;
  std::array<std::unordered_set<std::uint64_t>, 2> games_;
  bool decided_ = false;
};

// The games that count, by number: with a sequential test those up to its decision, else all.
std::vector<GameSummary> counted(const std::optional<stats::SprtTest>& test, std::vector<GameSummary> games);

}  // namespace tengen::arena

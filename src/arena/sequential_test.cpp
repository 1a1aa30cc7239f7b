#include "arena/sequential_test.hpp"

#include <algorithm>

#include "core/hash.hpp"

namespace tengen::arena {

void SequentialTest::add(const GameSummary& one, const GameSummary& two) {
  ++counts_.pairs[static_cast<std::size_t>(one.half_points(0) + two.half_points(1))];
  units_.insert(hash_words(one.print, two.print));
  games_[0].insert(one.print);
  games_[1].insert(two.print);
  // As in stats/crosstable: a pair may join two old games anew, and then says nothing new.
  counts_.distinct_units = std::min(units_.size(), (games_[0].size() + games_[1].size() + 1) / 2);
  decided_ = stats::sprt(counts_, test_).state != stats::SprtState::running;
}

std::vector<GameSummary> counted(const std::optional<stats::SprtTest>& test, std::vector<GameSummary> games) {
  std::ranges::sort(games, {}, &GameSummary::number);
  if (!test) return games;
  SequentialTest sequential(*test);
  for (std::size_t i = 0; i + 1 < games.size(); i += 2) {
    sequential.add(games[i], games[i + 1]);
    if (sequential.decided()) games.resize(i + 2);
  }
  return games;
}

}  // namespace tengen::arena

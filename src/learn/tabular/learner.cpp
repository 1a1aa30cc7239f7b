#include "learn/tabular/learner.hpp"

namespace tengen::learn {

namespace {

stats::WinDrawLoss sum(const stats::WinDrawLoss& a, const stats::WinDrawLoss& b) {
  return {a.wins + b.wins, a.draws + b.draws, a.losses + b.losses};
}

double share(double part, std::uint64_t whole) { return whole == 0 ? 0 : part / static_cast<double>(whole); }

}  // namespace

stats::WinDrawLoss TableTrial::total() const { return sum(results[0], results[1]); }
double TableTrial::win_rate() const { return share(static_cast<double>(total().wins), total().games()); }
double TableTrial::score() const {
  return share(static_cast<double>(total().wins) + static_cast<double>(total().draws) / 2, total().games());
}
double TableTrial::hit_rate() const { return share(static_cast<double>(known_decisions), decisions); }
double TableTrial::pair_hit_rate() const { return share(static_cast<double>(known_pairs), pairs); }

void LearningTally::add(const LearningTally& more) {
  results = sum(results, more.results);
  decisions += more.decisions;
  greedy += more.greedy;
}

}  // namespace tengen::learn

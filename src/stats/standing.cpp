#include "stats/standing.hpp"

namespace tengen::stats {

Standings::Standings(std::size_t players, std::span<const Pairing> pairings)
    : words_((players + 63) / 64), reach_(players * words_), standing_(players, Standing::unconnected) {
  if (players == 0) return;
  const auto mark = [this](std::size_t a, std::size_t b) {
    reach_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
  };
  for (const Pairing& p : pairings)
    for (const Side side : {Side::first, Side::second}) {
      const WinDrawLoss games = p.games_of_a(side);
      if (games.wins + games.draws > 0) mark(static_cast<std::size_t>(p.a), static_cast<std::size_t>(p.b));
      if (games.losses + games.draws > 0) mark(static_cast<std::size_t>(p.b), static_cast<std::size_t>(p.a));
    }
  for (std::size_t i = 0; i < players; ++i) mark(i, i);
  reach_through_others(players);
  const std::size_t core = someone_of_the_core(players);
  const auto other = [&](std::size_t i, auto related) {
    for (std::size_t j = 0; j < players; ++j)
      if (j != i && related(j)) return true;
    return false;
  };
  has_core_ = other(core, [&](std::size_t j) { return scored(core, j) && scored(j, core); });
  for (std::size_t i = 0; i < players; ++i) {
    const bool above = has_core_ ? scored(i, core) : other(i, [&](std::size_t j) { return scored(i, j); });
    const bool below = has_core_ ? scored(core, i) : other(i, [&](std::size_t j) { return scored(j, i); });
    if (above && below && has_core_) standing_[i] = Standing::known;
    if (above && !below) standing_[i] = Standing::at_least;
    if (below && !above) standing_[i] = Standing::at_most;
  }
}

// Warshall's closure, 64 players at a time.
void Standings::reach_through_others(std::size_t players) {
  for (std::size_t via = 0; via < players; ++via)
    for (std::size_t i = 0; i < players; ++i)
      if (i != via && scored(i, via))
        for (std::size_t w = 0; w < words_; ++w) reach_[i * words_ + w] |= reach_[via * words_ + w];
}

// A member of the largest set in which everyone scored against everyone; the earliest such set if several are as large.
std::size_t Standings::someone_of_the_core(std::size_t players) const {
  std::size_t best = 0, best_size = 0;
  for (std::size_t i = 0; i < players; ++i) {
    std::size_t size = 0;
    for (std::size_t j = 0; j < players; ++j) size += scored(i, j) && scored(j, i);
    if (size > best_size) best = i, best_size = size;
  }
  return best;
}

}  // namespace tengen::stats

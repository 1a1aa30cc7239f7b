#pragma once
// Who scored against whom, directly or by way of others: what decides which rating differences are finite.

#include <cstdint>
#include <span>
#include <vector>

#include "stats/crosstable.hpp"

namespace tengen::stats {

// What the results say about a player's place relative to the core: the largest set of players of whom each has
// scored, directly or by way of others, against each. Only inside such a set are differences of ratings finite.
//
// One player alone is no core: it would be measured against itself. Where no two players scored against each other there
// is no core, every pairing is a shut-out, and a standing is relative to the opponents a player met.
enum class Standing : std::uint8_t {
  known,        // in the core
  at_least,     // the core never scored against it, not even by way of others: no upper end. No core: it won every game
  at_most,      // it never scored against the core: no lower end. No core: it lost every game
  unconnected,  // neither: no games, or none that tie it to the core; its rating holds inside its own group at most.
                // No core: it beat some and lost to others, which bounds it on neither side
};

class Standings {
 public:
  Standings(std::size_t players, std::span<const Pairing> pairings);

  Standing of(std::size_t player) const { return standing_[player]; }
  bool has_core() const { return has_core_; }
  // Whether a made a point against b, or against someone who scored against b, and so on.
  bool scored(std::size_t a, std::size_t b) const { return (reach_[a * words_ + b / 64] >> (b % 64) & 1) != 0; }

 private:
  void reach_through_others(std::size_t players);
  std::size_t someone_of_the_core(std::size_t players) const;

  std::size_t words_;
  std::vector<std::uint64_t> reach_;  // a row of bits for each player
  std::vector<Standing> standing_;
  bool has_core_ = false;
};

}  // namespace tengen::stats

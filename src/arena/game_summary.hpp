#pragma once
// What figures need of a game: a million of these fit into memory, where a million records do not.

#include <cstdint>
#include <span>
#include <vector>

#include "records/record.hpp"
#include "stats/crosstable.hpp"

namespace tengen::arena {

struct GameSummary {
  std::uint64_t number = 0;
  std::uint64_t pair = 0;
  std::uint64_t print = 0;  // equal for games with equal moves and end
  std::int64_t finished = 0;
  std::array<std::int32_t, 2> players{};
  Outcome outcome = Outcome::ongoing;
  records::Termination termination = records::Termination::win;
  records::CpuMicros cpu = records::no_cpu;

  // Half points of a side, 0 the first: 2, 1 or 0. Not of a player, who may have played against itself.
  int half_points(std::size_t side) const {
    if (outcome == Outcome::draw) return 1;
    return (outcome == Outcome::first_wins) == (side == 0) ? 2 : 0;
  }
  // Precondition: somebody lost.
  int loser() const { return players[outcome == Outcome::first_wins ? 1 : 0]; }
};

// Precondition: somebody lost.
inline int loser_of(const records::Record& game) { return game.ids[game.outcome == Outcome::first_wins ? 1 : 0]; }

// Of a game with a number and the ids of its players.
GameSummary summary_of(const records::Record& game);

std::vector<stats::Pairing> pairings_of(std::span<const GameSummary> games);
std::uint64_t count_distinct(std::span<const GameSummary> games);

}  // namespace tengen::arena

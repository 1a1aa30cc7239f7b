#pragma once
// One finished game, as the arena keeps it.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/side.hpp"
#include "records/record.hpp"
#include "roster/player.hpp"

namespace tengen {

Termination termination_of(Fault fault);

// CPU time of both sides in microseconds; negative where nobody measured it.
using CpuMicros = std::array<std::int64_t, 2>;
inline constexpr CpuMicros no_cpu = {-1, -1};

struct PlayedGame {
  std::uint64_t number = 0;      // games 2k and 2k + 1 are pair k: the same opening with the sides swapped
  std::array<int, 2> players{};  // who had the first side, who the second: places in the list of players
  std::uint64_t seed = 0;        // decided all chance in this game
  Outcome outcome = Outcome::ongoing;
  Termination termination = Termination::win;
  int opening = 0;              // moves that were set, not chosen
  std::string moves;            // separated by spaces, the opening included
  std::vector<MoveNote> notes;  // one for each chosen move
  std::string detail;           // what went wrong, if anything did
  std::int64_t finished = 0;    // milliseconds since 1970, UTC
  CpuMicros cpu = no_cpu;       // what each side spent
};

// Why a player lost games in one way: the first such game's detail.
struct FailureDetail {
  int player = 0;
  Termination termination = Termination::win;
  std::string detail;
};

// What the figures need of a game, a million of which fit into memory.
struct GameSummary {
  std::uint64_t number = 0;
  std::uint64_t pair = 0;
  std::uint64_t print = 0;  // equal for games with equal moves and end
  std::int64_t finished = 0;
  std::array<std::int32_t, 2> players{};
  Outcome outcome = Outcome::ongoing;
  Termination termination = Termination::win;
  CpuMicros cpu = no_cpu;

  // Half points of a side, 0 the first: 2, 1 or 0. Not of a player, who may have played against itself.
  int half_points(std::size_t side) const {
    if (outcome == Outcome::draw) return 1;
    return (outcome == Outcome::first_wins) == (side == 0) ? 2 : 0;
  }
  // Precondition: somebody lost.
  int loser() const { return players[outcome == Outcome::first_wins ? 1 : 0]; }
};
std::uint64_t fingerprint(std::string_view moves, Outcome outcome, Termination termination);
GameSummary summary_of(const PlayedGame& game);

}  // namespace tengen

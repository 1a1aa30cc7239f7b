#pragma once
// From the rows of an arena to counts: games become units of chance, units become one table for each pairing. All
// other statistics start from these tables, so a million games are walked through once.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/side.hpp"
#include "stats/score.hpp"

namespace tengen::stats {

// One finished game as an arena knows it. Games with the same `pair` share an opening and swap colours.
struct GameResult {
  std::uint64_t pair = 0;
  std::uint64_t print = 0;  // fingerprint of the moves and the ending: equal for identical games
  int first = 0;            // players by index
  int second = 0;
  Outcome outcome = Outcome::draw;
};

// All units of two players, a <= b. The unit that varies by chance is a pair of games, or a game without its partner.
//
//                      a's half points when second
//                       none   0    1    2
//   a's half    none      -    .    .    .     units[4 * row + column]
//   points      0         .    .    .    .
//   when        1         .    .    .    .     the first row and column are games without a partner
//   first       2         .    .    .    .
struct Pairing {
  int a = 0;
  int b = 0;
  std::array<std::uint64_t, 16> units{};
  std::uint64_t distinct_units = 0;
  std::array<std::uint64_t, 2> distinct_games{};  // with a moving first, with a moving second

  std::uint64_t unit_count() const;
  WinDrawLoss games_of_a(Side moving) const;  // a's games in that seat
  MatchCounts counts() const;                 // from a's side
  Pairing seen_from_b() const;                // the same games with the players swapped
};

// One table for each two players that met, ordered by (a, b). Two games of one pair number with colours swapped make
// one unit, any other stands alone; games may come in any order. A player may meet itself: those
// games stand alone, all told from the side that moved first.
std::vector<Pairing> make_pairings(std::span<const GameResult> games);

}  // namespace tengen::stats

#pragma once
// The patterns of the pattern players and what they are worth.
//
// A point is judged by the shape that a stone on it would make, line by line, for either side: for 0111x, with x the
// point and 0 a free one, a stone makes a four, or stops one.
//
//   five         X X X X X            a row that wins
//   open four    · X X X X ·          six in a row with free ends and k stones in the inner four: k = 4
//   four         X X X X ·            five in a row, none of the other side's, with k stones: k = 4
//   open three   · X X X · ·          as an open four, k = 3
//   three        · X X X · |          as a four, k = 3
//   open two     · · X X · ·          k = 2
//   two          | X X · · ·          k = 2
//
// Always the highest that holds, and always with the new stone among the k. In the pictures | is an edge or the other
// side's stone.

#include <array>
#include <cstdint>

#include "engines/gomoku/lines.hpp"

namespace tengen::engines::gomoku {

enum class Pattern : std::uint8_t { none, two, open_two, three, open_three, four, open_four, five };

struct PatternValue {
  Pattern pattern;
  int mine;     // for the side that would make it
  int against;  // for the other side, which would stop it: slightly lower, so that of two equals one attacks
};

// The table. The paper prints the fours (0111x: 300000 and 299500) and the extra for pairs; the rest is ours. Every
// shape is worth more to stop than the next lower one is to make.
inline constexpr std::array<PatternValue, 8> pattern_values = {{
    {Pattern::none, 0, 0},
    {Pattern::two, 200, 190},
    {Pattern::open_two, 2'000, 1'950},
    {Pattern::three, 6'000, 5'900},
    {Pattern::open_three, 60'000, 59'500},
    {Pattern::four, 300'000, 299'500},
    {Pattern::open_four, 3'000'000, 2'995'000},
    {Pattern::five, 30'000'000, 29'950'000},
}};

// A point with at least two adjacent pairs of one colour around it: two stones in a row that start beside it.
inline constexpr int pairs_value = 3'000;
inline constexpr int enough_pairs = 2;

// The shape that a stone of the side makes on the empty point at offset i of a line.
Pattern pattern_at(const LineFace& face, Side side, int i, Rule rule) noexcept;

// For FaceBoard: what the empty points of a line are worth, by side.
struct PatternLines {
  using Totals = LineTotals;  // values: Σ over empty points of mine minus against
  struct Info {
    Totals total;
    std::array<std::array<int, largest_size>, 2> points;  // by side to move and offset: mine plus against
  };

  Rule rule = Rule::freestyle;

  void operator()(const LineFace& face, Info& out) const noexcept;
  bool operator==(const PatternLines&) const = default;
};

}  // namespace tengen::engines::gomoku

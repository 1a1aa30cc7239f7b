#pragma once
// Positions as states of a table: their keys, symmetric ones as one, and what a table was made for.

#include <fmt/format.h>

#include <string>

#include "core/text.hpp"
#include "engines/generic/table.hpp"
#include "games/position.hpp"

namespace tengen::engines {

// Games whose moves can be numbered within an entry of the table.
template <class P>
concept TablePosition = games::Position<P> && P::max_moves <= most_actions;

// A game's key may be spread unevenly; mixing makes every bit count and loses none.
template <games::Position P>
std::uint64_t state_key(const P& position) noexcept {
  return mix(position.key());
}

// Of all positions that a symmetry makes of this one, the one with the lowest key stands for them.
template <games::Position P>
int canonical_symmetry(const P& position) noexcept {
  int best = 0;
  std::uint64_t lowest = position.key();
  for (int symmetry = 1; symmetry < P::symmetries; ++symmetry)
    if (const std::uint64_t key = position.transformed(symmetry).key(); key < lowest) {
      lowest = key;
      best = symmetry;
    }
  return best;
}

// Passing is no action of a table: whoever can do nothing else has nothing to decide.
template <games::Position P>
bool must_pass(const games::MoveList<P>& moves) noexcept {
  if constexpr (requires(typename P::Move move) { move.is_pass(); }) return moves.size() == 1 && moves[0].is_pass();
  return false;
}

// The board without its stones: its shape, blocked cells, and the options of the game that a position names.
template <games::Position P>
std::string board_of(const P& position) {
  const games::Diagram diagram = position.diagram();
  std::string board = fmt::format("{}×{}", diagram.columns, diagram.rows);
  const std::string text = position.to_string();
  for (const std::string_view word : words(text))
    if (word.find('=') != std::string_view::npos) board += fmt::format(" {}", word);
  for (int row = 0; row < diagram.rows; ++row)
    for (int column = 0; column < diagram.columns; ++column)
      if (diagram.at(row, column) == games::Cell::blocked)
        board += " without " + games::cell_name(column, diagram.number_of(row));
  return board;
}

// A number that changes when the rules, the keys or the order of the moves do: a table from before would be read wrong.
template <games::Position P>
std::uint64_t rules_fingerprint(const P& start) noexcept {
  Rng rng(1);
  std::uint64_t sum = 0;
  for (int game = 0; game < 4; ++game) {
    P position = start;
    games::MoveList<P> moves;
    for (position.legal_moves(moves); !moves.empty(); position.legal_moves(moves)) {
      sum = mix(sum + state_key(position) + moves.size());
      position.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    sum = mix(sum + static_cast<std::uint64_t>(position.outcome()));
  }
  return sum;
}

}  // namespace tengen::engines

#pragma once
// What a game must offer so that every search, player, match and test works on it.

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/expected.hpp"
#include "core/fixed_list.hpp"
#include "core/rng.hpp"
#include "core/side.hpp"
#include "games/board_facts.hpp"
#include "games/notation.hpp"

namespace tengen::games {

template <class P>
using MoveList = FixedList<typename P::Move, P::max_moves>;

// A position is a small value: copied, never undone. Two positions are equal when the rest of the game is the same.
template <class P>
concept Position = std::regular<P> && std::is_trivially_copyable_v<P> && std::regular<typename P::Move> &&
                   std::is_trivially_copyable_v<typename P::Move> && sizeof(typename P::Move) <= 4 &&
                   requires(P p, const P c, const typename P::Move m, MoveList<P>& out, std::string_view text, int i) {
                     { c.side_to_move() } noexcept -> std::same_as<Side>;
                     { c.outcome() } noexcept -> std::same_as<Outcome>;
                     // Clears `out`, then fills it: with every legal move while the game goes on, with none after.
                     { c.legal_moves(out) } noexcept;
                     { p.play(m) } noexcept;  // precondition: m is legal
                     { c.key() } noexcept -> std::same_as<std::uint64_t>;
                     // Symmetries 0 (identity) to P::symmetries - 1: the rest of the game mapped move by move.
                     { c.transformed(i) } noexcept -> std::same_as<P>;
                     { c.transformed(m, i) } noexcept -> std::same_as<typename P::Move>;
                     { P::from_string(text) } -> std::same_as<Expected<P>>;
                     { c.to_string() } -> std::same_as<std::string>;
                     { c.parse_move(text) } -> std::same_as<Expected<typename P::Move>>;  // only legal moves
                     { c.format(m) } -> std::same_as<std::string>;
                     { c.diagram() } -> std::same_as<Diagram>;  // the board as it is drawn
                   };

// What a game may say beside its rules. Each is a member of the position, and may be left out:
//
//   winning_line()   the cells that decided the game, in order: where there are several, a stroke joins them
//   forbidden()      the empty cells that the rules keep the side to move off, and why (renju)
//   threats()        what the other side would do next, worth a word on the page
//   option_values()  the options that this board was made with; needed where the game has options
//
// What a move changes on the board is read off the diagrams before and after it (board_facts.hpp).
template <Position P>
std::vector<CellIndex> winning_line(const P& position) {
  if constexpr (requires { position.winning_line(); }) return position.winning_line();
  return {};
}
template <Position P>
std::vector<ForbiddenCell> forbidden(const P& position) {
  if constexpr (requires { position.forbidden(); }) return position.forbidden();
  return {};
}
template <Position P>
Threats threats(const P& position) {
  if constexpr (requires { position.threats(); }) return position.threats();
  return {};
}
template <Position P>
OptionValues option_values(const P& position) {
  if constexpr (requires { position.option_values(); }) return position.option_values();
  return {};
}

// A uniformly random legal move, or nothing when the game is over. A game that can draw one without listing them all
// offers `random_move` itself.
template <Position P>
std::optional<typename P::Move> random_move(const P& position, Rng& rng) noexcept {
  if constexpr (requires { position.random_move(rng); }) {
    return position.random_move(rng);
  } else {
    MoveList<P> moves;
    position.legal_moves(moves);
    if (moves.empty()) return std::nullopt;
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  }
}

// Plays random moves to the end.
template <Position P>
Outcome random_playout(P position, Rng& rng) noexcept {
  while (const auto move = random_move(position, rng)) position.play(*move);
  return position.outcome();
}

}  // namespace tengen::games

#pragma once
// Feeds a game's parsers: the first line of the input is a position, every further line a move typed in it.

#include <algorithm>
#include <string_view>
#include <variant>

#include "core/settings.hpp"
#include "core/text.hpp"
#include "fuzz/check.hpp"
#include "games/position.hpp"

namespace tengen::fuzz {

template <class P>
void check_position(const P& position) {
  const auto again = P::from_string(position.to_string());
  check(again.has_value(), "what to_string writes, from_string reads");
  check(*again == position && again->key() == position.key(), "from_string undoes to_string");
  check(!games::draw(position.diagram()).empty(), "every position has a picture");

  games::MoveList<P> moves;
  position.legal_moves(moves);
  check(moves.empty() == (position.outcome() != Outcome::ongoing), "there are moves exactly while the game goes on");
  for (const auto move : moves) {
    const auto read = position.parse_move(position.format(move));
    check(read.has_value() && *read == move, "parse_move undoes format");
  }
}

template <class P>
void check_moves(P position, std::string_view lines) {
  for (const std::string_view line : split(lines, '\n')) {
    const auto move = position.parse_move(line);
    if (!move) {
      check_error(move.error());
      continue;
    }
    games::MoveList<P> moves;
    position.legal_moves(moves);
    check(std::ranges::find(moves, *move) != moves.end(), "parse_move reads legal moves only");
    position.play(*move);
    check_position(position);
  }
}

template <class Game>
void fuzz_game(std::string_view input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const auto position = Game::from_string(input.substr(0, end), Values(Game::options()));
  if (!position) {
    check_error(position.error());
    return;
  }
  std::visit(
      [&](const auto& p) {
        check_position(p);
        check_moves(p, input.substr(std::min(end + 1, input.size())));
      },
      *position);
}

}  // namespace tengen::fuzz

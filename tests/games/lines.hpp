#pragma once
// Games under way, generated for the suites that every game must pass. A game is known to them by its conformer, a type
// with
//
//   using Position = …;                              the position type
//   static rc::Gen<std::string> starts();            texts of starts: every shape of board and every rule

#include <rapidcheck.h>

#include <set>
#include <string>
#include <vector>

#include "games/position.hpp"

namespace tengen::games {

template <Position P>
std::vector<typename P::Move> moves_of(const P& position) {
  MoveList<P> moves;
  position.legal_moves(moves);
  return {moves.begin(), moves.end()};
}

template <Position P>
P played(P position, typename P::Move move) {
  position.play(move);
  return position;
}

template <Position P>
std::set<std::string> names_of(const P& position, const std::vector<typename P::Move>& moves) {
  std::set<std::string> names;
  for (const auto move : moves) names.insert(position.format(move));
  return names;
}

// A game under way: where it started and what was played. Generated, so that RapidCheck can shorten it.
template <class Conformer>
struct Line {
  using P = typename Conformer::Position;
  std::string options;
  P start;
  P position;
  std::vector<typename P::Move> moves;

  static Line any() {
    Line line{*Conformer::starts(), {}, {}, {}};
    line.position = line.start = *P::from_string(line.options);
    const auto choices = rc::gen::arbitrary<std::vector<std::uint16_t>>();
    for (const auto choice : *rc::gen::oneOf(choices, rc::gen::scale(3, choices))) {
      const auto moves = moves_of(line.position);
      if (moves.empty()) break;
      line.moves.push_back(moves[choice % moves.size()]);
      line.position.play(line.moves.back());
    }
    RC_LOG() << "position: " << line.position.to_string() << '\n';
    return line;
  }
};

template <class Conformer>
typename Conformer::Position any_start() {
  return *Conformer::Position::from_string(*Conformer::starts());
}

}  // namespace tengen::games

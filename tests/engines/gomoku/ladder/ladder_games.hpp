#pragma once
// Engines and positions for the tests of the ladder.

#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "engines/info.hpp"
#include "engines/rules.hpp"
#include "games/gomoku/game.hpp"
#include "search/engine.hpp"

namespace tengen::engines::gomoku {

// The player as one would type it: settings "noise=off,variant=program".
template <class Kind, class P>
std::unique_ptr<search::Engine<P>> make_engine(std::string_view settings = "", std::uint64_t seed = 1) {
  const PlayerInfo info = Kind::info();
  const auto values = parse_values(info.settings, settings, info.name);
  if (!values) throw std::invalid_argument(values.error().message);
  auto engine = Kind::template make<P>(*values);
  engine->new_game(seed);
  return engine;
}

template <class P>
search::SearchResult<P> think(search::Engine<P>& engine, const P& position) {
  return engine.search(position, {}, {}, {});
}

// A random move that mostly stays near the stones, so that windows fill up as in real games.
template <class P>
Move lively_move(const P& position, Rng& rng) {
  games::MoveList<P> moves, near;
  position.legal_moves(moves);
  near.clear();
  const auto stones = position.stones(Side::first) | position.stones(Side::second);
  for (const Move move : moves) {
    bool beside_stone = false;
    stones.for_each([&](int cell) {
      const Move at = position.move_at(cell);
      beside_stone = beside_stone || (std::abs(at.column - move.column) <= 1 && std::abs(at.row - move.row) <= 1);
    });
    if (beside_stone) near.push_back(move);
  }
  const bool stay = !near.empty() && rng.below(10) < 8;
  const games::MoveList<P>& from = stay ? near : moves;
  return from[rng.below(static_cast<std::uint32_t>(from.size()))];
}

// The positions of a lively game in which no move ends it, up to `plies` stones.
template <class P>
std::vector<P> lively_game(int size, int plies, Rng& rng, Rule rule = Rule::freestyle) {
  std::vector<P> positions = {P(size, rule)};
  for (int tries = 0; tries < 4 * plies && static_cast<int>(positions.size()) <= plies; ++tries) {
    P next = positions.back();
    next.play(lively_move(next, rng));
    if (next.outcome() == Outcome::ongoing) positions.push_back(next);
  }
  return positions;
}

// A position drawn as "size row row …" would be: the game's own notation.
inline games::gomoku::SmallPosition position_from(std::string_view text) {
  const auto position = games::gomoku::SmallPosition::from_string(text);
  if (!position) throw std::invalid_argument(position.error().message);
  return *position;
}

}  // namespace tengen::engines::gomoku

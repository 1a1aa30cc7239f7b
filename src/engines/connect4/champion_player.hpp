#pragma once
// The champion as a player: every board from 4×4 to 12×12, with or without a blocked cell.

#include <memory>
#include <optional>

#include "engines/connect4/champion.hpp"
#include "engines/info.hpp"
#include "engines/rules.hpp"
#include "games/connect4/position.hpp"
#include "search/engine.hpp"

namespace tengen::engines::connect4 {

// The champion's own bits for each type of position.
template <class P>
using ChampionBits = std::conditional_t<std::same_as<P, SmallPosition>, std::uint64_t, Lanes>;

template <class P>
Board<ChampionBits<P>> champion_board(const Shape<ChampionBits<P>>& shape, const P& position) noexcept {
  return make_board(shape, [&](int column, int row) {
    const int bit = column * position.stride() + row;
    return test_bit(position.mine(), bit) ? 1 : test_bit(position.theirs(), bit) ? -1 : 0;
  });
}

std::unique_ptr<search::Engine<SmallPosition>> make_small_champion(const Values& settings);
std::unique_ptr<search::Engine<LargePosition>> make_large_champion(const Values& settings);

struct ChampionPlayer {
  static PlayerInfo info();

  template <class P>
    requires std::same_as<P, SmallPosition> || std::same_as<P, LargePosition>
  static std::unique_ptr<search::Engine<P>> make(const Values& settings) {
    if constexpr (std::same_as<P, SmallPosition>)
      return make_small_champion(settings);
    else
      return make_large_champion(settings);
  }
};

}  // namespace tengen::engines::connect4

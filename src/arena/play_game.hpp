#pragma once
// Plays one game between two players to its end.

#include <array>
#include <chrono>
#include <functional>
#include <optional>

#include "core/limits.hpp"
#include "records/record.hpp"
#include "roster/player.hpp"

namespace tengen::arena {

// Whoever sits at one side of the board, and how long it may think.
struct Seat {
  roster::Player* player = nullptr;
  Limits limits;
  std::uint64_t seed = 0;  // for its chances in this game
};

// How a game ends for a player that fails.
records::Termination termination_of(roster::Fault fault);

// What somebody hears of a game while it is played, from the thread that plays it: the record as it is so far, whose last
// note is about the move just made, and the board. The record has the moves, and how it ended, once it has.
enum class GameEvent : std::uint8_t { begun, moved, ended };
using GameWatch = std::function<void(GameEvent, const records::Record&, const roster::Game&)>;

// Seats in order of turn; `game` is at the position to begin from and is left at the end. The record says who plays and
// gets the rest: outcome, termination, opening, moves, notes, detail and CPU time. Nothing when stopped before the end. A
// player that errs, cheats or takes longer than it has, by more than the grace, loses.
std::optional<records::Record> play_game(roster::Game& game, const std::array<Seat, 2>& by_turn,
                                         std::chrono::nanoseconds grace, const StopToken& stop,
                                         records::Record record = {}, const GameWatch& watch = {});

}  // namespace tengen::arena

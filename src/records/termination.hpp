#pragma once
// How a game came to its end.

#include <cstdint>
#include <optional>
#include <string_view>

namespace tengen::records {

enum class Termination : std::uint8_t {
  win,     // by the rules of the game
  draw,    // by the rules of the game
  resign,  // the loser gave it up
  time,    // the loser took longer than it had
  // The loser failed to choose a move, each in its own way; see Fault.
  player_error,
  illegal_move,
  crash,
  hang,
  garbage,
  flood,
  slow_start,
};

std::string_view name_of(Termination termination);
std::optional<Termination> termination_from(std::string_view name);

// Neither the players nor the clock ended it: the loser's program did.
constexpr bool is_failure(Termination termination) { return termination > Termination::time; }
// It was won, drawn or lost on the board.
constexpr bool is_by_play(Termination termination) { return termination < Termination::time; }

}  // namespace tengen::records

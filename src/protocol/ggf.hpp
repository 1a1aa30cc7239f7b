#pragma once
// Othello games in the GGF format, as the NBoard protocol sends them:
//   (;GM[Othello]PC[NBoard]PB[a]PW[b]TI[15:00]BO[8 ---…O*…*O…--- *]B[F5/1.2/3]W[D6]…;)
// TI is what both clocks show at the start, TB and TW what one of them does; a move may say what it is worth and how
// many seconds it took.

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "games/othello/position.hpp"

namespace tengen::protocol {

struct GgfGame {
  games::othello::Position start;
  std::vector<games::othello::Move> moves;  // legal one after the other; forced passes that were left out are put in
  std::array<std::optional<std::chrono::nanoseconds>, 2> clocks;  // what each side has left; increments are not read
};

// "F5", "PA".
std::string ggf_move(games::othello::Move move);
// The seconds that a move took, the last part of "F5/1.2/3"; none where it does not say.
std::chrono::nanoseconds ggf_move_time(std::string_view move);

// `left` is what the clock of the side to move shows at the end; both have as much where it is the start.
std::string to_ggf(const games::othello::Position& start, std::span<const games::othello::Move> moves,
                   std::optional<std::chrono::nanoseconds> left);

Expected<GgfGame> parse_ggf(std::string_view text);

}  // namespace tengen::protocol

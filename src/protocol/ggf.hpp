#pragma once
// Othello games in the GGF format, as the NBoard protocol sends them:
//   (;GM[Othello]PC[NBoard]PB[a]PW[b]BO[8 ---…O*…*O…--- *]B[F5/1.2/3]W[D6]…;)

#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "games/othello/position.hpp"

namespace tengen {

struct GgfGame {
  othello::Position start;
  std::vector<othello::Move> moves;  // legal one after the other; forced passes that were left out are put in
};

Expected<GgfGame> parse_ggf(std::string_view text);

}  // namespace tengen

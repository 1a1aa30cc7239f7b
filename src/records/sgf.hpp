#pragma once
// SGF FF[4]: Gomoku is GM[4], Othello GM[2]. Connect Four has no number of its own there; it is written as GM[44] with
// SZ[columns:rows], its moves as the cells where the discs come to rest, its blocked cell as XB.
//
//   (;FF[4]GM[4]SZ[15]RU[Freestyle]PB[uct]PW[alphabeta]RE[B+];B[hh]C[+0.25/8 0.015000s n=1200];W[ig])
//
// Points are two letters, column then row from the top. Only the main line of a file is read.

#include <string>
#include <string_view>
#include <vector>

#include "records/record.hpp"
#include "roster/registry.hpp"

namespace tengen::records {

// One game on a few lines.
Expected<std::string> to_sgf(const Record& record, const roster::Registry& registry);
// All games of a file. Errors name the line.
Expected<std::vector<Record>> records_from_sgf(std::string_view text, const roster::Registry& registry);

}  // namespace tengen::records

#pragma once
// What threat/alphabeta does beyond plain alpha-beta, each part with a switch. With all of them off it returns the
// value of plain minimax over the same candidates and evaluation, which is how it is tested.

#include <array>
#include <string_view>

namespace tengen::engines::gomoku {

struct AlphaBetaOptions {
  bool table = true;      // remember positions
  bool sight = true;      // decide fives, fours and open threes at sight and list only the moves that answer them
  bool extend = true;     // the answer to a four costs no depth, nor does the answer to an open three at a leaf
  bool reduce = true;     // search late quiet moves less deeply first
  bool prune = true;      // skip late quiet moves near the leaves, and nodes far above the window
  bool leaf_vcf = false;  // look for a win by fours at the leaves; the weights already see most of them
  bool root_kill = true;  // kill searches before the search proper, and against its best move
  bool star = false;      // quiet answers only on the eight rays of the last two moves

  // Plain alpha-beta: nothing selective.
  static AlphaBetaOptions plain() { return {false, false, false, false, false, false, false, false}; }
};

// The parts by name, for the settings of the player.
struct AlphaBetaPart {
  std::string_view name;
  bool AlphaBetaOptions::*flag;
  std::string_view help;
};
inline constexpr std::array<AlphaBetaPart, 8> alphabeta_parts = {{
    {"tt", &AlphaBetaOptions::table, "remember positions in a transposition table"},
    {"sight", &AlphaBetaOptions::sight,
     "decide fours and open threes at sight and list only the moves that answer them"},
    {"extend", &AlphaBetaOptions::extend, "answers to fours cost no depth"},
    {"reduce", &AlphaBetaOptions::reduce, "search late quiet moves less deeply first"},
    {"prune", &AlphaBetaOptions::prune, "skip hopeless moves and nodes near the leaves"},
    {"vcf", &AlphaBetaOptions::leaf_vcf, "look for wins by fours at the leaves"},
    {"kill", &AlphaBetaOptions::root_kill,
     "search for wins by fours and threes before the search and against its best move"},
    {"star", &AlphaBetaOptions::star, "quiet answers only on the eight rays of the last two moves"},
}};

}  // namespace tengen::engines::gomoku

#pragma once
// What the classical search does beyond plain alpha-beta, each part with a switch: with all of them off it returns the
// value of plain minimax over the same candidates and evaluation, which is how it is tested.

namespace tengen::gomoku {

struct ClassicOptions {
  bool table = true;          // remember positions
  bool sight = true;          // decide fives, fours and open threes at sight and list only the moves that answer them
  bool extend = true;         // the answer to a four costs no depth, nor does the answer to an open three at a leaf
  bool reduce = true;         // search late quiet moves less deeply first
  bool prune = true;          // skip late quiet moves near the leaves, and nodes far above the window
  bool leaf_vcf = true;       // look for a win by fours at the leaves
  bool star = false;          // quiet answers only on the eight rays of the last two moves
  bool root_vcf = true;       // look for wins by fours and by threes before the search proper
  int leaf_vcf_nodes = 200;   // at most so many positions for each leaf
  int width = 0;              // most quiet moves per node; 0: all candidates

  int x[12] = {100, 50, 100, 4, 1, 150, 2, 30, 0, 1, 0, 0};

  // Plain alpha-beta: nothing selective.
  static ClassicOptions plain() {
    ClassicOptions o;
    o.table = o.sight = o.extend = o.reduce = o.prune = o.leaf_vcf = o.star = o.root_vcf = false;
    return o;
  }
};

}  // namespace tengen::gomoku

#include "engines/othello/stability.hpp"

namespace tengen::engines::othello {

namespace {

// What a disc on `cell` flips along an edge.
unsigned edge_flips(unsigned own, unsigned opponent, int cell) noexcept {
  unsigned flips = 0;
  for (const int step : {-1, 1}) {
    unsigned run = 0;
    int at = cell + step;
    for (; at >= 0 && at < 8 && (opponent >> at & 1) != 0; at += step) run |= 1u << at;
    if (at >= 0 && at < 8 && (own >> at & 1) != 0) flips |= run;
  }
  return flips;
}

// Either side may put a disc on any empty cell, since a flip may come from the inside of the board. What is stable
// after each of those is stable now, so edges are done from the full ones down.
EdgeTable make_stable_edges() noexcept {
  EdgeTable table{};
  for (int filled = 8; filled >= 0; --filled)
    for (unsigned own = 0; own < 256; ++own)
      for (unsigned opponent = 0; opponent < 256; ++opponent) {
        if ((own & opponent) != 0 || __builtin_popcount(own | opponent) != filled) continue;
        unsigned stable = own;
        for (int cell = 0; cell < 8; ++cell) {
          const unsigned bit = 1u << cell;
          if (((own | opponent) & bit) != 0) continue;
          const unsigned mine = edge_flips(own, opponent, cell), theirs = edge_flips(opponent, own, cell);
          stable &= table[(own | bit | mine) | (opponent & ~mine) << 8];
          stable &= table[(own & ~theirs) | (opponent | bit | theirs) << 8];
        }
        table[own | opponent << 8] = static_cast<std::uint8_t>(stable);
      }
  return table;
}

}  // namespace

const EdgeTable& stable_edges() noexcept {
  static const EdgeTable table = make_stable_edges();
  return table;
}

}  // namespace tengen::engines::othello

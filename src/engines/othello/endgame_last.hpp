#pragma once
// The last four empty cells, written out: most nodes of an endgame are here, and a list of moves would cost more than
// trying the cells one by one. Include this file inside a target region only, as search_tree.hpp.
//
// All of these answer a null-window question, seen from the owner of `own`, who is to move. With v the score and r what is
// returned:
//   r ≤ alpha   v ≤ r
//   r > alpha   v ≥ r

#include <cstdint>
#include <utility>

#include "engines/othello/endgame_cells.hpp"

namespace tengen::engines::othello {

template <class K>
class LastCells {
 public:
  // Precondition: exactly four cells are empty; `odd` are their odd quadrants.
  int last_four(std::uint64_t own, std::uint64_t opponent, int alpha, unsigned odd) noexcept {
    const std::uint64_t empty = ~(own | opponent), odd_first = empty & odd_cells[odd];
    std::uint64_t rest = odd_first != 0 ? odd_first : empty;
    int x[4];
    if (odd == 0) {
      // Two and two, or all four together: a cell, then its partner.
      x[0] = take(rest);
      const std::uint64_t same = rest & quadrants[quadrant_of(x[0])];
      x[1] = std::countr_zero(same);
      rest &= ~(std::uint64_t{1} << x[1]);
    } else {
      x[0] = take(rest);
      x[1] = take(rest);
      if (rest == 0) rest = empty & ~odd_first;
    }
    x[2] = take(rest);
    x[3] = std::countr_zero(rest);
    // One and three: the single one first.
    if (odd_first == empty && odd != 15)
      for (int i = 1; i < 4; ++i)
        if ((empty & quadrants[quadrant_of(x[i])]) == std::uint64_t{1} << x[i]) std::swap(x[0], x[i]);
    return four<false>(own, opponent, alpha, x, odd == 0);
  }

  static int take(std::uint64_t& cells) noexcept {
    const int cell = std::countr_zero(cells);
    cells &= cells - 1;
    return cell;
  }

  std::uint64_t nodes = 0;  // positions visited

 private:
  static constexpr int none = -128;

  // What the move flips; nought where it is not allowed.
  static std::uint64_t try_move(std::uint64_t own, std::uint64_t opponent, int cell) noexcept {
    if ((neighbours[static_cast<std::size_t>(cell)] & opponent) == 0) return 0;
    return K::flips(own, opponent, cell);
  }
  static std::uint64_t moved(std::uint64_t own, std::uint64_t flipped, int cell) noexcept {
    return own ^ flipped ^ std::uint64_t{1} << cell;
  }

  template <bool passed>
  int four(std::uint64_t own, std::uint64_t opponent, int alpha, const int (&x)[4], bool pairs) noexcept {
    int best = none;
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t flipped = try_move(own, opponent, x[i]);
      if (flipped == 0) continue;
      // What stays behind alone in its quadrant goes first. With two pairs, that is the partner.
      const int a = i == 0 ? x[1] : pairs && i >= 2 ? x[5 - i] : x[0];
      const int b = i <= 1 ? x[2] : pairs ? x[0] : x[1];
      const int c = i <= 1 ? x[3] : pairs ? x[1] : x[5 - i];
      const int score = -three<false>(opponent ^ flipped, moved(own, flipped, x[i]), -alpha - 1, a, b, c);
      if (score > alpha) return score;
      if (score > best) best = score;
    }
    if (best != none) return best;
    if constexpr (passed) return final_score(K::count(own), K::count(opponent));
    return -four<true>(opponent, own, -alpha - 1, x, pairs);
  }

  template <bool passed>
  int three(std::uint64_t own, std::uint64_t opponent, int alpha, int a, int b, int c) noexcept {
    if constexpr (!passed) ++nodes;
    int best = none;
    if (const std::uint64_t f = try_move(own, opponent, a); f != 0) {
      best = -two(opponent ^ f, moved(own, f, a), -alpha - 1, b, c);
      if (best > alpha) return best;
    }
    if (const std::uint64_t f = try_move(own, opponent, b); f != 0) {
      const int score = -two(opponent ^ f, moved(own, f, b), -alpha - 1, a, c);
      if (score > alpha) return score;
      if (score > best) best = score;
    }
    if (const std::uint64_t f = try_move(own, opponent, c); f != 0) {
      const int score = -two(opponent ^ f, moved(own, f, c), -alpha - 1, a, b);
      if (score > best) best = score;
    }
    if (best != none) return best;
    if constexpr (passed) return final_score(K::count(own), K::count(opponent));
    return -three<true>(opponent, own, -alpha - 1, a, b, c);
  }

  int two(std::uint64_t own, std::uint64_t opponent, int alpha, int a, int b) noexcept {
    ++nodes;
    int best = none;
    if (const std::uint64_t f = try_move(own, opponent, a); f != 0) {
      best = -one(opponent ^ f, b);
      if (best > alpha) return best;
    }
    if (const std::uint64_t f = try_move(own, opponent, b); f != 0) {
      const int score = -one(opponent ^ f, a);
      return score > best ? score : best;
    }
    if (best != none) return best;
    // A pass: the opponent chooses what is worst for me.
    int worst = -none;
    if (const std::uint64_t f = try_move(opponent, own, a); f != 0) {
      worst = one(own ^ f, b);
      if (worst <= alpha) return worst;
    }
    if (const std::uint64_t f = try_move(opponent, own, b); f != 0) {
      const int score = one(own ^ f, a);
      return score < worst ? score : worst;
    }
    return worst != -none ? worst : final_score(K::count(own), K::count(opponent));
  }

  // Exact: who can fill the last cell, fills it.
  int one(std::uint64_t own, int cell) noexcept {
    ++nodes;
    const int discs = K::count(own);
    if (const int flipped = K::last_flips(own, cell); flipped != 0) return 2 * (discs + flipped) - 62;
    const std::uint64_t opponent = ~own ^ std::uint64_t{1} << cell;
    if (const int flipped = K::last_flips(opponent, cell); flipped != 0) return 2 * (discs - flipped) - 64;
    return discs >= 32 ? 2 * discs - 62 : 2 * discs - 64;
  }
};

}  // namespace tengen::engines::othello

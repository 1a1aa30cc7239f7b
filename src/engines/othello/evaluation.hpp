#pragma once
// The six factors of the Othello paper (docs/papers.md), each a function of two boards, mine minus theirs. A positive
// value is good for the owner of `own`, who is to move.

#include <cstdint>
#include <vector>

#include "core/settings.hpp"
#include "engines/rules.hpp"
#include "games/othello/position.hpp"

namespace tengen::engines::othello {

// Cells have values, the same in every corner of the board:
//
//     20  -3  11   8
//     -3  -7  -4   1     corners are dear, the cells beside them dangerous
//     11  -4   2   2
//      8   1   2  -3
int position_factor(std::uint64_t own, std::uint64_t opponent) noexcept;

// The share of the larger side in percent, with its sign; nought when both have the same.
constexpr int signed_share(int mine, int theirs) noexcept {
  if (mine == theirs) return 0;
  return (mine > theirs ? 100 * mine : -100 * theirs) / (mine + theirs);
}
int disc_factor(std::uint64_t own, std::uint64_t opponent) noexcept;

// The same share of the legal moves. Having none at all counts as twice the most that a share can be.
inline constexpr int no_moves = 200;
int mobility_factor(std::uint64_t own, std::uint64_t opponent) noexcept;

// Corners held, 25 each.
int corner_factor(std::uint64_t own, std::uint64_t opponent) noexcept;

// Discs on the three cells beside an empty corner, 8 each, against their owner: they give the corner away.
int near_corner_factor(std::uint64_t own, std::uint64_t opponent) noexcept;

// Stable discs. Inside the board they count 4 each. On an edge they count 1, 2, 3, … along the unbroken run from a
// corner, and 1 where they belong to none, so a whole edge is worth 1 + 2 + … + 8 = 36; a corner is on two edges.
int stability_factor(std::uint64_t own, std::uint64_t opponent) noexcept;

// How much each factor counts. The paper gives the order of the weights and not the weights themselves: corners very
// high, mobility, near-corners and stability high, discs low.
struct SixWeights {
  int position = 10, discs = 5, mobility = 30, corners = 80, near_corners = 30, stability = 30;

  static std::vector<Setting> settings();
  static SixWeights from(const Values& values);
};

// The weighted sum, as an evaluator for every search.
class SixFactors {
 public:
  explicit SixFactors(const SixWeights& weights = {}) noexcept : weights_(weights) {}
  int operator()(const Position& position) const noexcept;

 private:
  SixWeights weights_;
};

}  // namespace tengen::engines::othello

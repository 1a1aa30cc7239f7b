#include "engines/gomoku/ladder/ai12_lines.hpp"

#include <algorithm>

namespace tengen::gomoku {

namespace {

// Collects what one colour's runs give to the points of a line.
class Giver {
 public:
  Giver(const LineFace& face, const Ai12Weights& weights, Side owner, Ai12Lines::Info& out) noexcept
      : face_(face), weights_(weights), owner_(owner), out_(out) {}

  // Every point gets the weight of a run, as either side sees it.
  void give(int i, int length, int times) noexcept {
    const auto own = static_cast<std::size_t>(owner_), at = static_cast<std::size_t>(i);
    const auto weight = static_cast<std::size_t>(std::min(length, 4));
    out_.points[own][at] += times * weights_.mine[weight];
    out_.points[1 - own][at] += times * weights_.theirs[weight];
  }
  bool stone(int i) const noexcept { return i >= 0 && (face_.stones[static_cast<std::size_t>(owner_)] >> i & 1) != 0; }
  bool free(int i) const noexcept { return i >= 0 && i < face_.length && face_.empty(i); }

  void run(int first, int last) noexcept {
    const int length = last - first + 1;
    const bool before = free(first - 1), after = free(last + 1);
    const int times = length == 3 && before && after ? 1 + 5 : 1;
    if (before) give(first - 1, length, times);
    if (after) give(last + 1, length, times);
    // A broken three is told by its left run: one or two stones, a gap, and two or one stones more.
    const int rest = last + 2, other_length = 3 - length;
    if (length > 2 || !before || !after || !stone(rest)) return;
    const int other_last = rest + other_length - 1;
    if (stone(other_last) && free(other_last + 1)) give(last + 1, 4, 1);
  }

 private:
  const LineFace& face_;
  const Ai12Weights& weights_;
  Side owner_;
  Ai12Lines::Info& out_;
};

}  // namespace

void Ai12Lines::operator()(const LineFace& face, Info& out) const noexcept {
  out = {};
  for (const Side owner : {Side::first, Side::second}) {
    Giver giver(face, weights, owner, out);
    for (int first = 0; first < face.length; ++first) {
      if (!giver.stone(first)) continue;
      int last = first;
      while (giver.stone(last + 1)) ++last;
      giver.run(first, last);
      if (wins(rule, owner == Side::first, last - first + 1)) out.total.fives[static_cast<std::size_t>(owner)] = 1;
      first = last;
    }
  }
  for (std::size_t s = 0; s < 2; ++s)
    for (int i = 0; i < face.length; ++i) out.total.values[s] += out.points[s][static_cast<std::size_t>(i)];
}

}  // namespace tengen::gomoku

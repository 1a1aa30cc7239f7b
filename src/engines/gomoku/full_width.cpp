#include "engines/gomoku/full_width.hpp"

#include <algorithm>

#include "core/fixed_list.hpp"

namespace tengen::engines::gomoku {

using full_width::below_all, full_width::Best, full_width::largest_of, full_width::loss, full_width::quiet_value,
    full_width::win;

template <class P>
struct FullWidth<P>::Tree {
  Rng& rng;
  search::Stopper& stopper;
  search::SearchProgress& progress;
  LiveWindows windows;
  Points empty;
  int moves;  // how many points are empty

  Tree(const P& position, FullWidth& owner)
      : rng(owner.rng_),
        stopper(owner.stopper_),
        progress(owner.progress_),
        windows(position),
        empty(position.empty()),
        moves(bit_count(position.empty())) {}

  // How many stones a live window must have at least to be filled before the leaves: by the side to move, by the other.
  static int mine_from(int plies) noexcept { return std::max(0, 5 - plies / 2); }
  static int theirs_from(int plies) noexcept { return std::max(0, 5 - (plies - 1) / 2); }

  // Nothing ends before the leaves.
  bool quiet(Side me, int plies) const noexcept {
    return plies <= moves && !windows.any_live(me, mine_from(plies)) &&
           !windows.any_live(other(me), theirs_from(plies));
  }
  // The same after a dead move, which adds no live window that matters.
  bool quiet_after_dead(Side me, int plies) const noexcept {
    return plies <= moves && !windows.any_live(other(me), mine_from(plies - 1)) &&
           !windows.any_live(me, theirs_from(plies - 1));
  }

  Points points(Side side, int at_least) const {
    Points found{};
    windows.each_point(side, at_least, [&](int cell) { found.set(cell); });
    return found & empty;
  }
  Points loud(Side me, int plies) const { return points(me, mine_from(plies)) | points(other(me), theirs_from(plies)); }

  double after(int cell, Side me, int plies, double alpha, double beta) {
    const Points bit = Points::single(cell);
    windows.place(cell, me);
    empty ^= bit;
    --moves;
    const double value = 1 - node(other(me), plies - 1, 1 - beta, 1 - alpha);
    ++moves;
    empty ^= bit;
    windows.remove(cell, me);
    return value;
  }

  // The best of `count` dead moves, where the position after each is quiet.
  double dead_and_quiet(int count, int plies) {
    ++progress.nodes;
    return 1 - quiet_value(plies - 1, moves - 1, 1 - largest_of(rng.real(), count));
  }

  double node(Side me, int plies, double alpha, double beta) {
    ++progress.nodes;
    if (plies == 0) return rng.real();
    if (windows.live(other(me), 5) > 0) return loss;
    if (moves == 0) return full_width::draw;
    if (plies == 1) return largest_of(rng.real(), moves);
    if (windows.live(me, 4) > 0) return win;
    if (quiet(me, plies)) return quiet_value(plies, moves, rng.real());
    if (stopper.should_stop(progress)) return 0;
    if (plies > 2 && windows.live(other(me), 4) > 0) {
      const Points only = points(other(me), 4);
      return bit_count(only) > 1 ? loss : after(nth_bit(only, 0), me, plies, alpha, beta);
    }
    const Points here = loud(me, plies), dead = empty & ~here;
    const double best = best_of(here, false, me, plies, alpha, beta, below_all);
    const int count = bit_count(dead);
    if (count == 0 || best >= beta || best >= win) return best;
    if (quiet_after_dead(me, plies)) return std::max(best, dead_and_quiet(count, plies));
    return best_of(dead, true, me, plies, alpha, beta, best);
  }

  double best_of(const Points& cells, bool dead, Side me, int plies, double alpha, double beta, double best) {
    Points left = cells;
    for (int n = bit_count(cells); n > 0 && best < beta && best < win && !stopper.stopped(); --n) {
      const int cell = nth_bit(left, 0);
      left ^= Points::single(cell);
      const double value = after(cell, me, plies, std::max(alpha, best), beta);
      best = std::max(best, value);
      if (dead && value <= loss) break;  // dead moves are lost together
    }
    return best;
  }
};

template <class P>
int FullWidth<P>::any_of(const Points& points) {
  return nth_bit(points, static_cast<int>(rng_.below(static_cast<std::uint32_t>(bit_count(points)))));
}

template <class P>
Best<Move> FullWidth<P>::search(const P& root, int depth) {
  if (root.rule() != Rule::freestyle) {
    engines::FullWidth<P> general(rng_, stopper_);
    const auto best = general.search(root, depth);
    progress_.nodes += general.nodes();
    return best;
  }
  Tree tree(root, *this);
  const Side me = root.side_to_move();
  const auto found = [&](int cell, double value) { return Best<Move>{root.move_at(cell), value}; };
  ++progress_.nodes;
  if (depth > 1 && tree.windows.live(me, 4) > 0) return found(any_of(tree.points(me, 4)), win);
  if (depth == 1 || tree.quiet(me, depth)) return found(any_of(tree.empty), quiet_value(1, tree.moves, rng_.real()));

  const Points loud = tree.loud(me, depth);
  Best<Move> best = found(any_of(tree.empty), below_all);
  bool dead_lost = false;
  // Of equal values the first is taken, so the moves come in random order; the loud ones first.
  for (Points left : {loud, tree.empty & ~loud}) {
    const bool dead = left != loud;
    if (dead && left && tree.quiet_after_dead(me, depth)) {
      const double value = tree.dead_and_quiet(bit_count(left), depth);
      return value > best.value ? found(any_of(left), value) : best;
    }
    while (left && best.value < win && !(dead && dead_lost)) {
      const int cell = any_of(left);
      left ^= Points::single(cell);
      const double value = tree.after(cell, me, depth, best.value, full_width::above_all);
      if (stopper_.stopped()) return best;
      if (value > best.value) best = found(cell, value);
      dead_lost = value <= loss;
    }
  }
  // Where everything loses no move is better than another.
  return best.value <= loss ? found(any_of(tree.empty), loss) : best;
}

template class FullWidth<SmallPosition>;
template class FullWidth<LargePosition>;

}  // namespace tengen::engines::gomoku

#pragma once
// BF(d) for Gomoku, where 225 moves a ply would be far too many to look at one by one. Nearly all of them are alike.
//
// Call a window of five live for a side when it has stones of that side only. With n plies to the leaves, the side to
// move puts n/2 stones before the leaves and its opponent (n−1)/2. So only live windows that lack no more stones than
// that can be filled; their empty points are the loud ones. All other points are dead: a stone there changes nothing
// that the search could see, so all dead moves have values of one and the same distribution.
//
//     no loud points            the whole subtree has no ends: its value is one draw (full_width::quiet_value)
//     my window lacks one       a win
//     theirs lacks one          every move but the one that fills it loses
//     else                      loud moves one by one, dead ones together where the rest is quiet
//
// Under freestyle rules only: elsewhere five stones in a window need not win, and the general search is used.

#include <array>

#include "engines/generic/full_width.hpp"
#include "engines/gomoku/is_gomoku.hpp"
#include "engines/gomoku/windows.hpp"

namespace tengen::engines::gomoku {

// Stones in every window, and how many live windows of each side hold how many stones.
class LiveWindows {
 public:
  template <class P>
  explicit LiveWindows(const P& position) : windows_(&Windows::of(position.size())), size_(windows_->count()) {
    for (auto& live : live_) live[0] = static_cast<std::int16_t>(size_);
    for (const Side side : {Side::first, Side::second})
      position.stones(side).for_each([&](int cell) { place(cell, side); });
  }

  void place(int cell, Side side) noexcept { change<1>(cell, side); }
  void remove(int cell, Side side) noexcept { change<-1>(cell, side); }

  int live(Side side, int stones) const noexcept {
    return live_[static_cast<std::size_t>(side)][static_cast<std::size_t>(stones)];
  }
  bool any_live(Side side, int at_least) const noexcept {
    for (int k = at_least; k <= 4; ++k)
      if (live(side, k) > 0) return true;
    return false;
  }
  // Calls visit(cell) for the points of live windows with at least so many stones, some of them more than once.
  template <class Visit>
  void each_point(Side side, int at_least, const Visit& visit) const {
    const auto& own = stones_[static_cast<std::size_t>(side)];
    const auto& their = stones_[static_cast<std::size_t>(other(side))];
    for (int w = 0; w < size_; ++w) {
      const auto at = static_cast<std::size_t>(w);
      if (own[at] < at_least || their[at] > 0) continue;
      for (const int cell : windows_->cells(w)) visit(cell);
    }
  }

 private:
  template <int by>
  void change(int cell, Side side) noexcept {
    auto& own = stones_[static_cast<std::size_t>(side)];
    const auto& their = stones_[static_cast<std::size_t>(other(side))];
    auto& live_own = live_[static_cast<std::size_t>(side)];
    auto& live_their = live_[static_cast<std::size_t>(other(side))];
    windows_->for_each_through(cell, [&](int window, int) {
      const auto w = static_cast<std::size_t>(window);
      if (their[w] == 0) {
        --live_own[own[w]];
        ++live_own[static_cast<std::size_t>(own[w] + by)];
      }
      // The first stone in a window of theirs ends it; taking the last one back revives it.
      if (own[w] == (by > 0 ? 0 : 1)) live_their[their[w]] -= by;
      own[w] = static_cast<std::uint8_t>(own[w] + by);
    });
  }

  const Windows* windows_;
  int size_;
  std::array<std::array<std::uint8_t, Windows::max_windows>, 2> stones_{};
  std::array<std::array<std::int16_t, 6>, 2> live_{};  // by side and stones
};

template <class P>
class FullWidth {
 public:
  FullWidth(Rng& rng, search::Stopper& stopper) : rng_(rng), stopper_(stopper) {}

  full_width::Best<Move> search(const P& root, int depth);
  std::uint64_t nodes() const noexcept { return progress_.nodes; }

 private:
  using Points = std::decay_t<decltype(P{}.empty())>;
  struct Tree;
  int any_of(const Points& points);  // one of them at random

  Rng& rng_;
  search::Stopper& stopper_;
  search::SearchProgress progress_;
};

}  // namespace tengen::engines::gomoku

namespace tengen::engines {

template <games::Position P>
  requires gomoku::is_gomoku<P>
struct FullWidthOf<P> {
  using Search = gomoku::FullWidth<P>;
};

}  // namespace tengen::engines

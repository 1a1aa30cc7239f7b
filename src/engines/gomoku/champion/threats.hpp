#pragma once
// The shapes on a board that the rules speak of, for both sides at once, without a table and without a loop over points:
// fives, fours and open threes, and Black's forbidden points in renju. They are those that the network was trained with
// (train/gomoku/native/threats.hpp), which the tests compare them with.
//
// The formulas (shape_formulas.hpp) are compiled once for each kind of processor and chosen once; a small board is one
// register of AVX-512.

#include <span>

#include "engines/gomoku/champion/rows.hpp"
#include "engines/rules.hpp"
#include "games/gomoku/board.hpp"

namespace tengen::engines::gomoku {

// The rule as the side to move sees it.
struct View {
  Rule rule = Rule::freestyle;
  bool black = true;  // the side to move has the black stones; only renju asks

  View other() const noexcept { return {rule, !black}; }
};

// The bits of the sides that win with exactly five only.
template <class Rows>
typename Rows::Word exact_sides(View v) noexcept {
  const bool standard = v.rule == Rule::standard, renju = v.rule == Rule::renju;
  using Word = typename Rows::Word;
  return static_cast<Word>((standard || (renju && v.black) ? Rows::side_bits(Rows::mine) : Word{0}) |
                           (standard || (renju && !v.black) ? Rows::side_bits(Rows::theirs) : Word{0}));
}

// For each side: empty points that make five, that make a four, and that make a four with two or more ways to five (an
// open four or a double four). Forbidden points make nothing but five.
template <class Rows>
struct ThreatPoints {
  Rows five, four, win;
};

// Points that make an open three, points that make two of them or one with a four, and the forbidden ones.
template <class Rows>
struct ThreePoints {
  Rows three, fork, forbidden;
};

template <class Rows>
struct ShapeKernels {
  ThreatPoints<Rows> (*threats)(const Frame<Rows>&, const Rows& stones, View);
  Rows (*five_points)(const Frame<Rows>&, const Rows& stones, View);
  ThreePoints<Rows> (*threes)(const Frame<Rows>&, const Rows& stones, View, const Rows& fours);
  Rows (*forbidden)(const Frame<Rows>&, const Rows& stones, int black, const Rows& wanted);  // renju
};

// What this processor can run, the slowest first.
template <class Rows>
std::span<const ShapeKernels<Rows>* const> shape_kernels() noexcept;
template <>
std::span<const ShapeKernels<SmallRows>* const> shape_kernels() noexcept;
template <>
std::span<const ShapeKernels<LargeRows>* const> shape_kernels() noexcept;

template <class Rows>
class Shapes {
 public:
  static constexpr int mine = Rows::mine, theirs = Rows::theirs;

  explicit Shapes(int size, const ShapeKernels<Rows>& kernels = *shape_kernels<Rows>().back()) noexcept
      : frame_(size), kernels_(&kernels) {}

  const Frame<Rows>& frame() const noexcept { return frame_; }
  Rows empty(const Rows& stones) const noexcept { return frame_.usable(stones).without(stones); }

  ThreatPoints<Rows> threats(const Rows& stones, View view) const noexcept {
    return kernels_->threats(frame_, stones, view);
  }

  // Empty points where a side makes a winning five.
  Rows five_points(const Rows& stones, View view) const noexcept { return kernels_->five_points(frame_, stones, view); }

  ThreePoints<Rows> threes(const Rows& stones, View view, const Rows& fours) const noexcept {
    return kernels_->threes(frame_, stones, view, fours);
  }

  // Black's forbidden points among `wanted`, in Black's bits; nothing under the other rules.
  Rows forbidden(const Rows& stones, View view, const Rows& wanted) const noexcept {
    if (view.rule != Rule::renju) return {};
    return kernels_->forbidden(frame_, stones, view.black ? mine : theirs, wanted);
  }
  // Whether the rules keep the side off the empty point.
  bool is_forbidden(const Rows& stones, View view, int side, int point) const noexcept {
    if (view.rule != Rule::renju || view.black != (side == mine)) return false;
    return forbidden(stones, view, Rows::single(side, point)).any(side);
  }

 private:
  Frame<Rows> frame_;
  const ShapeKernels<Rows>* kernels_;
};

}  // namespace tengen::engines::gomoku

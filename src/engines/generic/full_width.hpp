#pragma once
// BF(d), the yardstick of effective search depth: full-width search d plies deep that gives its leaves random values.
// Games that end before the leaves have their true value; the leaves themselves are not looked at, so BF(1) is the
// random player.
//
// Values are for the side to move. A leaf is uniform in (0, 1), a win is 2, a loss −1, a draw ½; the value for the other
// side is one minus that. Each leaf's value is drawn when it is needed and pruned ones never are: that changes the draws,
// but not the chances of any move.

#include <cmath>
#include <memory>

#include "engines/info.hpp"
#include "search/engine.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines {

namespace full_width {

inline constexpr double win = 2, loss = -1, draw = 0.5;
inline constexpr double below_all = -2, above_all = 3;

// The largest of n draws whose distribution function at their values is uniform: its distribution is uⁿ.
inline double largest_of(double u, double n) noexcept { return std::exp(std::log(u) / n); }

// A value for the side to move in a tree without ends, `plies` deep, in which the first node has `moves` moves and each
// below one fewer, for a uniform u. With V(k) the value of a node k plies above the leaves,
//
//     V(0) is uniform,   V(k) = max over the moves of 1 − V(k−1),
//     so P(V(k) ≤ x) = P(V(k−1) ≥ 1 − x)^moves,
//
// which is turned round level by level: one draw stands for the whole tree.
inline double quiet_value(int plies, int moves, double u) noexcept {
  if (plies == 0) return u;
  const double below = -std::expm1(std::log(u) / moves);
  return 1 - quiet_value(plies - 1, moves - 1, below);
}

// What a search found at its root: the best value, and a move of that value taken at random.
template <class Move>
struct Best {
  Move move{};
  double value = below_all;
};

}  // namespace full_width

// Any game: alpha-beta, with the last ply drawn at once.
template <games::Position P>
class FullWidth {
 public:
  FullWidth(Rng& rng, search::Stopper& stopper) : rng_(rng), stopper_(stopper) {}

  full_width::Best<typename P::Move> search(const P& root, int depth) {
    games::MoveList<P> moves;
    root.legal_moves(moves);
    for (std::size_t left = moves.size(); left > 1; --left)  // of equal values the first is taken
      std::swap(moves[left - 1], moves[rng_.below(static_cast<std::uint32_t>(left))]);
    full_width::Best<typename P::Move> best{moves[0], full_width::below_all};
    for (const auto move : moves) {
      P next = root;
      next.play(move);
      const double value = 1 - node(next, depth - 1, 1 - full_width::above_all, 1 - best.value);
      if (stopper_.stopped()) break;
      if (value > best.value) best = {move, value};
      if (best.value >= full_width::win) break;
    }
    return best;
  }
  std::uint64_t nodes() const noexcept { return progress_.nodes; }

 private:
  double node(const P& position, int plies, double alpha, double beta) {
    ++progress_.nodes;
    if (plies == 0) return rng_.real();
    if (const Outcome outcome = position.outcome(); outcome != Outcome::ongoing) {
      if (outcome == Outcome::draw) return full_width::draw;
      return outcome == win_for(position.side_to_move()) ? full_width::win : full_width::loss;
    }
    if (stopper_.should_stop(progress_)) return 0;
    games::MoveList<P> moves;
    position.legal_moves(moves);
    if (plies == 1) return full_width::largest_of(rng_.real(), static_cast<double>(moves.size()));
    double best = full_width::below_all;
    for (const auto move : moves) {
      P next = position;
      next.play(move);
      best = std::max(best, 1 - node(next, plies - 1, 1 - beta, 1 - std::max(alpha, best)));
      if (best >= beta || best >= full_width::win) break;
    }
    return best;
  }

  Rng& rng_;
  search::Stopper& stopper_;
  search::SearchProgress progress_;
};

// The search for a kind of position; games with a quicker one specialise this.
template <games::Position P>
struct FullWidthOf {
  using Search = FullWidth<P>;
};

template <games::Position P>
class FullWidthEngine final : public search::Engine<P> {
 public:
  explicit FullWidthEngine(int depth) : depth_(depth) {}
  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>&) override {
    search::Stopper stopper(limits, std::move(stop));
    typename FullWidthOf<P>::Search search(rng_, stopper);
    const int depth = std::min(depth_, limits.depth.value_or(depth_));
    const auto best = search.search(position, depth);
    search::SearchResult<P> result;
    result.best = best.move;
    result.score = best.value;
    result.depth = stopper.stopped() ? 0 : depth;
    result.nodes = search.nodes();
    result.pv = {best.move};
    return result;
  }

 private:
  int depth_;
  Rng rng_{0};
};

struct FullWidthPlayer {
  static PlayerInfo info() {
    return {.name = "bf",
            .summary =
                "full-width search with random values at its leaves: the yardstick of effective depth (Chen et "
                "al. 2021)",
            .settings = {Setting::integer("depth", 2, 1, 20, "plies; 1: a random mover")},
            .strength = 200};
  }
  template <games::Position P>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    return std::make_unique<FullWidthEngine<P>>(v.integer("depth"));
  }
};

}  // namespace tengen::engines

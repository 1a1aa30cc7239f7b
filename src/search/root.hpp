#pragma once
// What fixed-depth searches share: principal variations, values of the root moves, and the loop that deepens.

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "search/engine.hpp"
#include "search/evaluator.hpp"
#include "search/stoppers.hpp"

namespace tengen::search {

inline constexpr int max_depth = 64;

// The triangular table of principal variations: the line of a node is its best move and the line of that child. For
// nodes up to `plies` below the root.
template <class Move, int plies = max_depth>
class PvTable {
 public:
  void clear(int ply) noexcept { length_[static_cast<std::size_t>(ply)] = 0; }
  void update(int ply, Move move) noexcept {
    const auto here = static_cast<std::size_t>(ply);
    const std::size_t below = length_[here + 1];
    moves_[here][0] = move;
    std::copy_n(moves_[here + 1].begin(), below, moves_[here].begin() + 1);
    length_[here] = below + 1;
  }
  std::span<const Move> line(int ply) const noexcept {
    const auto here = static_cast<std::size_t>(ply);
    return {moves_[here].data(), length_[here]};
  }

 private:
  std::array<std::array<Move, plies + 2>, plies + 2> moves_{};
  std::array<std::size_t, plies + 2> length_{};
};

// The root moves searched so far and the best of them.
template <games::Position P>
struct RootValues {
  std::vector<Candidate<P>> candidates;  // in the order searched
  std::size_t best = 0;
  std::vector<typename P::Move> pv;

  // True when the move is the new best one.
  bool add(typename P::Move move, int value, bool exact) {
    candidates.push_back({move, static_cast<double>(value), exact, 0});
    if (candidates.size() > 1 && value <= candidates[best].value) return false;
    best = candidates.size() - 1;
    return true;
  }
  void set_pv(typename P::Move move, std::span<const typename P::Move> rest) {
    pv.assign(1, move);
    pv.insert(pv.end(), rest.begin(), rest.end());
  }
};

// The plies to the end that a decided value stands for, signed as in SearchResult.
inline std::optional<int> end_in(int value) {
  if (!is_decided(value)) return std::nullopt;
  return value > 0 ? win_value - value : -(win_value + value);
}

template <games::Position P>
SearchResult<P> to_result(RootValues<P> values, int depth, std::uint64_t nodes) {
  SearchResult<P> result;
  const Candidate<P> best = values.candidates[values.best];
  result.best = best.move;
  result.score = best.value;
  result.end_in = end_in(static_cast<int>(best.value));
  result.depth = depth;
  result.nodes = nodes;
  result.pv = std::move(values.pv);
  result.candidates = std::move(values.candidates);
  std::ranges::stable_sort(result.candidates, std::greater{},
                           [&](const Candidate<P>& c) { return std::pair(c.value, c.move == best.move); });
  return result;
}

// Runs a fixed-depth search: once to the stopper's depth, or deepening from one ply on, where a stopped iteration is
// dropped unless there is none before it. Ends early when the outcome is proven.
template <games::Position P, class Search>
SearchResult<P> run_to_depth(Search& search, const P& root, bool deepening, const Stopper& stopper,
                             const InfoSink<P>& info) {
  SearchResult<P> result;
  bool have_result = false;
  for (int d = deepening ? 1 : std::min(stopper.depth().value_or(max_depth), max_depth);; ++d) {
    RootValues<P> values = search.search(root, d);
    if (!values.candidates.empty() && (!have_result || !stopper.stopped())) {
      result = to_result(std::move(values), d, search.nodes());
      if (stopper.stopped()) {  // in the first iteration; moves that were not looked at may be better
        result.depth = 0;
        if (result.end_in && *result.end_in < 0) result.end_in.reset();
      }
      have_result = true;
      if (info) info(result);
    }
    const bool proven = result.end_in && std::abs(*result.end_in) <= d;
    if (proven || !search.cut_short() || stopper.enough(d) || d == max_depth) break;
  }
  if (!have_result) {  // stopped before the first root move was finished: any legal move
    games::MoveList<P> moves;
    root.legal_moves(moves);
    result.best = moves[0];
    result.pv = {moves[0]};
  }
  result.nodes = search.nodes();
  return result;
}

}  // namespace tengen::search

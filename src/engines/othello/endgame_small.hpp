#pragma once
// Exact null-window search where too few cells are empty for an evaluation to pay. Include this file inside a target
// region only, as search_tree.hpp.
//
// Which node does what depends on the number of empty cells:
//
//     up to 4    written out (endgame_last.hpp)
//     5 and 6    stable discs bound the score; moves into odd regions first
//     7 on       likewise, but moves that leave the opponent few answers first
//                and what this thread has just found out itself
//     11 on      also: the table that all threads share
//     12 on      also: does the table refute a move's child? (enhanced transposition cutoff)

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "engines/othello/endgame_last.hpp"
#include "engines/othello/search_worker.hpp"
#include "engines/othello/stability.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::othello {

template <class K>
class SmallEndgames {
 public:
  static constexpr int parity_only = 6, table_from = 11, etc_from = 12;
  static constexpr int none = -128;

  using Moves = std::array<OrderedMove, 64>;

  explicit SmallEndgames(SearchShared& shared) : shared_(shared) {}

  std::uint64_t& nodes() noexcept { return last_.nodes; }  // positions visited

  void forget() { std::ranges::fill(near_, Near{}); }

  // --- Stopping -----------------------------------------------------------------------------------------------------

  void begin_limits(const Limits& limits, StopToken stop) {
    stopper_ = search::Stopper(limits, std::move(stop), 1);
    period_ = limits.nodes && *limits.nodes < 1'000'000 ? 1 : 16'384;
    next_look_ = nodes();
    split = nullptr;
  }
  void count_nodes() {
    shared_.nodes.fetch_add(nodes() - told_, std::memory_order_relaxed);
    told_ = nodes();
  }
  // Whether the value that is being worked out is wanted no more. Stays true until the search has left the node.
  bool aborted() const noexcept {
    return shared_.stop.load(std::memory_order_relaxed) || (split != nullptr && split->is_cut());
  }
  void look_at_limits() noexcept {
    if (nodes() < next_look_) return;
    next_look_ = nodes() + period_;
    count_nodes();
    if (stopper_.should_stop({shared_.nodes.load(std::memory_order_relaxed)}))
      shared_.stop.store(true, std::memory_order_relaxed);
  }

  // --- Null windows: is the score above alpha? ----------------------------------------------------------------------

  int node(std::uint64_t own, std::uint64_t opponent, int alpha, unsigned odd, int empties) {
    if (empties > parity_only) return table_node(own, opponent, alpha, odd, empties);
    if (empties > 4) return parity_node(own, opponent, alpha, odd, empties);
    if (empties == 4) {
      ++nodes();
      return last_.last_four(own, opponent, alpha, odd);
    }
    return few(own, opponent, alpha, alpha + 1);
  }

  // No more than `upper` can be reached when so many of the opponent's discs are stable. Only looked at where it has a
  // chance, since it costs as much as several moves.
  bool stability_cuts(std::uint64_t own, std::uint64_t opponent, int alpha, int empties, int& upper) const noexcept {
    if (alpha < 2 * empties - 4) return false;
    upper = 64 - 2 * K::count(stable_discs(opponent, own, *edges_));
    return upper <= alpha;
  }

  // Plain alpha-beta where so few cells are left that nothing else pays.
  int few(std::uint64_t own, std::uint64_t opponent, int alpha, int beta) {
    ++nodes();
    std::uint64_t cells = K::moves(own, opponent);
    if (cells == 0) {
      if (K::moves(opponent, own) == 0) return final_score(K::count(own), K::count(opponent));
      --nodes();
      return -few(opponent, own, -beta, -alpha);
    }
    int best = none;
    while (cells != 0 && best < beta) {
      const int cell = LastCells<K>::take(cells);
      const std::uint64_t flipped = K::flips(own, opponent, cell);
      best = std::max(
          best, -few(opponent ^ flipped, own ^ flipped ^ std::uint64_t{1} << cell, -beta, -std::max(alpha, best)));
    }
    return best;
  }

  // --- Moves --------------------------------------------------------------------------------------------------------

  std::size_t list_moves(std::uint64_t own, std::uint64_t opponent, std::uint64_t cells, Moves& moves) const noexcept {
    std::size_t count = 0;
    while (cells != 0) {
      const int cell = LastCells<K>::take(cells);
      moves[count++] = {K::flips(own, opponent, cell), cell, 0};
    }
    return count;
  }

  // Brings the best of the moves from i on to i. Most nodes are cut after a move or two, so sorting all is a waste.
  static void pick_best(Moves& moves, std::size_t i, std::size_t count) noexcept {
    std::size_t best = i;
    for (std::size_t j = i + 1; j < count; ++j)
      if (moves[j].score > moves[best].score) best = j;
    std::swap(moves[i], moves[best]);
  }

  // The table's entries of the positions after the moves are asked for long before they are needed: a look into the
  // memory takes as long as putting the moves in order.
  using Keys = std::array<std::uint64_t, 64>;
  void prefetch(std::uint64_t own, std::uint64_t opponent, const Moves& moves, std::size_t count,
                Keys& keys) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const OrderedMove& move = moves[i];
      keys[i] = SearchTable::key(opponent ^ move.flipped, own ^ move.flipped ^ std::uint64_t{1} << move.cell);
      shared_.table.prefetch(keys[i]);
    }
  }
  // A score above alpha that the table knows a move to have from a search like this one, or alpha.
  int refuted_by_table(const Keys& keys, std::size_t count, int alpha, int depth, int certainty) const noexcept {
    SearchTable::Entry known{};
    for (std::size_t i = 0; i < count; ++i)
      if (shared_.table.find(keys[i], known) && -known.upper > alpha && known.answers(depth - 1, certainty))
        return -known.upper;
    return alpha;
  }

  // Fastest first: what leaves the opponent the fewest answers is a small tree if it refutes, and a good move more often
  // than not. Moves into corners count twice; cells next to my discs are answers to come.
  int freedom_score(std::uint64_t mine, std::uint64_t theirs, std::uint64_t answers, std::uint64_t bit,
                    unsigned odd) const noexcept {
    const std::uint64_t wide = mine | (mine << 1 & ~detail::column_a) | (mine >> 1 & ~detail::column_h);
    const std::uint64_t around = (wide | wide << 8 | wide >> 8) & ~(mine | theirs);
    int score = -32 * (K::count(answers) + K::count(answers & corners)) - 4 * K::count(around);
    if ((odd_cells[odd] & bit) != 0) score += 8;
    if ((corners & bit) != 0) score += 32;
    return score;
  }

  static int work_of(std::uint64_t nodes) noexcept { return 64 - std::countl_zero(nodes); }

  SplitPoint* split = nullptr;  // the innermost point that this thread works for

 private:
  int parity_node(std::uint64_t own, std::uint64_t opponent, int alpha, unsigned odd, int empties) {
    ++nodes();
    int upper = 0;
    if (stability_cuts(own, opponent, alpha, empties, upper)) return upper;
    const std::uint64_t moves = K::moves(own, opponent);
    if (moves == 0) {
      if (K::moves(opponent, own) == 0) return final_score(K::count(own), K::count(opponent));
      --nodes();
      return -parity_node(opponent, own, -alpha - 1, odd, empties);
    }
    int best = none;
    const std::uint64_t odd_first = moves & odd_cells[odd];
    for (std::uint64_t part : {odd_first, moves & ~odd_first})
      while (part != 0) {
        const int cell = LastCells<K>::take(part);
        const std::uint64_t flipped = K::flips(own, opponent, cell), bit = std::uint64_t{1} << cell;
        const unsigned odd_after = odd ^ 1u << quadrant_of(cell);
        int score = 0;
        if (empties == 5) {
          ++nodes();
          score = -last_.last_four(opponent ^ flipped, own ^ flipped ^ bit, -alpha - 1, odd_after);
        } else {
          score = -parity_node(opponent ^ flipped, own ^ flipped ^ bit, -alpha - 1, odd_after, empties - 1);
        }
        if (score > alpha) return score;
        best = std::max(best, score);
      }
    return best;
  }

  int table_node(std::uint64_t own, std::uint64_t opponent, int alpha, unsigned odd, int empties) {
    // 1. Bounds that cost little. What is in the memory is asked for first and looked at last.
    ++nodes();
    look_at_limits();
    const std::uint64_t key = SearchTable::key(own, opponent);
    Near& near = near_[key >> near_shift];
    const bool is_near = empties < table_from;
    if (is_near)
      __builtin_prefetch(&near);
    else
      shared_.table.prefetch(key);
    int upper = 0;
    if (stability_cuts(own, opponent, alpha, empties, upper)) return upper;
    const std::uint64_t cells = K::moves(own, opponent);
    if (cells == 0) {
      if (K::moves(opponent, own) == 0) return final_score(K::count(own), K::count(opponent));
      --nodes();
      return -table_node(opponent, own, -alpha - 1, odd, empties);
    }
    SearchTable::Entry known{-64, 64, SearchTable::no_move};
    if (is_near ? near.find(key, known) : shared_.table.find(key, known) && known.answers(empties, certain)) {
      if (known.lower > alpha) return known.lower;
      if (known.upper <= alpha) return known.upper;
    }

    // 2. The moves.
    Moves moves;
    const std::size_t count = list_moves(own, opponent, cells, moves);
    for (std::size_t i = 0; i < count; ++i)
      if (moves[i].flipped == opponent) return 64;
    Keys keys;
    if (empties >= etc_from) prefetch(own, opponent, moves, count, keys);
    if (count > 1)
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << moves[i].cell;
        const std::uint64_t mine = own ^ moves[i].flipped ^ bit, theirs = opponent ^ moves[i].flipped;
        moves[i].score =
            moves[i].cell == known.move ? 1 << 24 : freedom_score(mine, theirs, K::moves(theirs, mine), bit, odd);
      }
    if (empties >= etc_from) {
      const int refuted = refuted_by_table(keys, count, alpha, empties, certain);
      if (refuted > alpha) return refuted;
    }

    // 3. Search them.
    const std::uint64_t nodes_before = nodes();
    int best = none, best_cell = SearchTable::no_move;
    for (std::size_t i = 0; i < count; ++i) {
      pick_best(moves, i, count);
      const auto& [flipped, cell, order] = moves[i];
      const int score = -node(opponent ^ flipped, own ^ flipped ^ std::uint64_t{1} << cell, -alpha - 1,
                              odd ^ 1u << quadrant_of(cell), empties - 1);
      if (aborted()) return alpha;
      if (score > best) {
        best = score;
        best_cell = cell;
        if (score > alpha) break;
      }
    }

    // 4. Remember.
    if (is_near)
      near = {key, static_cast<std::int8_t>(best > alpha ? best : -64),
              static_cast<std::int8_t>(best > alpha ? 64 : best), static_cast<std::int8_t>(best_cell)};
    else
      shared_.table.store(key, {best > alpha ? best : -64, best > alpha ? 64 : best, best_cell, empties, certain},
                          work_of(nodes() - nodes_before));
    return best;
  }

  // What this thread has just found out about small positions. It fits into the processor's cache, where the shared table
  // is a walk to the memory for each look: for trees of a few thousand nodes that walk costs more than it saves.
  struct Near {
    std::uint64_t key = 0;
    std::int8_t lower = -64, upper = 64, move = SearchTable::no_move;

    bool find(std::uint64_t wanted, SearchTable::Entry& entry) const noexcept {
      if (key != wanted) return false;
      entry.lower = lower;
      entry.upper = upper;
      entry.move = move;
      return true;
    }
  };
  static constexpr int near_bits = 13, near_shift = 64 - near_bits;

  SearchShared& shared_;
  LastCells<K> last_;
  std::vector<Near> near_ = std::vector<Near>(std::size_t{1} << near_bits);
  const EdgeTable* edges_ = &stable_edges();
  search::Stopper stopper_{Limits{}, StopToken{}};
  std::uint64_t period_ = 16'384, next_look_ = 0;  // nodes from one look at the limits to the next; when it is due
  std::uint64_t told_ = 0;
};

}  // namespace tengen::engines::othello

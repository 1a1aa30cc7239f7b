#pragma once
// The endgame search: negamax over null windows, with a principal variation search on top. Include this file inside a
// target region only (solver_plain.cpp and its brothers), after everything that is not a template over the kernels.
//
// Which node does what depends on the number of empty cells:
//
//     up to 4    written out (solver_last.hpp)
//     5 and 6    stable discs bound the score; moves into odd regions first
//     7 on       likewise, but moves that leave the opponent few answers first
//     8 on       also: the table
//     9 on       also: does the table refute a move's child? (enhanced transposition cutoff)
//     15 on      also: order by a short search with the evaluation; may be split among threads

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "champions/othello/solver_last.hpp"
#include "champions/othello/solver_ordering.hpp"
#include "champions/othello/solver_worker.hpp"
#include "search/stoppers.hpp"

namespace tengen::othello {

template <class K, class Evaluate = QuickEvaluation<K>>
class SolverSearch final : public SolverWorker, private LastCells<K> {
 public:
  explicit SolverSearch(SolverShared& shared) : shared_(shared) {}

  void begin(const Limits& limits, StopToken stop) override {
    stopper_ = Stopper(limits, std::move(stop), 1);
    period_ = limits.nodes && *limits.nodes < 1'000'000 ? 1 : 16'384;
    next_look_ = this->nodes_;
    split_ = nullptr;
  }

  int search(const Board& board, int alpha, int beta) override {
    const std::uint64_t empty = ~(board.own | board.opponent);
    return principal(board.own, board.opponent, alpha, beta, odd_quadrants(empty), K::count(empty));
  }

  void help(SplitPoint& point) override {
    SplitPoint* const before = std::exchange(split_, &point);
    work_on(point);
    split_ = before;
    tell_nodes();
    shared_.pool.leave(point);
  }

  void tell_nodes() override {
    shared_.nodes.fetch_add(this->nodes_ - told_, std::memory_order_relaxed);
    told_ = this->nodes_;
  }

 private:
  static constexpr int parity_only = 6, table_from = 8, etc_from = 9, deep_from = 15, split_from = 15;
  static constexpr int none = -128;

  using Moves = std::array<OrderedMove, 64>;

  // --- Stopping -----------------------------------------------------------------------------------------------------

  // Whether the value that is being worked out is wanted no more. Stays true until the search has left the node.
  bool aborted() const noexcept {
    return shared_.stop.load(std::memory_order_relaxed) || (split_ != nullptr && split_->is_cut());
  }
  void look_at_limits() noexcept {
    if (this->nodes_ < next_look_) return;
    next_look_ = this->nodes_ + period_;
    tell_nodes();
    if (stopper_.should_stop({shared_.nodes.load(std::memory_order_relaxed)}))
      shared_.stop.store(true, std::memory_order_relaxed);
  }

  // --- Null windows: is the score above alpha? ----------------------------------------------------------------------

  int child(std::uint64_t own, std::uint64_t opponent, const OrderedMove& move, int alpha, unsigned odd, int empties) {
    const std::uint64_t mine = own ^ move.flipped ^ std::uint64_t{1} << move.cell;
    return -node(opponent ^ move.flipped, mine, -alpha - 1, odd ^ 1u << quadrant_of(move.cell), empties - 1);
  }

  int node(std::uint64_t own, std::uint64_t opponent, int alpha, unsigned odd, int empties) {
    if (empties > parity_only) return large_node(own, opponent, alpha, odd, empties);
    if (empties > 4) return small_node(own, opponent, alpha, odd, empties);
    if (empties == 4) {
      ++this->nodes_;
      return this->last_four(own, opponent, alpha, odd);
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

  int small_node(std::uint64_t own, std::uint64_t opponent, int alpha, unsigned odd, int empties) {
    ++this->nodes_;
    int upper = 0;
    if (stability_cuts(own, opponent, alpha, empties, upper)) return upper;
    const std::uint64_t moves = K::moves(own, opponent);
    if (moves == 0) {
      if (K::moves(opponent, own) == 0) return final_score(K::count(own), K::count(opponent));
      --this->nodes_;
      return -small_node(opponent, own, -alpha - 1, odd, empties);
    }
    int best = none;
    const std::uint64_t odd_first = moves & odd_cells[odd];
    for (std::uint64_t part : {odd_first, moves & ~odd_first})
      while (part != 0) {
        const int cell = this->take(part);
        const std::uint64_t flipped = K::flips(own, opponent, cell), bit = std::uint64_t{1} << cell;
        const unsigned odd_after = odd ^ 1u << quadrant_of(cell);
        int score = 0;
        if (empties == 5) {
          ++this->nodes_;
          score = -this->last_four(opponent ^ flipped, own ^ flipped ^ bit, -alpha - 1, odd_after);
        } else {
          score = -small_node(opponent ^ flipped, own ^ flipped ^ bit, -alpha - 1, odd_after, empties - 1);
        }
        if (score > alpha) return score;
        best = std::max(best, score);
      }
    return best;
  }

  int large_node(std::uint64_t own, std::uint64_t opponent, int alpha, unsigned odd, int empties) {
    // 1. Bounds that cost little.
    ++this->nodes_;
    look_at_limits();
    int upper = 0;
    if (stability_cuts(own, opponent, alpha, empties, upper)) return upper;
    const std::uint64_t key = SolverTable::key(own, opponent);
    SolverTable::Entry known{-64, 64, SolverTable::no_move};
    if (empties >= table_from && shared_.table.find(key, known)) {
      if (known.lower > alpha) return known.lower;
      if (known.upper <= alpha) return known.upper;
    }

    // 2. The moves.
    const std::uint64_t cells = K::moves(own, opponent);
    if (cells == 0) {
      if (K::moves(opponent, own) == 0) return final_score(K::count(own), K::count(opponent));
      --this->nodes_;
      return -large_node(opponent, own, -alpha - 1, odd, empties);
    }
    Moves moves;
    const std::size_t count = list_moves(own, opponent, cells, moves);
    for (std::size_t i = 0; i < count; ++i)
      if (moves[i].flipped == opponent) return 64;
    if (empties >= etc_from) {
      const int refuted = refuted_by_table(own, opponent, alpha, moves, count);
      if (refuted > alpha) return refuted;
    }
    order(own, opponent, odd, empties, known.move, moves, count);

    // 3. Search them.
    const std::uint64_t nodes_before = this->nodes_;
    int best = none, best_cell = SolverTable::no_move;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && empties >= split_from && count - i > 1 && shared_.pool.somebody_waits()) {
        split(own, opponent, alpha, odd, empties, moves, i, count, best, best_cell);
        if (aborted()) return alpha;
        break;
      }
      pick_best(moves, i, count);
      const int score = child(own, opponent, moves[i], alpha, odd, empties);
      if (aborted()) return alpha;
      if (score > best) {
        best = score;
        best_cell = moves[i].cell;
        if (score > alpha) break;
      }
    }

    // 4. Remember.
    if (empties >= table_from)
      shared_.table.store(key, {best > alpha ? best : -64, best > alpha ? 64 : best, best_cell},
                          work_of(this->nodes_ - nodes_before));
    return best;
  }

  static int work_of(std::uint64_t nodes) noexcept { return 64 - std::countl_zero(nodes); }

  // --- Order --------------------------------------------------------------------------------------------------------

  std::size_t list_moves(std::uint64_t own, std::uint64_t opponent, std::uint64_t cells, Moves& moves) const noexcept {
    std::size_t count = 0;
    while (cells != 0) {
      const int cell = this->take(cells);
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

  // A score above alpha that the table knows a move to have, or alpha.
  int refuted_by_table(std::uint64_t own, std::uint64_t opponent, int alpha, const Moves& moves,
                       std::size_t count) const noexcept {
    std::array<std::uint64_t, 64> keys;
    for (std::size_t i = 0; i < count; ++i) {
      const OrderedMove& move = moves[i];
      keys[i] = SolverTable::key(opponent ^ move.flipped, own ^ move.flipped ^ std::uint64_t{1} << move.cell);
      shared_.table.prefetch(keys[i]);
    }
    SolverTable::Entry known{};
    for (std::size_t i = 0; i < count; ++i)
      if (shared_.table.find(keys[i], known) && -known.upper > alpha) return -known.upper;
    return alpha;
  }

  void order(std::uint64_t own, std::uint64_t opponent, unsigned odd, int empties, int table_move, Moves& moves,
             std::size_t count) {
    if (count == 1) return;
    const int depth = empties < deep_from ? -1 : std::min(empties - deep_from, 6);
    for (std::size_t i = 0; i < count; ++i) {
      OrderedMove& move = moves[i];
      const std::uint64_t bit = std::uint64_t{1} << move.cell;
      const std::uint64_t mine = own ^ move.flipped ^ bit, theirs = opponent ^ move.flipped;
      const std::uint64_t answers = K::moves(theirs, mine), empty = ~(mine | theirs);
      move.score = -32 * QuickEvaluation<K>::weighted(answers) - 4 * K::count(QuickEvaluation<K>::around(mine) & empty);
      if ((odd_cells[odd] & bit) != 0) move.score += 8;
      if ((corners & bit) != 0) move.score += 32;
      if (depth >= 0) {
        look_at_limits();
        if (aborted()) return;
        move.score -= 8 * guess(theirs, mine, depth, -100'000, 100'000);
      }
      if (move.cell == table_move) move.score = 1 << 24;
    }
  }

  // A short search with the evaluation.
  int guess(std::uint64_t own, std::uint64_t opponent, int depth, int alpha, int beta) {
    ++this->nodes_;
    if (depth == 0) return evaluate_(own, opponent);
    std::uint64_t cells = K::moves(own, opponent);
    if (cells == 0) {
      if (K::moves(opponent, own) == 0) return 1000 * final_score(K::count(own), K::count(opponent));
      return -guess(opponent, own, depth - 1, -beta, -alpha);
    }
    Moves moves;
    const std::size_t count = list_moves(own, opponent, cells, moves);
    if (depth > 1)
      for (std::size_t i = 0; i < count; ++i)
        moves[i].score = -QuickEvaluation<K>::weighted(
            K::moves(opponent ^ moves[i].flipped, own ^ moves[i].flipped ^ std::uint64_t{1} << moves[i].cell));
    int best = -200'000;
    for (std::size_t i = 0; i < count; ++i) {
      if (depth > 1) pick_best(moves, i, count);
      const OrderedMove& move = moves[i];
      const int score = -guess(opponent ^ move.flipped, own ^ move.flipped ^ std::uint64_t{1} << move.cell, depth - 1,
                               -beta, -std::max(alpha, best));
      best = std::max(best, score);
      if (best >= beta) break;
    }
    return best;
  }

  // --- Together -----------------------------------------------------------------------------------------------------

  // Lets other threads take part in the moves from `first` on; best and best_cell are brought up to date.
  void split(std::uint64_t own, std::uint64_t opponent, int alpha, unsigned odd, int empties, Moves& moves,
             std::size_t first, std::size_t count, int& best, int& best_cell) {
    for (std::size_t i = first; i < count; ++i) pick_best(moves, i, count);
    SplitPoint point{own, opponent, alpha, odd, empties, split_, moves.data(), count, first, false, best, best_cell};
    split_ = &point;
    shared_.pool.open(point);
    work_on(point);
    while (SplitPoint* const other = shared_.pool.wait_for_helpers(point)) help(*other);
    split_ = point.parent;
    best = point.best;
    best_cell = point.best_cell;
  }

  void work_on(SplitPoint& point) {
    for (;;) {
      const std::size_t i = point.next.fetch_add(1, std::memory_order_relaxed);
      if (i >= point.count) return;
      const int score = child(point.own, point.opponent, point.moves[i], point.alpha, point.odd, point.empties);
      if (aborted()) return;
      shared_.pool.report(point, score, point.moves[i].cell);
      if (score > point.alpha) return;
    }
  }

  // --- Wide windows -------------------------------------------------------------------------------------------------

  // Principal variation search: the first move with the whole window, the others only asked whether they are better.
  int principal(std::uint64_t own, std::uint64_t opponent, int alpha, int beta, unsigned odd, int empties) {
    if (empties <= parity_only) return few(own, opponent, alpha, beta);
    if (beta - alpha <= 1) return node(own, opponent, alpha, odd, empties);
    ++this->nodes_;
    look_at_limits();
    const std::uint64_t key = SolverTable::key(own, opponent);
    SolverTable::Entry known{-64, 64, SolverTable::no_move};
    if (shared_.table.find(key, known)) {
      if (known.lower >= beta || known.lower == known.upper) return known.lower;
      if (known.upper <= alpha) return known.upper;
      alpha = std::max(alpha, known.lower - 1);
      beta = std::min(beta, known.upper + 1);
    }
    const std::uint64_t cells = K::moves(own, opponent);
    if (cells == 0) {
      if (K::moves(opponent, own) == 0) return final_score(K::count(own), K::count(opponent));
      --this->nodes_;
      return -principal(opponent, own, -beta, -alpha, odd, empties);
    }
    Moves moves;
    const std::size_t count = list_moves(own, opponent, cells, moves);
    order(own, opponent, odd, empties, known.move, moves, count);

    const std::uint64_t nodes_before = this->nodes_;
    int best = none, best_cell = SolverTable::no_move, low = alpha;
    for (std::size_t i = 0; i < count && best < beta; ++i) {
      pick_best(moves, i, count);
      const OrderedMove& move = moves[i];
      int score = none;
      if (i > 0) score = child(own, opponent, move, low, odd, empties);
      if (aborted()) return alpha;
      if (i == 0 || (score > low && score < beta))
        score = -principal(opponent ^ move.flipped, own ^ move.flipped ^ std::uint64_t{1} << move.cell, -beta,
                           i == 0 ? -low : -score + 1, odd ^ 1u << quadrant_of(move.cell), empties - 1);
      if (aborted()) return alpha;
      if (score > best) {
        best = score;
        best_cell = move.cell;
        low = std::max(low, best);
      }
    }
    shared_.table.store(key, {best > alpha ? best : -64, best < beta ? best : 64, best_cell},
                        work_of(this->nodes_ - nodes_before));
    return best;
  }

  // Plain alpha-beta where so few cells are left that nothing else pays.
  int few(std::uint64_t own, std::uint64_t opponent, int alpha, int beta) {
    ++this->nodes_;
    std::uint64_t cells = K::moves(own, opponent);
    if (cells == 0) {
      if (K::moves(opponent, own) == 0) return final_score(K::count(own), K::count(opponent));
      --this->nodes_;
      return -few(opponent, own, -beta, -alpha);
    }
    int best = none;
    while (cells != 0 && best < beta) {
      const int cell = this->take(cells);
      const std::uint64_t flipped = K::flips(own, opponent, cell);
      best = std::max(
          best, -few(opponent ^ flipped, own ^ flipped ^ std::uint64_t{1} << cell, -beta, -std::max(alpha, best)));
    }
    return best;
  }

  SolverShared& shared_;
  Evaluate evaluate_;
  const EdgeTable* edges_ = &stable_edges();
  Stopper stopper_{Limits{}, StopToken{}};
  std::uint64_t period_ = 16'384, next_look_ = 0;  // nodes from one look at the limits to the next; when it is due
  std::uint64_t told_ = 0;
  SplitPoint* split_ = nullptr;  // the innermost point that this thread works for
};

}  // namespace tengen::othello

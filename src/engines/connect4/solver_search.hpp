#pragma once
// The solver's search: null windows only, one question at a time: is the score at least `goal`?

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/rng.hpp"
#include "engines/connect4/solver_rules.hpp"
#include "engines/connect4/solver_table.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::connect4 {

struct ScoreRange {
  int lower;
  int upper;
};

template <class Shape>
class SolverSearch {
 public:
  // A position on its way into the search.
  struct SearchNode {
    SolverNode board;
    SolverTable::Place place;  // of its canonical key
    bool is_mirrored;          // the canonical position is the mirror image
    int table_move;            // a column, or SolverTable::no_move
  };

  // A seed other than 0 shuffles the moves a little: threads that share a table should not all walk the same way.
  SolverSearch(const Shape& shape, SolverTable& table, std::uint64_t seed)
      : shape_(shape), table_(&table), rng_(seed), shuffles_(seed != 0) {}

  // From here on this stopper is asked at every node. Counts from 0.
  void begin(search::Stopper& stopper) noexcept {
    stopper_ = &stopper;
    stopped_ = false;
    progress_.nodes = 0;
  }
  std::uint64_t nodes() const noexcept { return progress_.nodes; }
  bool stopped() const noexcept { return stopped_; }

  // Plays forced moves for as long as there are any. True: they end the game, and `score` is that of the side to move
  // in the node they lead to. The number of moves played is the change in plies.
  bool follow_forced(SolverNode& node, int& score) const noexcept;

  // Needs no search: lower ≤ v ≤ upper, as close as it takes to tell whether v ≥ goal.
  // Precondition: no move is forced.
  ScoreRange bounds(const SolverNode& node, int goal) const noexcept;

  // Close to the end a position is searched again faster than it is found in memory.
  bool uses_table(const SolverNode& node) const noexcept { return shape_.masks.cells - node.plies > 12; }

  void find_place(SearchNode& node) const noexcept {
    node.place = table_->place(canonical_key(shape_, node.board, node.is_mirrored));
  }

  // With v the score and r what is returned:
  //   r ≥ goal   v ≥ r
  //   r < goal   v ≤ r
  // Means nothing after a stop. Precondition: neither side can win at once, no move is forced, and bounds() do not tell.
  int search(const SearchNode& here, int goal) noexcept;

 private:
  struct Child {
    SearchNode node;
    int sign;  // -1: the opponent is to move
    int goal;  // the question as the child's side to move hears it
    int column;
    int order;
  };
  using Children = std::array<Child, Geometry::largest>;
  using Order = std::array<std::uint8_t, Geometry::largest>;

  // Asks the table for the first `count` children. Returns how many it leaves to be searched, in this order; where one
  // of them is good enough, `best` reaches the goal and the rest means nothing.
  std::size_t look_up(Children& children, std::size_t count, int goal, Order& sorted, int& best) const noexcept;

  // The promise of a move that leaves its side these threats after so many plies.
  int order_of(Cells threats, Cells playable, int column, int plies) noexcept;

  [[no_unique_address]] Shape shape_;
  SolverTable* table_;
  search::Stopper* stopper_ = nullptr;
  search::SearchProgress progress_;
  bool stopped_ = false;
  Rng rng_;
  bool shuffles_;
};

template <class Shape>
bool SolverSearch<Shape>::follow_forced(SolverNode& node, int& score) const noexcept {
  for (;;) {
    Cells moves = 0;
    switch (forced_move(shape_, node, moves)) {
      case Forced::nothing: return false;
      case Forced::full: score = 0; return true;
      case Forced::loss: score = -win_score_at(shape_, node.plies + 2); return true;
      case Forced::move: node = after(shape_, node, moves);
    }
  }
}

template <class Shape>
ScoreRange SolverSearch<Shape>::bounds(const SolverNode& node, int goal) const noexcept {
  // Nobody wins with the next disc, nor the opponent with the one after that.
  ScoreRange range{-win_score_at(shape_, node.plies + 4), win_score_at(shape_, node.plies + 3)};
  if (range.lower >= goal || range.upper < goal) return range;
  const Cells free = shape_.masks.board & ~(node.mine | node.theirs);
  if (goal > 0) {
    if (!has_four(shape_, node.mine | free)) range.upper = 0;
  } else {
    if (!has_four(shape_, node.theirs | free)) range.lower = 0;
  }
  if (range.upper >= goal && (shape_.masks.cells - node.plies) % 2 == 0)
    range.upper = std::min(range.upper, follow_up_bound(shape_, node, goal));
  if (range.upper >= goal && node.their_threats != 0)
    range.upper = std::min(range.upper, zugzwang_bound(shape_, node, goal));
  return range;
}

template <class Shape>
int SolverSearch<Shape>::order_of(Cells threats, Cells playable, int column, int plies) noexcept {
  // Where the board fills up in pairs, the side that moves second in them gets the follower's cells.
  const Cells likely = (shape_.masks.cells - plies) % 2 == 0 ? shape_.masks.follower : ~shape_.masks.follower;
  return 50 * bit_count(threats & ((playable << 1) | (playable << 2))) + 30 * bit_count(threats) +
         30 * bit_count(threats & likely) + std::min(column, shape_.masks.columns - 1 - column) +
         (shuffles_ ? static_cast<int>(rng_.below(30)) : 0);
}

template <class Shape>
std::size_t SolverSearch<Shape>::look_up(Children& children, std::size_t count, int goal, Order& sorted,
                                         int& best) const noexcept {
  std::size_t open = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Child& child = children[i];
    child.node.table_move = SolverTable::no_move;
    if (SolverTable::Entry entry; uses_table(child.node.board) && table_->find(child.node.place, entry)) {
      const int lower = child.sign < 0 ? -entry.upper : entry.lower;
      const int upper = child.sign < 0 ? -entry.lower : entry.upper;
      if (lower >= goal) {
        best = lower;
        return open;
      }
      if (upper < goal) {
        best = std::max(best, upper);
        continue;
      }
      if (entry.move != SolverTable::no_move)
        child.node.table_move = child.node.is_mirrored ? shape_.masks.columns - 1 - entry.move : entry.move;
    }
    std::size_t at = open++;
    for (; at > 0 && children[sorted[at - 1]].order < child.order; --at) sorted[at] = sorted[at - 1];
    sorted[at] = static_cast<std::uint8_t>(i);
  }
  return open;
}

template <class Shape>
int SolverSearch<Shape>::search(const SearchNode& here, int goal) noexcept {
  const SolverNode& node = here.board;
  const std::uint64_t nodes_before = progress_.nodes++;
  if (stopper_->should_stop(progress_)) {
    stopped_ = true;
    return 0;
  }

  // 1. Children: those that forced moves or bounds decide are not searched.
  Children children;
  std::size_t count = 0;
  int best = -win_score_at(shape_, node.plies + 4);
  Cells moves = playable_cells(shape_, node) & ~before(shape_, node.their_threats);
  for (; moves != 0; moves &= moves - 1) {
    Child& child = children[count];
    SolverNode& next = child.node.board;
    next = after(shape_, node, moves & (~moves + 1));
    const Cells threats = next.their_threats & ~(next.my_threats << 1), playable = playable_cells(shape_, next);
    int score = 0;
    const bool ended = follow_forced(next, score);
    child.sign = (next.plies - node.plies) % 2 == 0 ? 1 : -1;
    child.goal = child.sign < 0 ? 1 - goal : goal;
    const ScoreRange range = ended ? ScoreRange{score, score} : bounds(next, child.goal);
    const int lower = child.sign < 0 ? -range.upper : range.lower;
    const int upper = child.sign < 0 ? -range.lower : range.upper;
    if (lower >= goal) return lower;
    if (upper < goal) {
      best = std::max(best, upper);
      continue;
    }
    child.column = std::countr_zero(moves) / shape_.masks.stride;
    child.order =
        order_of(threats, playable, child.column, node.plies + 1) + (child.column == here.table_move ? 50 : 0);
    if (uses_table(next)) {
      find_place(child.node);
      table_->prefetch(child.node.place);
    }
    ++count;
  }
  // No child loses within two plies, so this side does not win within four.
  if (const int upper = win_score_at(shape_, node.plies + 5); upper < goal) return upper;

  // 2. What the table knows of them, and the order of the rest.
  Order sorted;
  const std::size_t open = look_up(children, count, goal, sorted, best);
  if (best >= goal) return best;

  // 3. Search them until one is good enough.
  int best_move = SolverTable::no_move;
  for (std::size_t i = 0; i < open && best < goal; ++i) {
    const Child& child = children[sorted[i]];
    const int score = search(child.node, child.goal);
    if (stopped_) return 0;
    const int ours = child.sign < 0 ? -score : score;
    if (ours >= goal) best_move = child.column;
    best = std::max(best, ours);
  }

  // 4. Remember.
  if (!uses_table(node)) return best;
  const bool enough = best >= goal;
  if (enough && here.is_mirrored) best_move = shape_.masks.columns - 1 - best_move;
  const SolverTable::Entry entry{enough ? best : -win_score_at(shape_, node.plies + 4),
                                 enough ? win_score_at(shape_, node.plies + 3) : best, best_move};
  table_->store(here.place, entry, progress_.nodes - nodes_before);
  return best;
}

}  // namespace tengen::engines::connect4

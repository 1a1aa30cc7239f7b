#pragma once
// Young brothers wait: once the first move of a node has been searched without a cut, the others may be searched by
// several threads. The node becomes a split point, a place on its owner's stack where threads without work take moves.
//
//   owner:   open ── takes moves ── close: nobody may join ── waits for those inside, and helps them meanwhile
//   helper:  waits for an open point ── joins ── takes moves ── leaves
//
// A split happens only where a thread is out of work and the node is large, so the lock costs nothing that counts.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace tengen::engines::othello {

// Without initial values: a node has room for many, and filling that with noughts would cost more than the moves.
struct OrderedMove {
  std::uint64_t flipped;
  int cell;
  int score;  // larger: search earlier
};

// A null-window node that several threads work on.
struct SplitPoint {
  std::uint64_t own, opponent;
  int alpha;
  int depth, certainty, probes;
  SplitPoint* parent;        // the point that the owner was working for
  const OrderedMove* moves;  // in the order to search them
  std::size_t count;

  std::atomic<std::size_t> next;  // the first move that nobody has taken
  std::atomic<bool> cut = false;  // a move was better than alpha: everybody leaves
  int best, best_cell;            // under the pool's lock
  int helpers = 0;                // likewise

  // Whether what is done for this point serves no purpose any more.
  bool is_cut() const noexcept {
    for (const SplitPoint* point = this; point != nullptr; point = point->parent)
      if (point->cut.load(std::memory_order_relaxed)) return true;
    return false;
  }
  bool descends_from(const SplitPoint* ancestor) const noexcept {
    for (const SplitPoint* point = this; point != nullptr; point = point->parent)
      if (point == ancestor) return true;
    return false;
  }
};

class SplitPool {
 public:
  // Cheap enough to ask at every large node.
  bool somebody_waits() const noexcept { return waiting_.load(std::memory_order_relaxed) > 0; }

  void open(SplitPoint& point);
  // A move's result.
  void report(SplitPoint& point, int score, int cell);

  // A point to help with, entered already; nothing once `finish` was called.
  SplitPoint* wait_for_work();
  // For the owner of a point: the same among what its helpers have split, until they are all out. Then nothing.
  SplitPoint* wait_for_helpers(SplitPoint& own);
  void leave(SplitPoint& point);

  // Sends the helpers home, or lets them come again.
  void finish();
  void start();

 private:
  SplitPoint* joinable(const SplitPoint* ancestor) noexcept;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<SplitPoint*> open_;
  std::atomic<int> waiting_ = 0;
  bool finished_ = false;
};

}  // namespace tengen::engines::othello

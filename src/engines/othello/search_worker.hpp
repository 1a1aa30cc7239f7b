#pragma once
// One thread's search as the driver sees it: a virtual call for each question, never for each node. Which class stands
// behind it depends on the processor.

#include <atomic>
#include <cstdint>
#include <memory>

#include "core/limits.hpp"
#include "engines/othello/pattern_weights.hpp"
#include "engines/othello/search_margins.hpp"
#include "engines/othello/search_split.hpp"
#include "engines/othello/search_table.hpp"

namespace tengen::engines::othello {

struct Board {
  std::uint64_t own = 0, opponent = 0;  // discs of the side to move and of the other
  bool operator==(const Board&) const = default;
};

// What all threads of a solver share.
struct SearchShared {
  SearchShared(std::size_t table_bytes, const PatternWeights& its_weights)
      : weights(&its_weights), margins(its_weights), table(table_bytes) {}
  const PatternWeights* weights;
  CutMargins margins;
  SearchTable table;
  SplitPool pool;
  std::atomic<bool> stop = false;       // a limit was reached or somebody said stop
  std::atomic<std::uint64_t> nodes{0};  // as far as the threads have told
};

class SearchWorker {
 public:
  virtual ~SearchWorker() = default;

  // Forgets what it keeps for itself.
  virtual void clear() = 0;

  // From here on these limits count.
  virtual void begin(const Limits& limits, StopToken stop) = 0;

  // With v the score `depth` plies ahead, exact with at least as many as cells are empty, and r what is returned:
  //   r ≤ alpha          v ≤ r
  //   alpha < r < beta   v = r
  //   beta ≤ r           v ≥ r
  // Means nothing once the shared flag says stop.
  virtual int search(const Board& board, int alpha, int beta, int depth, int certainty) = 0;

  // What the evaluation alone says, in discs.
  virtual int evaluate(const Board& board) = 0;

  // Takes part in somebody else's node until its moves are all taken.
  virtual void help(SplitPoint& point) = 0;

  // Adds what was not yet counted to the shared number of nodes.
  virtual void tell_nodes() = 0;
};

// One for each set of kernels; only to be called where the processor has the instructions.
std::unique_ptr<SearchWorker> make_plain_worker(SearchShared& shared);
std::unique_ptr<SearchWorker> make_avx2_worker(SearchShared& shared);
std::unique_ptr<SearchWorker> make_avx512_worker(SearchShared& shared);

}  // namespace tengen::engines::othello

#pragma once
// One thread's search as the driver sees it: a virtual call for each question, never for each node. Which class stands
// behind it depends on the processor.

#include <atomic>
#include <cstdint>
#include <memory>

#include "champions/othello/solver_split.hpp"
#include "champions/othello/solver_table.hpp"
#include "core/limits.hpp"

namespace tengen::othello {

struct Board {
  std::uint64_t own = 0, opponent = 0;  // discs of the side to move and of the other
  bool operator==(const Board&) const = default;
};

// What all threads of a solver share.
struct SolverShared {
  explicit SolverShared(std::size_t table_bytes) : table(table_bytes) {}
  SolverTable table;
  SplitPool pool;
  std::atomic<bool> stop = false;       // a limit was reached or somebody said stop
  std::atomic<std::uint64_t> nodes{0};  // as far as the threads have told
};

class SolverWorker {
 public:
  virtual ~SolverWorker() = default;

  // From here on these limits count.
  virtual void begin(const Limits& limits, StopToken stop) = 0;

  // The exact score if it lies between alpha and beta; otherwise a bound: at most the true score when it is beta or
  // more, at least the true score when it is alpha or less. Means nothing once the shared flag says stop.
  virtual int search(const Board& board, int alpha, int beta) = 0;

  // Takes part in somebody else's node until its moves are all taken.
  virtual void help(SplitPoint& point) = 0;

  // Adds what was not yet counted to the shared number of nodes.
  virtual void tell_nodes() = 0;
};

// One for each set of kernels; only to be called where the processor has the instructions.
std::unique_ptr<SolverWorker> make_plain_worker(SolverShared& shared);
std::unique_ptr<SolverWorker> make_avx2_worker(SolverShared& shared);
std::unique_ptr<SolverWorker> make_avx512_worker(SolverShared& shared);

}  // namespace tengen::othello

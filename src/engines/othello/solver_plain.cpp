// The endgame search for any x86-64.

#include "engines/othello/kernels.hpp"
#include "engines/othello/solver_search.hpp"

namespace tengen::othello {

std::unique_ptr<SolverWorker> make_plain_worker(SolverShared& shared) {
  return std::make_unique<SolverSearch<PlainKernels>>(shared);
}

}  // namespace tengen::othello

// The endgame search for any x86-64.

#include "engines/othello/kernels.hpp"
#include "engines/othello/search_tree.hpp"

namespace tengen::engines::othello {

std::unique_ptr<SearchWorker> make_plain_worker(SearchShared& shared) {
  return std::make_unique<TreeSearch<PlainKernels>>(shared);
}

}  // namespace tengen::engines::othello

// The endgame search for processors with AVX-512.
//
// Only what stands inside the target region is compiled for them, and all of that is a template over the kernels, so
// that no function the rest of the program uses can end up with instructions that an older processor does not know.

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "engines/othello/endgame_cells.hpp"
#include "engines/othello/kernels.hpp"
#include "engines/othello/pattern_weights.hpp"
#include "engines/othello/search_worker.hpp"
#include "engines/othello/stability.hpp"
#include "search/stoppers.hpp"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512vl,avx512cd"))), \
                                 apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,avx512f,avx512vl,avx512cd")
#endif

#include "engines/othello/kernels_avx512.hpp"
#include "engines/othello/search_tree.hpp"

namespace tengen::engines::othello {

template class TreeSearch<Avx512Kernels>;

}  // namespace tengen::engines::othello

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace tengen::engines::othello {

std::unique_ptr<SearchWorker> make_avx512_worker(SearchShared& shared) {
  return std::make_unique<TreeSearch<Avx512Kernels>>(shared);
}

}  // namespace tengen::engines::othello

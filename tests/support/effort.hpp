#pragma once
// How often a randomised test repeats itself: fewer times in slow builds, more when TENGEN_LONG is set.

#include <cstdlib>

namespace tengen {

inline int effort(int repetitions) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
  repetitions = repetitions / 10 + 1;
#endif
  return std::getenv("TENGEN_LONG") != nullptr ? 50 * repetitions : repetitions;
}

}  // namespace tengen

#pragma once
// How often a randomised test repeats itself: fewer times in slow builds, more when TENGEN_LONG is set.

#include <cstdlib>

namespace tengen {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
inline constexpr bool slow_build = true;
#else
inline constexpr bool slow_build = false;
#endif

inline bool long_run() { return std::getenv("TENGEN_LONG") != nullptr; }

inline int effort(int repetitions) {
  const int here = slow_build ? repetitions / 10 + 1 : repetitions;
  return long_run() ? 50 * here : here;
}

}  // namespace tengen

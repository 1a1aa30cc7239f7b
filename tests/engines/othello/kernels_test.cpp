// Every set of kernels against the rules cell by cell, on millions of boards.

#include "engines/othello/kernels.hpp"

#include <gtest/gtest.h>
#include <immintrin.h>

#include <vector>

#include "engines/othello/naive.hpp"
#include "engines/othello/solver.hpp"
#include "support/effort.hpp"

// As in search_avx2.cpp: only these templates are compiled for such a processor.
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif

#include "engines/othello/kernels_avx2.hpp"

namespace tengen::engines::othello {
namespace {

// The kernels as functions that cannot be inlined where the processor may not know them.
template <class K>
struct Probe {
  [[gnu::noinline]] static int count(std::uint64_t bits) { return K::count(bits); }
  [[gnu::noinline]] static std::uint64_t moves(std::uint64_t own, std::uint64_t opponent) {
    return K::moves(own, opponent);
  }
  [[gnu::noinline]] static std::uint64_t flips(std::uint64_t own, std::uint64_t opponent, int cell) {
    return K::flips(own, opponent, cell);
  }
  [[gnu::noinline]] static int last_flips(std::uint64_t own, int cell) { return K::last_flips(own, cell); }
};
template struct Probe<Avx2Kernels>;

}  // namespace
}  // namespace tengen::engines::othello

#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512vl,avx512cd"))), \
                                 apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,avx512f,avx512vl,avx512cd")
#endif

#include "engines/othello/kernels_avx512.hpp"

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace tengen::engines::othello {
namespace {

// A set as function pointers, so that one board can be shown to all of them.
struct Set {
  const char* name;
  int (*count)(std::uint64_t);
  std::uint64_t (*moves)(std::uint64_t, std::uint64_t);
  std::uint64_t (*flips)(std::uint64_t, std::uint64_t, int);
  int (*last_flips)(std::uint64_t, int);
};
template <class K>
constexpr Set set_of(const char* name) {
  return {name, K::count, K::moves, K::flips, K::last_flips};
}

std::vector<Set> known_sets() {
  std::vector<Set> sets = {set_of<PlainKernels>("plain")};
  if (known_processors().size() > 1) sets.push_back(set_of<Probe<Avx2Kernels>>("AVX2"));
  if (known_processors().size() > 2) sets.push_back(set_of<Probe<Avx512Kernels>>("AVX-512"));
  return sets;
}

TEST(OthelloKernels, FollowTheRules) {
  const std::vector<Set> sets = known_sets();
  Rng rng(1);
  int wrong = 0;
  for (int i = 0; i < effort(2'000'000) && wrong < 5; ++i) {
    const Position p = naive::random_fill(rng, static_cast<int>(1 + rng.below(60)), 20 + rng.below(216));
    const std::uint64_t own = p.own(), opponent = p.opponent(), empty = ~(own | opponent);
    const int cell = nth_bit(empty, static_cast<int>(rng.below(static_cast<std::uint32_t>(naive::count(empty)))));
    const std::uint64_t rest = ~own & ~(std::uint64_t{1} << cell);  // all but the cell is taken
    const std::uint64_t moves = naive::moves(own, opponent), flips = naive::flips(own, opponent, cell);
    const int last = naive::count(naive::flips(own, rest, cell));
    for (const Set& set : sets) {
      if (set.count(own) == naive::count(own) && set.moves(own, opponent) == moves &&
          set.flips(own, opponent, cell) == flips && set.last_flips(own, cell) == last)
        continue;
      ++wrong;
      ADD_FAILURE() << set.name << ": " << p.to_string() << ", cell " << cell;
    }
  }
}

}  // namespace
}  // namespace tengen::engines::othello

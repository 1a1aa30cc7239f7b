#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/hash.hpp"
#include "support/property.hpp"

namespace tengen {
namespace {

TEST(Rng, StaysInBounds) {
  check_property(2000, [](std::uint64_t seed) {
    Rng rng(seed);
    const auto n = *rc::gen::oneOf(rc::gen::inRange<std::uint32_t>(1, 500), rc::gen::just<std::uint32_t>(~0u));
    for (int i = 0; i < 20; ++i) {
      RC_ASSERT(rng.below(n) < n);
      const double x = rng.real();
      RC_ASSERT(x >= 0);
      RC_ASSERT(x < 1);
    }
  });
}

TEST(Rng, SameSeedSameNumbers) {
  Rng a(17), b(17);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(a(), b());
}

// Games are seeded with neighbouring numbers; their first draws must have nothing in common.
TEST(Rng, NeighbouringSeedsDiffer) {
  std::set<std::uint64_t> first;
  std::vector<int> low(8);
  constexpr int seeds = 8000;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Rng rng(seed);
    ++low[rng.below(8)];
    first.insert(Rng(seed)());
  }
  EXPECT_EQ(first.size(), static_cast<std::size_t>(seeds));
  for (const int n : low) EXPECT_NEAR(n, seeds / 8, 150);  // five standard deviations
}

TEST(Rng, ReachesEveryValueEvenly) {
  Rng rng(3);
  std::vector<int> counts(10);
  for (int i = 0; i < 100000; ++i) ++counts[rng.below(10)];
  for (const int n : counts) EXPECT_NEAR(n, 10000, 500);
}

TEST(Hash, DependsOnOrderAndEveryWord) {
  EXPECT_NE(hash_words(1, 2), hash_words(2, 1));
  EXPECT_NE(hash_words(0), hash_words(0, 0));
  std::set<std::uint64_t> seen;
  for (std::uint64_t a = 0; a < 100; ++a)
    for (std::uint64_t b = 0; b < 100; ++b) seen.insert(hash_words(a, b));
  EXPECT_EQ(seen.size(), 10000u);
}

}  // namespace
}  // namespace tengen

#include "core/bits.hpp"

#include <gtest/gtest.h>

#include <bitset>
#include <vector>

#include "support/property.hpp"

namespace tengen {
namespace {

// WideBits beside a std::bitset with the same bits.
template <int words>
struct Pair {
  WideBits<words> bits{};
  std::bitset<64 * words> twin;

  static Pair any() {
    Pair pair;
    // Runs of ones make carries travel.
    const auto pieces = *rc::gen::container<std::vector<std::uint64_t>>(
        words, rc::gen::oneOf(rc::gen::arbitrary<std::uint64_t>(), rc::gen::element<std::uint64_t>(0, 1, ~0ULL)));
    for (int i = 0; i < 64 * words; ++i)
      if ((pieces[static_cast<std::size_t>(i) / 64] >> (i % 64)) & 1) {
        pair.bits.set(i);
        pair.twin.set(static_cast<std::size_t>(i));
      }
    return pair;
  }
};

template <int words>
bool same(const WideBits<words>& bits, const std::bitset<64 * words>& twin) {
  for (int i = 0; i < 64 * words; ++i)
    if (bits.test(i) != twin[static_cast<std::size_t>(i)] || test_bit(bits, i) != bits.test(i)) return false;
  return true;
}

template <class Words>
class WideBitsTest : public testing::Test {};
using Widths = testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 3>,
                              std::integral_constant<int, 4>, std::integral_constant<int, 8>>;
TYPED_TEST_SUITE(WideBitsTest, Widths);

TYPED_TEST(WideBitsTest, BehavesLikeABitset) {
  constexpr int words = TypeParam::value;
  check_property(1000, [] {
    const auto a = Pair<words>::any(), b = Pair<words>::any();
    RC_ASSERT(same<words>(a.bits & b.bits, a.twin & b.twin));
    RC_ASSERT(same<words>(a.bits | b.bits, a.twin | b.twin));
    RC_ASSERT(same<words>(a.bits ^ b.bits, a.twin ^ b.twin));
    RC_ASSERT(same<words>(~a.bits, ~a.twin));
    const int n = *rc::gen::inRange(0, 64);
    RC_ASSERT(same<words>(a.bits << n, a.twin << static_cast<std::size_t>(n)));
    RC_ASSERT(same<words>(a.bits >> n, a.twin >> static_cast<std::size_t>(n)));
    RC_ASSERT(static_cast<bool>(a.bits) == a.twin.any());
    RC_ASSERT((a.bits == b.bits) == (a.twin == b.twin));
    RC_ASSERT(bit_count(a.bits) == static_cast<int>(a.twin.count()));
  });
}

TYPED_TEST(WideBitsTest, AddsWithCarry) {
  constexpr int words = TypeParam::value;
  check_property(1000, [] {
    const auto a = Pair<words>::any(), b = Pair<words>::any();
    std::bitset<64 * words> sum;
    bool carry = false;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      const int ones = a.twin[i] + b.twin[i] + carry;
      sum[i] = ones & 1;
      carry = ones > 1;
    }
    RC_ASSERT(same<words>(a.bits + b.bits, sum));
  });
}

TYPED_TEST(WideBitsTest, VisitsBitsInOrder) {
  constexpr int words = TypeParam::value;
  check_property(1000, [] {
    const auto a = Pair<words>::any();
    std::vector<int> expected, visited;
    for (int i = 0; i < 64 * words; ++i)
      if (a.twin[static_cast<std::size_t>(i)]) expected.push_back(i);
    for_each_bit(a.bits, [&](int i) { visited.push_back(i); });
    RC_ASSERT(visited == expected);
    for (std::size_t n = 0; n < expected.size(); ++n) RC_ASSERT(nth_bit(a.bits, static_cast<int>(n)) == expected[n]);
    if (!expected.empty()) RC_ASSERT(WideBits<words>::single(expected.back()).test(expected.back()));
  });
}

TEST(Bits, PlainWords) {
  check_property(2000, [](std::uint64_t word) {
    const std::bitset<64> twin(word);
    RC_ASSERT(bit_count(word) == static_cast<int>(twin.count()));
    std::vector<int> visited;
    for_each_bit(word, [&](int i) { visited.push_back(i); });
    RC_ASSERT(visited.size() == twin.count());
    for (std::size_t n = 0; n < visited.size(); ++n) {
      RC_ASSERT(test_bit(word, visited[n]));
      RC_ASSERT(nth_bit(word, static_cast<int>(n)) == visited[n]);
    }
  });
  EXPECT_EQ(nth_bit(~std::uint64_t{0}, 63), 63);
  EXPECT_EQ(bit_count(~std::uint64_t{0}), 64);
  EXPECT_EQ(single_bit<std::uint64_t>(63), std::uint64_t{1} << 63);
  EXPECT_EQ(single_bit<WideBits<3>>(130), WideBits<3>::single(130));
  EXPECT_EQ(WideBits<3>(5), WideBits<3>::single(0) | WideBits<3>::single(2));
}

}  // namespace
}  // namespace tengen

#include "core/limits.hpp"

#include <gtest/gtest.h>

#include "core/fixed_list.hpp"
#include "core/side.hpp"

namespace tengen {
namespace {

using namespace std::chrono_literals;

TEST(Limits, TighterTakesTheSmallerOfEach) {
  EXPECT_TRUE(Limits{}.none());
  EXPECT_FALSE((Limits{{}, {}, 3}).none());
  const Limits a{2s, 100, {}}, b{1s, 500, 7};
  EXPECT_EQ(tighter(a, b), (Limits{1s, 100, 7}));
  EXPECT_EQ(tighter(b, a), (Limits{1s, 100, 7}));
  Limits late = a;
  late.grace = 2s;
  EXPECT_EQ(tighter(late, b).grace, 2s);
  EXPECT_EQ(tighter(b, late).grace, 2s);
  EXPECT_EQ(tighter(a, {}), a);
  EXPECT_EQ(tighter({}, a), a);
}

TEST(Side, OthersAndWinners) {
  EXPECT_EQ(other(Side::first), Side::second);
  EXPECT_EQ(other(Side::second), Side::first);
  EXPECT_EQ(winner(win_for(Side::first)), Side::first);
  EXPECT_EQ(winner(win_for(Side::second)), Side::second);
  EXPECT_EQ(winner(Outcome::draw), std::nullopt);
  EXPECT_EQ(winner(Outcome::ongoing), std::nullopt);
}

TEST(FixedList, HoldsWhatWasPushed) {
  FixedList<int, 3> list;
  EXPECT_TRUE(list.empty());
  list.push_back(5);
  list.push_back(6);
  EXPECT_EQ(list.size(), 2u);
  EXPECT_EQ(list[1], 6);
  EXPECT_EQ(list.end() - list.begin(), 2);
  list.resize(1);
  EXPECT_EQ(list.size(), 1u);
  list.clear();
  EXPECT_TRUE(list.empty());
}

}  // namespace
}  // namespace tengen

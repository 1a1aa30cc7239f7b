#include "experiments/attack.hpp"

#include <gtest/gtest.h>

namespace tengen::experiments {
namespace {

games::gomoku::SmallPosition at(const char* text) {
  const auto position = games::gomoku::SmallPosition::from_string(text);
  EXPECT_TRUE(position);
  return *position;
}
std::optional<double> share(const char* text, const char* move) {
  const auto position = at(text);
  return attack_share(position, *position.parse_move(move));
}

TEST(AttackShare, is_one_for_own_lines_and_nought_for_theirs) {
  EXPECT_EQ(share("size=15 h8a1i8a15", "j8"), 1.0);  // x extends its own two, far from o
  EXPECT_EQ(share("size=15 a1h8a15i8", "j8"), 0.0);  // x stands in o's way, far from its own
  EXPECT_EQ(share("size=15 h8h9", "a1"), std::nullopt);
  const auto both = share("size=15 h8h9", "g8");  // beside both
  ASSERT_TRUE(both);
  EXPECT_GT(*both, 0.4);
  EXPECT_LT(*both, 0.9);
}

TEST(FreeChoice, ends_with_a_three_of_theirs_or_a_four_of_anybody) {
  EXPECT_TRUE(free_choice(at("size=15 h8a1i8a3")));
  EXPECT_TRUE(free_choice(at("size=15 h8a1i8a3j8o12k10k12")));  // a three of mine binds nobody
  EXPECT_FALSE(free_choice(at("size=15 a1h8a3i8a8j8")));        // a three of theirs does
  EXPECT_FALSE(free_choice(at("size=15 h8a1i8a3j8a8k8o12")));   // a four
}

}  // namespace
}  // namespace tengen::experiments

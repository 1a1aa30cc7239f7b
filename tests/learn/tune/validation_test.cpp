// What is said of a tuned player, for every way its games can come out.

#include "learn/tune/validation.hpp"

#include <gtest/gtest.h>

namespace tengen::learn::tune {
namespace {

// Won so many of a hundred games, all different.
stats::MatchCounts won(std::uint64_t games) {
  stats::MatchCounts counts;
  counts.singles = {100 - games, 0, games};
  counts.distinct_units = 100;
  return counts;
}
AgainstOne against(const char* name, bool trained, std::uint64_t before, std::uint64_t after) {
  return {name, trained, won(after), won(before)};
}
std::string said(std::uint64_t direct, std::vector<AgainstOne> others) {
  return verdict({won(direct), std::move(others), false});
}

TEST(Validation, SaysStrongerOnlyWhereItHoldsElsewhere) {
  EXPECT_EQ(
      said(70, {against("a", true, 40, 70), against("b", false, 40, 70)}),
      "Stronger: better against the opponents it was trained on, and against others that it had not met, and than "
      "the original.");
  EXPECT_EQ(said(50, {against("a", true, 40, 70), against("b", false, 40, 70)}),
            "Stronger: better against the opponents it was trained on, and against others that it had not met.");
  EXPECT_EQ(said(70, {against("a", true, 40, 70), against("b", false, 50, 50)}),
            "Stronger: better against the opponents it was trained on, and than the original, though no gain was seen "
            "against others.");
  // Trained in duels with itself: the original is all the training there was.
  EXPECT_EQ(said(70, {against("b", false, 40, 70)}),
            "Stronger: better than the original, and against others that it had not met.");
  EXPECT_EQ(said(70, {}), "Better than the original; whether that holds against others was not asked.");
}

TEST(Validation, NamesSpecificStrengthening) {
  EXPECT_TRUE(
      said(50, {against("a", true, 40, 70), against("b", false, 50, 52)}).starts_with("Specific strengthening"));
  // Also where it beats the original but loses what it had against others.
  EXPECT_TRUE(
      said(70, {against("a", true, 40, 70), against("b", false, 80, 50)}).starts_with("Specific strengthening"));
  EXPECT_TRUE(said(50, {against("a", true, 40, 70)}).find("was not asked") != std::string::npos);
  EXPECT_TRUE(said(70, {against("b", false, 50, 52)}).starts_with("Specific strengthening: better than the original"));
  // A gain against the original proves nothing new where that was the opponent of the training.
  Validation v{won(70), {against("original", true, 50, 70), against("b", false, 50, 52)}, true};
  EXPECT_TRUE(verdict(v).starts_with("Specific strengthening"));
}

TEST(Validation, DoesNotTakeChanceForProgress) {
  EXPECT_TRUE(said(53, {against("a", true, 50, 55), against("b", false, 50, 47)}).starts_with("No improvement"));
  EXPECT_TRUE(said(50, {against("a", true, 70, 40), against("b", false, 50, 50)}).starts_with("Weaker"));
  EXPECT_TRUE(said(30, {}).starts_with("Weaker"));
  EXPECT_EQ(said(70, {against("a", true, 50, 50)}),
            "Better than the original, though no gain was seen against the opponents it was trained on.");
  EXPECT_TRUE(said(70, {against("a", true, 70, 40)}).starts_with("Mixed"));
  EXPECT_TRUE(said(50, {against("a", true, 40, 70), against("c", true, 70, 40)}).starts_with("Mixed"));
  EXPECT_TRUE(verdict({}).starts_with("No improvement"));
}

TEST(Validation, ChangeHasAnInterval) {
  const auto change = change_of(against("a", true, 40, 70));
  ASSERT_TRUE(change && change->value && change->low && change->high);
  EXPECT_NEAR(*change->value, 0.3, 1e-12);
  // Newcombe's interval for 70 of 100 against 40 of 100, by his method 10.
  EXPECT_NEAR(*change->low, 0.1637, 0.005);
  EXPECT_NEAR(*change->high, 0.4198, 0.005);
  EXPECT_FALSE(change_of({"a", true, {}, {}}));
  // Copies of one game say nothing about chance.
  AgainstOne copies = against("a", true, 0, 100);
  copies.tuned.distinct_units = copies.original.distinct_units = 1;
  EXPECT_EQ(sign_of(change_of(copies)), Change::not_seen);
}

}  // namespace
}  // namespace tengen::learn::tune

// The table is right when it never takes one position for another, keeps games apart, and gives up shallow searches
// before deep ones.

#include "search/transposition_table.hpp"

#include <gtest/gtest.h>

namespace tengen::search {
namespace {

using Table = TranspositionTable<std::uint16_t>;

TEST(TranspositionTable, EntriesTakeSixteenBytes) {
  EXPECT_EQ(sizeof(TranspositionTable<std::uint8_t>::Entry), 16U);
  EXPECT_EQ(sizeof(Table::Entry), 16U);
}

TEST(TranspositionTable, GivesBackWhatWasStored) {
  Table table(1 << 21);
  const std::uint64_t key = 0x0123'4567'89ab'cdefULL;
  EXPECT_EQ(table.find(key), nullptr);
  table.store(key, -123'456, 77, 9, Bound::upper);
  const auto* entry = table.find(key);
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->value, -123'456);
  EXPECT_EQ(entry->move, 77);
  EXPECT_EQ(entry->depth, 9);
  EXPECT_EQ(entry->bound, Bound::upper);
}

// With 2^16 buckets the bucket tells the lower bits of the key and the entry all others.
TEST(TranspositionTable, ChecksEveryBitOfTheKey) {
  Table table(1 << 21);
  const std::uint64_t key = 0x0123'4567'89ab'cdefULL;
  table.store(key, 1, 2, 3, Bound::exact);
  for (int bit = 0; bit < 64; ++bit) EXPECT_EQ(table.find(key ^ std::uint64_t{1} << bit), nullptr) << bit;
  EXPECT_NE(table.find(key), nullptr);
}

TEST(TranspositionTable, ForgetsWithTheGame) {
  Table table(1 << 10);
  for (int game = 0; game < 70'000; ++game) {  // more than there are generations
    EXPECT_EQ(table.find(0), nullptr);
    table.store(0, game, 1, 1, Bound::exact);
    ASSERT_NE(table.find(0), nullptr);
    EXPECT_EQ(table.find(0)->value, game);
    table.new_game();
  }
}

TEST(TranspositionTable, KeepsTheDeepestAndTheLatest) {
  Table table(1);  // one bucket
  const auto key = [](std::uint64_t i) { return i << 32; };
  table.store(key(1), 10, 0, 5, Bound::exact);
  table.store(key(2), 20, 0, 3, Bound::exact);
  table.store(key(3), 30, 0, 4, Bound::exact);
  EXPECT_NE(table.find(key(1)), nullptr);
  EXPECT_EQ(table.find(key(2)), nullptr);
  EXPECT_NE(table.find(key(3)), nullptr);
  table.store(key(1), 11, 0, 2, Bound::exact);  // the same position takes its own place, however shallow
  EXPECT_EQ(table.find(key(1))->value, 11);
  table.store(key(4), 40, 0, 9, Bound::exact);
  EXPECT_NE(table.find(key(4)), nullptr);
  EXPECT_EQ(table.find(key(1)), nullptr);
}

// A value known only from one side answers only a window that lies on its other side.
TEST(Bound, AnswersTheWindowsThatItBounds) {
  EXPECT_EQ(bound_of(5, 0, 5), Bound::lower);
  EXPECT_EQ(bound_of(4, 0, 5), Bound::exact);
  EXPECT_EQ(bound_of(0, 0, 5), Bound::upper);
  for (int alpha = -3; alpha < 3; ++alpha)
    for (int beta = alpha + 1; beta <= 3; ++beta)
      for (int value = -4; value <= 4; ++value) {
        EXPECT_TRUE(answers(Bound::exact, value, alpha, beta));
        EXPECT_EQ(answers(Bound::lower, value, alpha, beta), value >= beta);
        EXPECT_EQ(answers(Bound::upper, value, alpha, beta), value <= alpha);
      }
}

}  // namespace
}  // namespace tengen::search

// What the threads of a search share: places and numbers must be right whoever comes first.

#include "engines/gomoku/champion/tree_memory.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace tengen::gomoku {
namespace {

TEST(TreeMemory, GivesEachPlaceOnce) {
  Pool<int> pool(4000);
  {
    std::vector<std::jthread> threads;
    for (int own = 0; own < 4; ++own)
      threads.emplace_back([&pool, own] {
        for (int i = 0; i < 1000; ++i) pool.add(1000 * own + i);
      });
  }
  EXPECT_EQ(pool.left(), 0U);
  std::set<int> found(pool.data(), pool.data() + pool.size());
  EXPECT_EQ(found.size(), 4000U);
  Pool<int> other(4000);
  other.add(7);
  other.swap(pool);
  EXPECT_EQ(pool.size(), 1U);
  EXPECT_EQ(pool[0], 7);
  EXPECT_EQ(other.size(), 4000U);
  pool.clear();
  EXPECT_EQ(pool.left(), 4000U);
}

// Every thread brings a node for every key, many keys falling on the same slots: all must agree whose is kept.
TEST(TreeMemory, KeepsOneNodeAKey) {
  constexpr std::uint32_t keys = 500;
  constexpr int count = 4;
  NodeTable table(keys * count);
  const auto key_of = [](std::uint32_t thing) { return std::uint64_t{thing} / 8 * 3; };
  const auto thing_of = [](std::uint32_t node) { return node / count; };
  std::vector<std::vector<std::uint32_t>> kept(count, std::vector<std::uint32_t>(keys));
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t own = 0; own < count; ++own)
      threads.emplace_back([&, own] {
        for (std::uint32_t k = 0; k < keys; ++k) {
          const std::uint32_t thing = (k + 37 * own) % keys;
          kept[own][thing] =
              table.insert(key_of(thing), thing * count + own, [&](std::uint32_t n) { return thing_of(n) == thing; });
        }
      });
  }
  for (std::uint32_t thing = 0; thing < keys; ++thing) {
    const auto node = table.find(key_of(thing), [&](std::uint32_t n) { return thing_of(n) == thing; });
    ASSERT_NE(node, NodeTable::none);
    EXPECT_EQ(thing_of(node), thing);
    for (const auto& own : kept) EXPECT_EQ(own[thing], node);
  }
  EXPECT_EQ(table.find(key_of(keys + 8), [](std::uint32_t) { return false; }), NodeTable::none);
  table.clear();
  EXPECT_EQ(table.find(key_of(3), [](std::uint32_t) { return true; }), NodeTable::none);
}

TEST(TreeMemory, LosesNoVisit) {
  Shared<std::uint32_t> visits;
  Shared<double> sum;
  {
    std::vector<std::jthread> threads;
    for (int own = 0; own < 4; ++own)
      threads.emplace_back([&] {
        for (int i = 0; i < 5000; ++i) visits.add(1), sum.add(0.5);
      });
  }
  EXPECT_EQ(visits.get(), 20'000U);
  EXPECT_EQ(sum.get(), 10'000.0);
  EXPECT_TRUE(visits.change(20'000, 3));
  EXPECT_FALSE(visits.change(20'000, 4));
  EXPECT_EQ(Shared<std::uint32_t>(visits).get(), 3U);
}

}  // namespace
}  // namespace tengen::gomoku

// The table of learned values against a map of the standard library, its size in memory, and its file.

#include "engines/generic/table.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "core/file.hpp"
#include "engines/generic/table_file.hpp"
#include "games/mnk/position.hpp"
#include "support/allocations.hpp"
#include "support/one_line.hpp"
#include "support/property.hpp"

namespace tengen::engines {
namespace {

using Twin = std::map<std::pair<std::uint64_t, std::uint32_t>, float>;

template <class Table>
std::map<std::uint32_t, float> known(const Table& table, std::uint64_t key) {
  std::map<std::uint32_t, float> actions;
  table.each_known(key, [&](std::uint32_t action, float value) { EXPECT_TRUE(actions.emplace(action, value).second); });
  return actions;
}

std::map<std::uint32_t, float> known(const Twin& twin, std::uint64_t key) {
  std::map<std::uint32_t, float> actions;
  for (auto at = twin.lower_bound({key, 0}); at != twin.end() && at->first.first == key; ++at)
    actions.emplace(at->first.second, at->second);
  return actions;
}

// Keys that like to meet: few segments, few places in them, and neighbours that differ in one bit.
std::uint64_t crowded_key() {
  const std::uint64_t key = *rc::gen::arbitrary<std::uint64_t>();
  switch (*rc::gen::inRange(0, 5)) {
    case 0: return key;
    case 1: return key | ~std::uint64_t{0} << 3;    // at the end of the last segment, where slots wrap around
    case 2: return key & 0x3f;                      // all at one slot
    case 3: return std::uint64_t{1} << (key & 63);  // every bit matters
    default: return (key & 3) << 62 | ((key >> 8) & 3) << 20;
  }
}

class InTemporaryFolder : public testing::Test {
 protected:
  InTemporaryFolder() { std::filesystem::create_directories(folder_); }
  ~InTemporaryFolder() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / fmt::format("tengen_table_{}", getpid());
};
using TableFiles = InTemporaryFolder;

TableHeader header_of(const games::mnk::Position& start) {
  return {"q", "mnk", board_of(start), start.to_string(), rules_fingerprint(start), false, 7, R"({"a":1})"};
}

TEST(ValueTable, KnowsWhatAMapKnows) {
  check_property(300, [] {
    ValueTable table;
    Twin twin;
    const int steps = *rc::gen::inRange(0, 400);
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < steps; ++i) {
      const std::uint64_t key = crowded_key();
      const auto action = *rc::gen::element<std::uint32_t>(0, 1, 2, 64, 483, most_actions - 1);
      const auto value = static_cast<float>(*rc::gen::inRange(-1000, 1000));
      float& entry = table.at(key, action);
      RC_ASSERT(entry == (twin.contains({key, action}) ? twin.at({key, action}) : 0.0F));
      entry = value;
      twin[{key, action}] = value;
      keys.push_back(key);
    }
    RC_ASSERT(table.size() == twin.size());
    for (const std::uint64_t key : keys) RC_ASSERT(known(table, key) == known(twin, key));
    const std::uint64_t other = crowded_key();
    RC_ASSERT(known(table, other) == known(twin, other));
  });
}

TEST(ValueTable, BestIsTheHighestAndOfEqualsTheFirst) {
  ValueTable table;
  EXPECT_EQ(best_known(table, 5).known, 0u);
  table.at(5, 9) = 2;
  table.at(5, 3) = 2;
  table.at(5, 1) = -1;
  table.at(6, 0) = 100;
  const BestKnown best = best_known(table, 5);
  EXPECT_EQ(best.known, 3u);
  EXPECT_EQ(best.action, 3u);
  EXPECT_EQ(best.value, 2);
  table.at(7, 4) = -8;  // the only one known is the best one, however bad
  EXPECT_EQ(best_known(table, 7).action, 4u);
  EXPECT_EQ(best_known(table, 7).value, -8);
}

TEST(ValueTable, StaysWithinSixteenBytesAnEntry) {
  ValueTable table;
  Rng rng(1);
  for (std::size_t i = 1; i <= 1'000'000; ++i) {
    table.at(rng(), 0);
    if (i % 5'000 == 0 && i >= 500'000)
      ASSERT_LE(static_cast<double>(table.bytes()) / static_cast<double>(table.size()), 16.0) << i;
  }
  EXPECT_EQ(table.size(), 1'000'000u);
}

TEST(ValueTable, AllocatesOnlyToGrow) {
  if (!counts_allocations()) GTEST_SKIP();
  ValueTable table;
  Rng rng(1);
  for (int i = 0; i < 100'000; ++i) table.at(rng(), 1) = 1;
  const std::size_t before = allocations();
  Rng again(1);
  float sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t key = again();
    table.prefetch(key);
    sum += best_known(table, key).value + table.at(key, 1);
  }
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(sum, 200'000);
}

TEST_F(TableFiles, ComeBackAsTheyWere) {
  check_property(20, [this] {
    ValueTable table;
    std::vector<std::uint64_t> keys;
    for (int i = *rc::gen::inRange(0, 200); i > 0; --i) {
      keys.push_back(crowded_key());
      table.at(keys.back(), *rc::gen::inRange<std::uint32_t>(0, 5)) = static_cast<float>(i) / 3;
    }
    RC_ASSERT(write_table(file("t"), header_of({}), table).has_value());
    const auto read = TableFile::open(file("t"));
    RC_ASSERT(read.has_value());
    RC_ASSERT(read->size() == table.size());
    const ValueTable again = read->to_table();
    RC_ASSERT(again.size() == table.size());
    for (const std::uint64_t key : keys) {
      RC_ASSERT(known(*read, key) == known(table, key));
      RC_ASSERT(known(again, key) == known(table, key));
    }
    const std::uint64_t other = crowded_key();
    RC_ASSERT(known(*read, other) == known(table, other));
    // The same table gives the same file, whatever the order of its slots.
    RC_ASSERT(write_table(file("u"), header_of({}), again).has_value());
    RC_ASSERT(*read_file(file("t")) == *read_file(file("u")));
  });
}

TEST_F(TableFiles, SayWhatTheyAre) {
  const games::mnk::Position start(4, 3, 3);
  ASSERT_TRUE(write_table(file("t"), header_of(start), {}));
  const auto header = read_table_header(file("t"));
  ASSERT_TRUE(header);
  EXPECT_EQ(header->method, "q");
  EXPECT_EQ(header->game, "mnk");
  EXPECT_EQ(header->games, 7u);
  EXPECT_EQ(header->training, R"({"a":1})");
  EXPECT_TRUE(check_board(*header, start));
  games::mnk::Position later = start;
  later.play({1, 1});
  EXPECT_TRUE(check_board(*header, later));
  EXPECT_FALSE(check_board(*header, games::mnk::Position(3, 4, 3)));
  const auto other = check_board(*header, games::mnk::Position(4, 3, 4));
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("4×3"), std::string::npos) << other.error().message;
  TableHeader older = *header;
  ++older.rules;
  EXPECT_FALSE(check_board(older, start));
}

// Every byte counts: a file that was changed or cut anywhere is refused in one line that names it.
TEST_F(TableFiles, NoticeDamage) {
  ValueTable table;
  for (std::uint64_t i = 0; i < 100; ++i) table.at(mix(i), 1) = static_cast<float>(i);
  ASSERT_TRUE(write_table(file("t"), header_of({}), table));
  const std::string whole = *read_file(file("t"));
  const auto refused = [&](const std::string& bytes) {
    std::ofstream(file("bad"), std::ios::binary) << bytes;
    const auto read = TableFile::open(file("bad"));
    if (read) return false;
    EXPECT_TRUE(is_one_line(read.error().message)) << read.error().message;
    EXPECT_NE(read.error().message.find("bad"), std::string::npos);
    return true;
  };
  for (std::size_t i = 0; i < whole.size(); i += 1 + i / 20) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    EXPECT_TRUE(refused(changed)) << i;
    EXPECT_TRUE(refused(whole.substr(0, i))) << i;
  }
  EXPECT_TRUE(refused(whole + "more"));
  EXPECT_TRUE(refused("something else"));
  EXPECT_FALSE(TableFile::open(file("none")));
  EXPECT_FALSE(TableFile::open("/"));
  EXPECT_FALSE(refused(whole));
}

}  // namespace
}  // namespace tengen::engines

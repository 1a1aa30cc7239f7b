#include "app/value_map.hpp"

#include <gtest/gtest.h>

#include "app/builtins.hpp"
#include "support/start_of.hpp"

namespace tengen::app {
namespace {

TEST(ShortNumber, FitsACell) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(0.125), "0.12");
  EXPECT_EQ(short_number(-7), "-7");
  EXPECT_EQ(short_number(9999), "9999");
  EXPECT_EQ(short_number(12'500), "12.5k");
  EXPECT_EQ(short_number(999'999), "1M");
  EXPECT_EQ(short_number(-2e7), "-20M");
  EXPECT_EQ(short_number(1e100), "1e+100");
}

std::string map_of(std::string_view name, std::string_view position,
                   std::vector<std::pair<const char*, double>> values) {
  const auto game = start_of(name, position);
  roster::Choice choice;
  for (const auto& [move, value] : values) choice.candidates.push_back({*game->parse_move(move), value, true, 0});
  choice.move = choice.candidates.front().move;
  return value_map(*game, choice);
}

TEST(ValueMap, WritesOnThePoints) {
  EXPECT_EQ(map_of("gomoku", "size=5 c3", {{"b2", 12}, {"e5", -3}}),
            " 5    .   .   .   .  -3\n"
            " 4    .   .   .   .   .\n"
            " 3    .   .   x   .   .\n"
            " 2    . 12*   .   .   .\n"
            " 1    .   .   .   .   .\n"
            "      a   b   c   d   e\n");
}

TEST(ValueMap, CountsOthelloRowsFromTheTop) {
  const std::string map = map_of("othello", "", {{"d3", 5}});
  EXPECT_NE(map.find(" 3   .  .  . 5*"), std::string::npos) << map;
}

TEST(ValueMap, WritesUnderTheColumns) {
  const std::string map = map_of("connect4", "rows=4 columns=4", {{"2", 7}, {"4", -1}});
  EXPECT_NE(map.find("     1  2  3  4\n       7*    -1\n"), std::string::npos) << map;
}

}  // namespace
}  // namespace tengen::app

// Suites as people write them.

#include "app/suite.hpp"

#include <gtest/gtest.h>

#include "support/one_line.hpp"

namespace tengen::app {
namespace {

TEST(Suite, ReadsPositionsAndAnswers) {
  const auto suite = parse_suite("# a comment\n\nXO-- X; A2:+38; C7: +36;\r\n% another\n f5d6 ;d3:-2\nf5\n");
  ASSERT_TRUE(suite) << suite.error().message;
  ASSERT_EQ(suite->size(), 3u);
  EXPECT_EQ((*suite)[0].position, "XO-- X");
  EXPECT_EQ((*suite)[0].line, 3);
  const std::vector<std::pair<std::string, int>> answers = {{"a2", 38}, {"c7", 36}};
  EXPECT_EQ((*suite)[0].moves, answers);
  EXPECT_EQ((*suite)[1].position, "f5d6");
  EXPECT_EQ((*suite)[1].moves.front().second, -2);
  EXPECT_TRUE((*suite)[2].moves.empty());
}

TEST(Suite, SaysWhatIsWrong) {
  for (const char* text : {"", "# nothing\n", "f5; a2", "f5; a2:", "f5; a2:x", "f5; :3", "f5; a2:+-3"}) {
    const auto suite = parse_suite(text);
    ASSERT_FALSE(suite) << text;
    EXPECT_TRUE(is_one_line(suite.error().message)) << suite.error().message;
  }
  EXPECT_NE(parse_suite("f5\nf5; a2").error().message.find("line 2"), std::string::npos);
}

}  // namespace
}  // namespace tengen::app

#include "core/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/duration.hpp"
#include "support/one_line.hpp"
#include "support/property.hpp"

namespace tengen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Text, SplitKeepsEmptyPieces) {
  EXPECT_THAT(split("", ','), IsEmpty());
  EXPECT_THAT(split("a", ','), ElementsAre("a"));
  EXPECT_THAT(split("a,b", ','), ElementsAre("a", "b"));
  EXPECT_THAT(split(",a,,b,", ','), ElementsAre("", "a", "", "b", ""));
  EXPECT_THAT(split(",", ','), ElementsAre("", ""));
}

TEST(Text, SplitUndoesJoin) {
  check_property(500, [](const std::string& text) {
    std::vector<std::string> pieces;
    for (const auto piece : split(text, ',')) pieces.emplace_back(piece);
    // joined() leaves no trace of leading empty pieces, which no caller has.
    RC_PRE(!text.starts_with(','));
    RC_ASSERT(joined(pieces, ",") == text);
  });
}

TEST(Text, WordsAreWhatIsBetweenBlanks) {
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words(" \t\r\n\v\f"), IsEmpty());
  EXPECT_THAT(words("a"), ElementsAre("a"));
  EXPECT_THAT(words("  one\ttwo \n three "), ElementsAre("one", "two", "three"));
}

TEST(Text, Trim) {
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(trim(" a b\t"), "a b");
}

TEST(Text, Lower) { EXPECT_EQ(lower("AbC-1É"), "abc-1É"); }

TEST(Text, ToNumberReadsTheWholeText) {
  EXPECT_EQ(to_number<int>("12"), 12);
  EXPECT_EQ(to_number<int>("-3"), -3);
  EXPECT_EQ(to_number<double>("0.5"), 0.5);
  for (const char* wrong : {"", " 1", "1 ", "1x", "x", "+1", "0x10", "2147483648", "1.0", "--1"})
    EXPECT_FALSE(to_number<int>(wrong)) << wrong;
}

TEST(Text, DidYouMean) {
  const std::vector<std::string> names = {"random", "minimax", "alphabeta", "uct"};
  EXPECT_EQ(did_you_mean("randm", names), " (did you mean 'random'?)");
  EXPECT_EQ(did_you_mean("MINMAX", names), " (did you mean 'minimax'?)");
  EXPECT_EQ(did_you_mean("alpha", names), " (did you mean 'alphabeta'?)");
  EXPECT_EQ(did_you_mean("utc", names), " (did you mean 'uct'?)");
  EXPECT_EQ(did_you_mean("zzzzzzzz", names), "");
  EXPECT_EQ(did_you_mean("?", std::vector<std::string>{"c"}), "");  // nothing in common
  EXPECT_EQ(did_you_mean("uct", {}), "");
  EXPECT_EQ(did_you_mean(std::string(100000, 'x'), names), "");
}

TEST(Text, InQuotesIsAlwaysOneReadableLine) {
  EXPECT_EQ(in_quotes("h8"), "'h8'");
  EXPECT_EQ(in_quotes("a\nb\x7f\x1b[0m"), "'a?b??[0m'");
  EXPECT_EQ(in_quotes("é…"), "'é…'");
  EXPECT_EQ(in_quotes("\xff\xc3"), "'?\?'");
  EXPECT_EQ(in_quotes("\xc2\x9b\xed\xa0\x80\xc0\xaf\xf4\x90\x80\x80"), "'" + std::string(11, '?') + "'");
  EXPECT_EQ(in_quotes(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
  EXPECT_EQ(in_quotes(std::string(61, 'x')), "'" + std::string(60, 'x') + "…'");
  check_property(2000, [](const std::string& text) {
    RC_ASSERT(is_one_line(in_quotes(text)));
    RC_ASSERT(in_quotes(text).size() < 70u);
  });
}

TEST(Text, Durations) {
  using namespace std::chrono_literals;
  EXPECT_EQ(*parse_duration("250ms"), 250ms);
  EXPECT_EQ(*parse_duration(" 1.5s "), 1500ms);
  EXPECT_EQ(*parse_duration("2m"), 2min);
  EXPECT_EQ(*parse_duration("1h"), 1h);
  EXPECT_EQ(*parse_duration("10us"), 10us);
  for (const char* wrong : {"", "s", "1", "0s", "-1s", "nans", "infs", "1e300h", "1 s x", "1d", "1,5s", "8 days"}) {
    const auto time = parse_duration(wrong);
    ASSERT_FALSE(time) << wrong;
    EXPECT_TRUE(is_one_line(time.error().message)) << wrong;
  }
  EXPECT_EQ(readable(8s), "8s");
  EXPECT_EQ(readable(130s), "2m 10s");
  EXPECT_EQ(readable(3900s), "1h 05m");
}

}  // namespace
}  // namespace tengen

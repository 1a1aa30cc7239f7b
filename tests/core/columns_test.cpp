#include "core/columns.hpp"

#include <gtest/gtest.h>

#include "support/property.hpp"

namespace tengen {
namespace {

TEST(Columns, WideCharactersTakeTwoAndJoiningMarksNone) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("uct #2"), 6U);
  EXPECT_EQ(columns_of("Zoë – ½"), 7U);
  EXPECT_EQ(columns_of("Zoe\u0308"), 3U);  // e and a mark that joins it
  EXPECT_EQ(columns_of("五目並べ"), 8U);
  EXPECT_EQ(columns_of("오목"), 4U);
  EXPECT_EQ(columns_of("\U0001F600"), 2U);
  EXPECT_EQ(columns_of("\xff\xc3"), 2U);  // no UTF-8
}

TEST(Columns, NamesAreCutWhereTheyAreTooWide) {
  EXPECT_EQ(cut("alphabeta", 9), "alphabeta");
  EXPECT_EQ(cut("alphabeta", 8), "alphabe…");
  EXPECT_EQ(cut("五目並べ", 8), "五目並べ");
  EXPECT_EQ(cut("五目並べ", 7), "五目並…");
  EXPECT_EQ(cut("五目並べ", 6), "五目…");  // half a character is none
  EXPECT_EQ(fitted("五目並べ", 6), "五目… ");
  EXPECT_EQ(fitted("五目", 6), "五目  ");
}

TEST(Columns, LongTextIsWrapped) {
  const std::vector<std::string> lines = {"five by", "five", "五目 五", "unbreakable", "end"};
  EXPECT_EQ(wrap("five  by five 五目 五 unbreakable end", 8), lines);
  EXPECT_EQ(wrap("", 8), std::vector<std::string>{""});
}

TEST(Columns, FittedTextIsJustAsWideAsAsked) {
  check_property(500, [] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(
        rc::gen::element<std::string>("a", " ", "é", "e\u0308", "五", "\U0001F600", "\xff", "\xe4\xba"));
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    const std::size_t width = *rc::gen::inRange<std::size_t>(1, 30);
    RC_ASSERT(columns_of(fitted(text, width)) == width);
    RC_ASSERT(columns_of(cut(text, width)) <= width);
    if (columns_of(text) <= width) RC_ASSERT(cut(text, width) == text);
  });
}

}  // namespace
}  // namespace tengen

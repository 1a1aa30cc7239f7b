#include "core/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/one_line.hpp"
#include "support/property.hpp"

namespace tengen {
namespace {

using testing::HasSubstr;

std::vector<Setting> sample() {
  return {Setting::integer("depth", 4, 1, 20, "plies"), Setting::real("c", 0.7, 0, 10, "exploration"),
          Setting::choice("rule", {"freestyle", "standard", "renju"}, "which rule"),
          Setting::flag("table", true, "keep a table"), Setting::text("book", "none", "a file")};
}

TEST(Settings, DefaultsWhereNothingIsSaid) {
  const auto settings = sample();
  const auto values = parse_values(settings, "", "player p");
  ASSERT_TRUE(values);
  EXPECT_EQ(*values, Values(settings));
  EXPECT_EQ(values->integer("depth"), 4);
  EXPECT_EQ(values->real("c"), 0.7);
  EXPECT_EQ(values->text("rule"), "freestyle");
  EXPECT_TRUE(values->flag("table"));
  EXPECT_EQ(values->text("book"), "none");
  for (const Setting& s : settings) EXPECT_FALSE(s.check(s.standard)) << s.name;
}

TEST(Settings, ReadsWhatIsSaid) {
  const auto settings = sample();
  const auto values = parse_values(settings, " depth = 20,c=1e-3, rule=renju,table=off,book=a=b", "player p");
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_EQ(values->integer("depth"), 20);
  EXPECT_EQ(values->real("c"), 0.001);
  EXPECT_EQ(values->text("rule"), "renju");
  EXPECT_FALSE(values->flag("table"));
  EXPECT_EQ(values->text("book"), "a=b");
}

TEST(Settings, SaysWhatIsWrong) {
  struct Case {
    std::string text, part;
  };
  const std::vector<Case> cases = {
      {"depth", "expected key=value, found 'depth'"},
      {"depth=4,", "expected key=value, found ''"},
      {",", "expected key=value"},
      {"=4", "has no setting ''"},
      {"depth=", "depth must be a whole number, not ''"},
      {"depth=four", "depth must be a whole number, not 'four'"},
      {"depth=4.5", "depth must be a whole number"},
      {"depth=0", "depth must be 1 to 20, not '0'"},
      {"depth=21", "depth must be 1 to 20"},
      {"depth=99999999999999999999", "depth must be a whole number"},
      {"depth=" + std::string(5000, '9'), "depth must be a whole number"},
      {"depth=" + std::string(5000, '0'), "depth must be 1 to 20"},
      {"c=nan", "c must be a number"},
      {"c=inf", "c must be a number"},
      {"c=-0.1", "c must be 0 to 10"},
      {"c=1e999", "c must be a number"},
      {"rule=renjuu", "(did you mean 'renju'?)"},
      {"rule=", "rule must be one of freestyle, standard, renju"},
      {"table=yes", "table must be one of on, off, not 'yes'"},
      {"deph=4", "player p has no setting 'deph' (did you mean 'depth'?); it has: depth, c, rule, table, book"},
      {"depth=4,depth=5", "'depth' is set twice"},
      {"book=\"a", "the quotes around '\"a' do not close"},
      {"book=\"a\"b", "the quotes around '\"a\"b' do not close"},
      {"book=\"a\\\"", "do not close"},
      {"\xff\n\xfe=1", "has no setting '?\?\?'"},
  };
  for (const auto& [text, part] : cases) {
    const auto values = parse_values(sample(), text, "player p");
    ASSERT_FALSE(values) << text;
    EXPECT_THAT(values.error().message, HasSubstr(part));
    EXPECT_THAT(values.error().message, HasSubstr("player p"));
    EXPECT_TRUE(is_one_line(values.error().message)) << values.error().message;
  }
  const auto none = parse_values({}, "a=1", "player random");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("player random has no settings"));
}

TEST(Settings, QuotesHoldCommasAndSpaces) {
  const auto read = [](std::string_view text) {
    const auto values = parse_values(sample(), text, "player p");
    return values ? values->text("book") : "error: " + values.error().message;
  };
  EXPECT_EQ(read(R"(book="a,b",depth=5)"), "a,b");
  EXPECT_EQ(read(R"(depth=5, book = " x=1, y " )"), " x=1, y ");
  EXPECT_EQ(read(R"(book="say \"hi\" \\ \n",c=1)"), R"(say "hi" \ \n)");
  EXPECT_EQ(read(R"(book="")"), "");
  EXPECT_EQ(read(R"(book=it's "fine" so)"), R"(it's "fine" so)");  // only quotes at the front are read
  EXPECT_EQ(quoted_value("plain text"), "plain text");
  EXPECT_EQ(quoted_value("a,b"), R"("a,b")");
}

TEST(Settings, RangesAreReadable) {
  const auto settings = sample();
  EXPECT_EQ(settings[0].range(), "1 to 20");
  EXPECT_EQ(settings[1].range(), "0 to 10");
  EXPECT_EQ(settings[2].range(), "freestyle|standard|renju");
  EXPECT_EQ(settings[3].range(), "on|off");
  EXPECT_EQ(settings[4].range(), "text");
}

TEST(Settings, AFileIsTold) {
  const Setting file = Setting::file("weights", "file of weights");
  EXPECT_EQ(file.kind, Setting::Kind::file);
  EXPECT_EQ(file.standard, "");
  EXPECT_EQ(file.range(), "a file");
  EXPECT_FALSE(file.check("any/where"));
}

TEST(Settings, AnyTextIsTakenOrExplained) {
  const auto piece = rc::gen::oneOf(rc::gen::arbitrary<std::string>(),
                                    rc::gen::element<std::string>("depth", "c", "rule", "table", "book", "=", ",", "5",
                                                                  "0.5", "renju", "off", " ", "\"", "\\"));
  check_property(3000, [&] {
    std::string text;
    for (const auto& part : *rc::gen::container<std::vector<std::string>>(piece)) text += part;
    const auto values = parse_values(sample(), text, "player p");
    if (!values) {
      RC_ASSERT(is_one_line(values.error().message));
      return;
    }
    // What was taken can be written down and read again.
    std::string again;
    for (const auto& [name, value] : values->all())
      again += (again.empty() ? "" : ",") + name + "=" + quoted_value(value);
    const auto second = parse_values(sample(), again, "player p");
    RC_ASSERT(second.has_value());
    RC_ASSERT(*second == *values);
  });
}

}  // namespace
}  // namespace tengen

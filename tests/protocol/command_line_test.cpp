#include "protocol/command_line.hpp"

#include <gmock/gmock.h>

#include "protocol/gomocup.hpp"
#include "protocol/thoughts.hpp"
#include "support/property.hpp"

namespace tengen::protocol {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(CommandLine, SplitsAsAShellDoes) {
  EXPECT_THAT(*split_command("  ./engine  --a\tb "), ElementsAre("./engine", "--a", "b"));
  EXPECT_THAT(*split_command(R"(x 'a b' "c d" e\ f)"), ElementsAre("x", "a b", "c d", "e f"));
  EXPECT_THAT(*split_command(R"("a\"b\\c\n" 'a\b' '' --x='1 2'3)"),
              ElementsAre(R"(a"b\c\n)", R"(a\b)", "", "--x=1 23"));
  EXPECT_THAT(*split_command(""), ElementsAre());
  EXPECT_FALSE(split_command("'open"));
  EXPECT_FALSE(split_command("\"open"));
  EXPECT_FALSE(split_command("end\\"));
  EXPECT_FALSE(split_command(std::string_view("a\0b", 3)));
}

TEST(CommandLine, QuotedWordsComeBack) {
  check_property(2000, [] {
    const auto words = *rc::gen::container<std::vector<std::string>>(
        rc::gen::container<std::string>(rc::gen::element('a', ' ', '\'', '"', '\\', '\t', '$', ';')));
    std::string command;
    for (const std::string& word : words) {
      command += " \"";
      for (const char c : word) {
        if (c == '"' || c == '\\') command += '\\';
        command += c;
      }
      command += '"';
    }
    RC_ASSERT(*split_command(command) == words);
  });
}

TEST(CommandLine, FindsPrograms) {
  const auto shell = find_command("sh -c 'exit 0'");
  ASSERT_TRUE(shell);
  EXPECT_EQ(shell->front().front(), '/');
  EXPECT_THAT(find_command("").error().message, HasSubstr("no command"));
  EXPECT_THAT(find_command("''").error().message, HasSubstr("no command"));
}

TEST(CommandLine, ReadsMemory) {
  EXPECT_EQ(*parse_memory("none"), 0u);
  EXPECT_EQ(*parse_memory("350M"), 350u << 20);
  EXPECT_EQ(*parse_memory("2g"), 2ULL << 30);
  EXPECT_EQ(*parse_memory("4096"), 4096u);
  for (const char* wrong : {"", "M", "0", "-1", "1.5G", "many", "99999999999999999999", "99999999999G"})
    EXPECT_FALSE(parse_memory(wrong)) << wrong;
}

TEST(Gomocup, ReadsAnswers) {
  using gomocup::Answer;
  using gomocup::parse_answer;
  EXPECT_EQ(gomocup::parse_answer("7,8").point, (gomocup::Point{7, 8}));
  EXPECT_EQ(gomocup::parse_answer(" 7 , 8 ").kind, gomocup::Answer::Kind::point);
  for (const char* garbage : {"7", "7,", ",7", "7,8,9", "7 8", "x7,8", "7,8x", "SUGGEST", "SUGGEST x", "hello"})
    EXPECT_EQ(gomocup::parse_answer(garbage).kind, gomocup::Answer::Kind::garbage) << garbage;
  EXPECT_EQ(gomocup::parse_answer("ok - fine").kind, gomocup::Answer::Kind::ok);
  EXPECT_EQ(gomocup::parse_answer("Suggest 3,4").kind, gomocup::Answer::Kind::suggestion);
  EXPECT_EQ(gomocup::parse_answer("MESSAGE hi").kind, gomocup::Answer::Kind::message);
  EXPECT_EQ(gomocup::parse_answer("  ").kind, gomocup::Answer::Kind::empty);
  check_property(3000, [] {
    const auto text = *rc::gen::arbitrary<std::string>();
    static_cast<void>(gomocup::parse_answer(text));
    const int x = *rc::gen::inRange(-5, 30), y = *rc::gen::inRange(-5, 30);
    RC_ASSERT(gomocup::parse_answer(std::to_string(x) + "," + std::to_string(y)).point == (gomocup::Point{x, y}));
  });
}

TEST(Thoughts, AreReadFromAnyMessage) {
  roster::Choice choice;
  EXPECT_TRUE(read_thoughts("depth 12-20 | EV -45 | N 1.5M | pv h8 depth 3", choice));
  EXPECT_EQ(choice.depth, 12);
  EXPECT_EQ(choice.score, -45);
  EXPECT_EQ(choice.nodes, 1'500'000u);
  for (const char* nothing : {"", "depth", "depth x", "depth -5", "n nan", "score inf", "depth 1e300", "hello world"}) {
    roster::Choice untouched;
    EXPECT_FALSE(read_thoughts(nothing, untouched)) << nothing;
  }
  check_property(2000, [] {
    roster::Choice any;
    static_cast<void>(read_thoughts(*rc::gen::arbitrary<std::string>(), any));
  });
}

}  // namespace
}  // namespace tengen::protocol

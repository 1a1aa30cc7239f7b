// Opening files in every form that people have, and what is said about bad ones.

#include "records/opening_file.hpp"

#include <gtest/gtest.h>

#include "app/builtins.hpp"
#include "records/replay.hpp"
#include "support/one_line.hpp"

namespace tengen::records {
namespace {

struct Read {
  std::vector<std::vector<std::string>> openings;
  std::vector<int> lines;
  std::string error;
};

Read read(std::string_view text, std::string_view game = "gomoku", std::string_view position = "") {
  const auto start = std::move(*start_game(game, position, app::builtins()));
  const auto written = read_openings(text, game, *start);
  Read result;
  if (!written) {
    result.error = written.error().message;
    EXPECT_TRUE(is_one_line(result.error)) << result.error;
    return result;
  }
  for (const WrittenOpening& opening : *written) {
    const auto played = start->clone();
    for (const roster::AnyMove move : opening.moves) played->play(move);
    result.openings.push_back(played->move_names());
    result.lines.push_back(opening.line);
  }
  return result;
}

using Names = std::vector<std::string>;

TEST(OpeningFile, OneOpeningALine) {
  const Read r = read("# a comment\n\nh8 i9 h9\r\nH8i9j10   # capitals, no separators\n a1, a2; a3 \n");
  EXPECT_EQ(r.error, "");
  ASSERT_EQ(r.openings.size(), 3U);
  EXPECT_EQ(r.openings[0], (Names{"h8", "i9", "h9"}));
  EXPECT_EQ(r.openings[1], (Names{"h8", "i9", "j10"}));
  EXPECT_EQ(r.openings[2], (Names{"a1", "a2", "a3"}));
  EXPECT_EQ(r.lines, (std::vector<int>{3, 4, 5}));
}

// The centre of a board of 20 is x = y = 10 from the upper left, which is k10 here.
TEST(OpeningFile, GomocupOffsets) {
  const Read r = read("0,0, 1,0, 0,1\n-10,-10, 9,9\n", "gomoku", "size=20");
  EXPECT_EQ(r.error, "");
  ASSERT_EQ(r.openings.size(), 2U);
  EXPECT_EQ(r.openings[0], (Names{"k10", "l10", "k9"}));
  EXPECT_EQ(r.openings[1], (Names{"a20", "t1"}));
  EXPECT_EQ(read("0,0, 7,7", "gomoku", "size=15").openings.at(0), (Names{"h8", "o1"}));
}

TEST(OpeningFile, Stones) {
  // White's third stone comes last, however the lines are ordered; DONE, an empty line and the end all end an opening.
  const Read r = read("BOARD\n7,7,1\n8,7,2\n6,6,1\nDONE\n\n0,0,2\n1,0,1\n\n3,3,1\n4,4,2\n5,5,2\n");
  EXPECT_EQ(r.error, "");
  ASSERT_EQ(r.openings.size(), 3U);
  EXPECT_EQ(r.openings[0], (Names{"h8", "i8", "g9"}));
  EXPECT_EQ(r.openings[1], (Names{"b15", "a15"}));         // as many of each: 1 is Black
  EXPECT_EQ(r.openings[2], (Names{"e11", "d12", "f10"}));  // one more of 2: those are Black's, 1 is to move
  EXPECT_EQ(r.lines, (std::vector<int>{2, 7, 10}));
}

TEST(OpeningFile, TranscriptsAndDigits) {
  EXPECT_EQ(read("f5d6c3\nF5 F6\n", "othello").openings.at(0), (Names{"f5", "d6", "c3"}));
  EXPECT_EQ(read("4453\n4 4 5\ndd\n", "connect4").openings.at(0), (Names{"4", "4", "5", "3"}));
  EXPECT_EQ(read("4453\n4 4 5\ndd\n", "connect4").openings.at(2), (Names{"4", "4"}));
  EXPECT_EQ(read("11 1 11\naak", "connect4", "columns=11").openings.at(0), (Names{"k", "a", "k"}));
}

TEST(OpeningFile, ForAStartPosition) {
  const std::string start = (*start_game("connect4", "rows=5 columns=5 blocked=a1", app::builtins()))->to_string();
  EXPECT_EQ(read("start " + start + "\n1 2\n", "connect4", "rows=5 columns=5 blocked=a1").error, "");
  EXPECT_NE(read("start " + start + "\n1 2\n", "connect4").error.find("line 1: these openings are for"),
            std::string::npos);
}

TEST(OpeningFile, SaysWhereAndWhat) {
  EXPECT_EQ(read("").error, "there are no openings in it");
  EXPECT_EQ(read("# nothing\n\n").error, "there are no openings in it");
  EXPECT_EQ(read("h8 i9\nh8 h8\n").error, "line 2: move 2: h8 is taken");
  EXPECT_EQ(read("h8 i9\n\nh8 p16\n").error.substr(0, 14), "line 3: move 2");
  EXPECT_NE(read("0,0, 1,1\n0,0, 1,1, 2").error.find("line 2: offsets come in pairs"), std::string::npos);
  EXPECT_NE(read("0,0, 1,1\nh8").error.find("line 2: offsets are numbers"), std::string::npos);
  EXPECT_NE(read("0,0, 8,1").error.find("not on a board of size 15"), std::string::npos);
  EXPECT_NE(read("1,1,1\n2,2,3").error.find("line 2: a stone is"), std::string::npos);
  EXPECT_NE(read("1,1,1\n2,2,1\n3,3,1\n").error.find("line 1: 3 stones against 0"), std::string::npos);
  EXPECT_NE(read("1,1,1\n1,1,2\n").error.find("line 2: b14 is taken"), std::string::npos);
  EXPECT_NE(read("1,1,1\n2,2,2\n\n1,1,1\n2,2,3\n").error.find("line 5: a stone is"), std::string::npos);
  EXPECT_NE(read("a1 b1 a2 b2 a3 b3 a4 b4 a5").error.find("line 1: the game is over after these 9 moves"),
            std::string::npos);
  EXPECT_NE(read("a1 b1 a2 b2 a3 b3 a4 b4 a5 b5").error.find("move 10: the game is over"), std::string::npos);
  EXPECT_NE(read("4,4", "othello").error.find("line 1: move 1"), std::string::npos);
  EXPECT_NE(read("f5 f5", "othello").error.find("f5 is taken"), std::string::npos);
  EXPECT_NE(read("4444444", "connect4").error.find("move 7: column 4 is full"), std::string::npos);
}

}  // namespace
}  // namespace tengen::records

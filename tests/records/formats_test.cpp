// What is written can be read again: everything in JSON lines, PGN and CSV, what they can hold in the others.

#include "records/formats.hpp"

#include <gtest/gtest.h>

#include "records/board.hpp"
#include "records/random_records.hpp"
#include "support/one_line.hpp"
#include "support/property.hpp"

namespace tengen::records {
namespace {

Expected<std::vector<Record>> read(std::string_view format, std::string_view text) {
  return (*find_format(format))->read(text, app::builtins());
}

// Several games in one file, written and read back.
std::vector<Record> there_and_back(std::string_view format_name, const std::vector<Record>& records) {
  const RecordFormat& format = **find_format(format_name);
  std::string text = format.heading();
  for (const Record& record : records) {
    const auto written = format.write(record, app::builtins());
    RC_ASSERT(written.has_value());
    text += *written;
  }
  const auto guessed = guess_format("file." + std::string(format_name), text);
  RC_ASSERT(guessed.has_value());
  RC_ASSERT((*guessed)->name == format_name);
  const auto back = format.read(text, app::builtins());
  if (!back) RC_FAIL(back.error().message + "\n" + text);
  return *back;
}

std::vector<Record> some_records(std::size_t board_count = boards.size()) {
  Rng rng = generated_rng();
  std::vector<Record> records;
  for (std::uint32_t i = rng.below(3) + 1; i > 0; --i)
    records.push_back(rng.below(4) == 0 ? random_game(rng, board_count) : random_record(rng, board_count));
  return records;
}

TEST(Formats, NothingIsLost) {
  for (const char* format : {"jsonl", "pgn", "csv"})
    check_property(150, [format] {
      const auto records = some_records();
      RC_ASSERT(there_and_back(format, records) == records);
    });
}

TEST(Formats, SgfKeepsTheGameAndItsThoughts) {
  check_property(150, [] {
    auto records = some_records();
    const auto back = there_and_back("sgf", records);
    for (Record& record : records) {
      if (record.termination != Termination::time && record.termination != Termination::resign)
        record.termination.reset();
      record.detail.clear();
      record.pair.reset();
      record.seed.reset();
      if (record.finished) *record.finished -= *record.finished % 86'400'000;
    }
    RC_ASSERT(back == records);
  });
}

TEST(Formats, PsqKeepsMovesTimesAndNames) {
  check_property(150, [] {
    Rng rng = generated_rng();
    Record record = random_record(rng, 1);
    for (MoveNote& note : record.notes) note = {(note.micros / 1000 + 1) * 1000, std::nullopt, 0, 0};
    if (record.notes.empty()) record.opening = 0;
    const Record plain{record.game,    record.start,   record.moves, record.players,
                       record.outcome, record.opening, record.notes};
    RC_ASSERT(there_and_back("psq", {record, record}) == (std::vector<Record>{plain, plain}));
  });
}

TEST(Formats, TranscriptsKeepTheMoves) {
  check_property(150, [] {
    Rng rng = generated_rng();
    const Record record = random_game(rng);
    const auto text = (*find_format("txt"))->write(record, app::builtins());
    // Two boards begin with stones on them, two with moves behind them.
    const bool from_start = std::ranges::count_if(record.start, [](char c) { return c == 'x' || c == 'X'; }) ==
                            (record.game == "othello" ? 3 : 1);
    RC_ASSERT(text.has_value() == from_start);
    if (!text || record.moves.empty() || record.moves.back() == "pass") return;
    const auto back = read("txt", *text);
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->size() == 1U);
    RC_ASSERT(back->front().moves == record.moves);
    RC_ASSERT(back->front().start == record.start);
  });
}

TEST(Formats, StrangersAreNotOnePlayer) {
  using Names = std::array<std::string, 2>;
  const auto names = [](std::string_view format, std::string_view text) {
    const auto records = read(format, text);
    EXPECT_TRUE(records) << records.error().message;
    return records ? records->front().players : Names{};
  };
  EXPECT_EQ(names("txt", "f5d6"), (Names{"black", "white"}));
  EXPECT_EQ(names("txt", "4453"), (Names{"first", "second"}));
  EXPECT_EQ(names("sgf", "(;GM[4]PW[me];B[hh])"), (Names{"black", "me"}));
  EXPECT_EQ(names("pgn", "[Game \"othello\"]\n[White \"?\"]\n\nf5 *\n"), (Names{"black", "white"}));
  EXPECT_EQ(names("csv", "game,moves\nconnect4,4 4\n"), (Names{"first", "second"}));
  EXPECT_EQ(names("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n"), (Names{"black", "white"}));
  const Record nameless{"gomoku", "", {"h8"}, {"", ""}, Outcome::ongoing};
  EXPECT_EQ(names("psq", *(*find_format("psq"))->write(nameless, app::builtins())), (Names{"black", "white"}));
}

std::string error_of(std::string_view format, std::string_view text) {
  const auto records = read(format, text);
  if (records) return "accepted";
  EXPECT_TRUE(is_one_line(records.error().message)) << records.error().message;
  return records.error().message;
}

void expect_error(std::string_view format, std::string_view text, std::string_view part) {
  EXPECT_NE(error_of(format, text).find(part), std::string::npos) << format << ": " << error_of(format, text);
}

TEST(Formats, ReadsPgnOfOtherHands) {
  const auto good = read("pgn",
                         "[Event \"Cup\"]\n[White \"A\"]\n[Black \"B\"]\n[Game \"connect4\"]\n\n"
                         "1.4 {book} 4! {book} 2. 3 $1 ; to the end of the line\n"
                         "(2. 5 {a ( comment} (nested) 5) 2... 5?? {-1.5/12 0.31s} 3. 3 {no note} *\n\n"
                         "[Game \"othello\"]\n[Result \"1/2-1/2\"]\n\nf5 d6 1/2-1/2\n");
  ASSERT_TRUE(good) << good.error().message;
  ASSERT_EQ(good->size(), 2U);
  const Record& first = good->front();
  EXPECT_EQ(first.moves, (std::vector<std::string>{"4", "4", "3", "5", "3"}));
  EXPECT_EQ(first.opening, 2);
  EXPECT_EQ(first.notes, (std::vector<MoveNote>{{}, {310'000, -1.5, 12, 0}, {}}));
  EXPECT_EQ(first.players, (std::array<std::string, 2>{"A", "B"}));
  EXPECT_EQ((*good)[1].outcome, Outcome::draw);
}

TEST(Formats, ReadsSgfOfOtherHands) {
  // As c-gomoku-cli writes them, and an old file with long names, a set-up, variations and points as people write them.
  const auto records = read(
      "sgf",
      "(;FF[4]GM[4]GN[1]EV[a x b]RO[1.1]RU[0]SZ[15]PB[a]PW[b]RE[B+1]TE[resign]\n"
      ";B[hh]C[opening move]\n;W[ig]C[12ms];B[gg])\n\n"
      "(;GaMe[4]SiZe[9]RU[Renju]AddBlack[aa][cc:dd]AW[ia:ib][ie][ig][ii]PL[B]RE[W+Resign];B[ef](;W[ee];B[ff])(;W[fe]))"
      "(;GM[2]RE[0];B[f5];W[fd];B[])");
  ASSERT_FALSE(records);
  EXPECT_EQ(records.error().message, "line 5: move 3: passing is only allowed when there is no other move");
  const auto good = read("sgf",
                         "(;FF[4]GM[4]GN[1]EV[a x b]RO[1.1]RU[0]SZ[15]PB[a]PW[b]RE[B+1]TE[resign]\n"
                         ";B[hh]C[opening move]\n;W[ig]C[12ms];B[gg])\n\n"
                         "(;GaMe[4]SiZe[9]RU[Renju]AddBlack[aa][cc:dd]AW[ia:ib][ie][ig][ii]PL[B]RE[W+Resign]\n"
                         ";B[ef](;W[ee];B[ff])(;W[fe]))(;GM[2]RE[0];B[f5];W[ff])");
  ASSERT_TRUE(good) << good.error().message;
  ASSERT_EQ(good->size(), 3U);
  EXPECT_EQ((*good)[0].moves, (std::vector<std::string>{"h8", "i9", "g9"}));
  EXPECT_EQ((*good)[0].opening, 1);
  EXPECT_EQ((*good)[0].outcome, Outcome::first_wins);
  EXPECT_EQ((*good)[1].moves, (std::vector<std::string>{"e4", "e5", "f4"}));
  EXPECT_EQ((*good)[1].termination, Termination::resign);
  EXPECT_EQ((*good)[1].start, "rule=renju x7o/8o/2xx5/2xx5/8o/9/8o/9/8o x");
  EXPECT_EQ((*good)[2].moves, (std::vector<std::string>{"f5", "f6"}));
  EXPECT_EQ((*good)[2].outcome, Outcome::draw);
}

TEST(Formats, ReadsPsqOfOtherHands) {
  const auto records = read("psq",
                            "Piskvorky 20x20, 11:11, 0\r\n10,11,0\r\n11,11,0\r\n10,10,1500\r\n"
                            "pbrain-one.zip\r\npbrain-two.zip\r\n-1\r\n"
                            "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n-1\n2,Renju\n");
  ASSERT_TRUE(records) << records.error().message;
  ASSERT_EQ(records->size(), 2U);
  EXPECT_EQ((*records)[0].moves, (std::vector<std::string>{"j10", "k10", "j11"}));
  EXPECT_EQ((*records)[0].opening, 2);
  EXPECT_EQ((*records)[0].notes, (std::vector<MoveNote>{{1'500'000, std::nullopt, 0, 0}}));
  EXPECT_EQ((*records)[0].outcome, Outcome::ongoing);
  EXPECT_EQ((*records)[0].players[1], "pbrain-two.zip");
  EXPECT_EQ((*records)[1].outcome, Outcome::second_wins);
  EXPECT_TRUE((*records)[1].start.starts_with("rule=renju 15/"));
}

TEST(Formats, ReadsCsvOfOtherHands) {
  const auto records = read("csv",
                            "colour,moves,game,\"first\"\r\nred,4 4 5,connect4,\"a, \"\"b\"\"\nc\"\r\n\r\n"
                            "blue,f5,othello,\r\n");
  ASSERT_TRUE(records) << records.error().message;
  ASSERT_EQ(records->size(), 2U);
  EXPECT_EQ((*records)[0].players[0], "a, \"b\"\nc");
  EXPECT_EQ((*records)[1].moves, (std::vector<std::string>{"f5"}));
}

TEST(Formats, ReadsTranscripts) {
  const auto records = read("txt", "# two games\nF5d6C3\n\n4453\ngomoku size=9 e5 f5  # and one\nothello f5\n");
  ASSERT_TRUE(records) << records.error().message;
  ASSERT_EQ(records->size(), 4U);
  EXPECT_EQ((*records)[0].game, "othello");
  EXPECT_EQ((*records)[1].moves.size(), 4U);
  EXPECT_EQ((*records)[2].start, "9/9/9/9/9/9/9/9/9 x");
}

TEST(Formats, SaysLineAndWhat) {
  expect_error("jsonl", "\n{\"game\":1}\n", "line 2: game record: 'game' has the wrong form");
  expect_error("jsonl", R"({"game":"connect4","start":"","players":["a","b"],"outcome":"draw","moves":["4","9"]})",
               "line 1: move 2: '9' is no column");
  expect_error("pgn", "[White \"A\"]\n\n1. e4 e5 1-0", "line 3: there is no [Game");
  expect_error("pgn", "[Game \"chess\"]\n\n1. e4", "no game 'chess'");
  expect_error("pgn", "[Game \"othello\"]\n\n1. f5 a1 *", "line 3: move 2: a1 flips nothing");
  expect_error("pgn", "[Game \"othello\"]\n[Game \"gomoku\"]\n", "line 2: tag 'Game' stands there twice");
  expect_error("pgn", "[Game \"othello]\nf5", "the value of tag 'Game' has no end");
  expect_error("pgn", "[Game \"othello\" x]\n", "does not end with ]");
  expect_error("pgn", "[Game \"othello\"]\n[Seed \"-1\"]\nf5", "line 3: tag Seed is '-1', not a whole number");
  expect_error("pgn", "[Game \"othello\"]\n[Result \"2-0\"]\nf5", "tag Result is '2-0'");
  expect_error("pgn", "[Game \"othello\"]\n[Result \"1-0\"]\nf5 0-1", "ends with 0-1, but its tag says 1-0");
  expect_error("pgn", "[Game \"othello\"]\n[OpeningPlies \"2\"]\nf5 *", "OpeningPlies is 2, with 1 moves");
  expect_error("pgn", "[Game \"othello\"]\nf5 {never ends", "a comment has no end");
  expect_error("pgn", "[Game \"othello\"]\nf5 (never ends", "a variation has no end");
  expect_error("pgn", "[Game \"connect4\"]\n[Result \"0-1\"]\n1. 1 2 2. 1 2 3. 1 2 4. 1 0-1",
               "the result is second, but by the rules of the game it is first");
  expect_error("sgf", "hello", "line 1: a game begins with (;");
  expect_error("sgf", "(;GM[1];B[aa])", "the game is 'GM[1]'");
  expect_error("sgf", "(;GM[4]SZ[15];B[pa])", "move 1: 'pa' is no point of the board; points are aa to oo");
  expect_error("sgf", "(;GM[4]SZ[99];B[aa])", "SZ is '99'");
  expect_error("sgf", "(;GM[4]SZ[15:9];B[aa])", "square");
  expect_error("sgf", "(;GM[4];B[aa]\n;B[bb])", "line 2: move 2: it is the other side's turn");
  expect_error("sgf", "(;GM[4];B[aa];W[aa])", "a15 is taken");
  expect_error("sgf", "(;GM[4];B[aa];AW[bb])", "set up after the first move");
  expect_error("sgf", "(;GM[4]AB[aa][aa])", "AB: 'aa' is taken");
  expect_error("sgf", "(;GM[4];B[aa", "has no closing bracket");
  expect_error("sgf", "(;GM[4];B[aa]", "no closing parenthesis");
  expect_error("sgf", "(;GM[4]RU[Japanese];B[aa])", "RU is 'Japanese'");
  expect_error("sgf", "(;GM[4]RE[maybe];B[aa])", "RE is 'maybe'");
  expect_error("sgf", "(;GM[44];B[da])", "'da' is not where a disc in its column comes to rest, df is");
  expect_error("csv", "game,moves,number\nothello,f5,4611686018427387905\n", "'number' is 4611686018427387905, more");
  expect_error("csv", "game,moves,outcome,termination\nothello,f5,draw,crash\n", "line 2: the outcome is draw, but");
  expect_error("psq", "8,8,0\n", "line 1: a game begins with Piskvorky");
  expect_error("psq", "Piskvorky 15x14, 11:11, 0\n", "boards are square");
  expect_error("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\nA\nB\n", "line 3: h8 is taken");
  expect_error("psq", "Piskvorky 15x15, 11:11, 0\n8,16,0\nA\nB\n", "line 2: 8,16 is not on a board of size 15");
  expect_error("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n-1\n3,Freestyle\n", "line 6: the winner is");
  expect_error("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n-1\n1,Swap\n", "the rule is 'swap'");
  expect_error("psq", "Piskvorky 99x99, 11:11, 0\n", "size");
  expect_error("csv", "game,start\nothello,\n", "line 1: the heading has no column 'moves'");
  expect_error("csv", "game,moves\nothello\n", "line 2: 1 fields, but the heading has 2");
  expect_error("csv", "game,moves\nothello,\"f5\n", "a quoted field has no end");
  expect_error("csv", "game,moves\nothello,f5 f5\n", "line 2: move 2: f5 is taken");
  expect_error("csv", "game,moves,outcome\nothello,f5,won\n", "outcome is 'won'");
  expect_error("csv", "game,moves,micros\nothello,f5,-1\n", "a time below zero");
  expect_error("csv", "game,moves,micros\nothello,f5,1 2\n", "2 notes for 1 moves");
  expect_error("csv", "game,moves,micros,nodes\nothello,f5,1,x\n", "nodes is 'x', not a number for each move");
  expect_error("txt", "f5\nf5f5\n", "line 2: move 2: f5 is taken");
  expect_error("txt", "gomoku size=99 a1\n", "line 1");
}

TEST(Formats, SayWhatTheyCannotHold) {
  const auto error = [](const char* format, const Record& record) {
    const auto written = (*find_format(format))->write(record, app::builtins());
    return written ? std::string("written") : written.error().message;
  };
  const Record othello{"othello", "", {"f5"}, {"a", "b"}, Outcome::ongoing};
  EXPECT_EQ(error("psq", othello), "psq holds games of Gomoku only, not of othello");
  const Record set_up{"gomoku", "5/5/2x2/5/5 o", {"a1"}, {"a", "b"}, Outcome::ongoing};
  EXPECT_EQ(error("psq", set_up), "psq holds games from the empty board only");
  EXPECT_NE(error("txt", set_up).find("from the start only"), std::string::npos);
  EXPECT_EQ(error("sgf", set_up), "written");
}

TEST(Formats, AreFound) {
  EXPECT_FALSE(find_format("xls"));
  EXPECT_NE(find_format("jsnl").error().message.find("did you mean 'jsonl'"), std::string::npos);
  EXPECT_EQ((*guess_format("games.TXT", "f5d6"))->name, "txt");
  EXPECT_EQ((*guess_format("anything", " (;GM[4])"))->name, "sgf");
  EXPECT_FALSE(guess_format("games", "f5d6"));
  EXPECT_FALSE(guess_format("games.doc", ""));
}

}  // namespace
}  // namespace tengen::records

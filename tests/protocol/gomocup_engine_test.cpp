// Our players as brains of the Gomocup protocol: every command, the opening under Swap2, and the words of Yixin's window.

#include <set>

#include "protocol/gomocup_info.hpp"
#include "protocol/talk.hpp"
#include "roster/guide.hpp"

namespace tengen::protocol {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(GomocupEngine, SpeaksEveryMandatoryCommand) {
  Talk talk(make_gomocup_engine, "gomoku");
  EXPECT_EQ(talk.one("START 20"), "OK");
  EXPECT_THAT(talk.one("ABOUT"), HasSubstr("name=\"Tengen alphabeta:depth=2\", version=\""));
  EXPECT_THAT(talk("INFO timeout_turn 1000\nINFO folder /tmp\nINFO evaluate 3,3\nINFO game_type 2\nINFO\nINFO x"),
              ElementsAre());
  EXPECT_TRUE(is_point(talk.one("BEGIN"), 20));
  EXPECT_TRUE(is_point(talk.one("turn 0,0"), 20));
  EXPECT_EQ(talk.one("RESTART"), "OK");
  EXPECT_TRUE(is_point(talk.one("BOARD\n10,10,1\n10,11,2\n11,11,1\n9,10,2\nDONE"), 20));
  EXPECT_EQ(talk.one("START 15"), "OK");
  EXPECT_EQ(talk.one("RECTSTART 15,15"), "OK");
  EXPECT_THAT(talk.one("RECTSTART 30,20"), StartsWith("ERROR"));
  EXPECT_EQ(talk.one("START 15 15"), "OK");
  EXPECT_THAT(talk.one("START 15 14"), StartsWith("ERROR"));
  EXPECT_TRUE(talk.going_on());
  talk("END");
  EXPECT_FALSE(talk.going_on());
}

TEST(GomocupEngine, FindsTheWinningPoint) {
  // Four in a row in the top line, x from 1 to 4: the fifth stone wins at either end. Black and White alike.
  for (const char* board : {"BOARD\n1,0,1\n5,5,2\n2,0,1\n5,7,2\n3,0,1\n5,9,2\n4,0,1\n5,11,2\nDONE",
                            "BOARD\n5,5,2\n1,0,1\n5,7,2\n2,0,1\n5,9,2\n3,0,1\n9,9,2\n4,0,1\n9,11,2\nDONE",
                            "BOARD\n1,0,1\n2,0,1\n3,0,1\n4,0,1\n5,5,2\n5,7,2\n5,9,2\n5,11,2\nDONE"}) {  // in no order
    Talk talk(make_gomocup_engine, "gomoku");
    talk("START 15");
    EXPECT_THAT(talk.one(board), testing::AnyOf("0,0", "5,0")) << board;
  }
}

TEST(GomocupEngine, TakesBackWhatItIsTold) {
  Talk talk(make_gomocup_engine, "gomoku", "random");
  talk("START 5");
  const std::string own = talk.one("TURN 0,0");
  EXPECT_EQ(talk.one("TAKEBACK " + own), "OK");
  EXPECT_EQ(talk.one("TAKEBACK 0,0"), "OK");
  EXPECT_THAT(talk.one("TAKEBACK 0,0"), StartsWith("ERROR"));
  EXPECT_TRUE(is_point(talk.one("BEGIN"), 5));
  // From the middle of a board that was set up, and then the point is free again.
  talk("RESTART\nYXBOARD\n0,0,1\n1,1,2\n2,2,1\n3,3,2\nDONE");
  EXPECT_THAT(talk.one("PLAY 1,1"), StartsWith("ERROR"));
  EXPECT_EQ(talk.one("TAKEBACK 1,1"), "OK");
  EXPECT_EQ(talk.one("PLAY 1,1"), "1,1");
}

TEST(GomocupEngine, KnowsTheRules) {
  // Black's sixth stone in a row wins under freestyle only; under renju it is forbidden.
  const std::string board = "\nBOARD\n0,0,1\n0,14,2\n1,0,1\n2,14,2\n2,0,1\n4,14,2\n4,0,1\n6,14,2\n5,0,1\n8,14,2\nDONE";
  const auto answer = [&](const char* rule) {
    Talk talk(make_gomocup_engine, "gomoku");
    return talk("START 15\nINFO rule " + std::string(rule) + board).back();
  };
  EXPECT_EQ(answer("0"), "3,0");
  EXPECT_NE(answer("1"), "3,0");
  EXPECT_NE(answer("4"), "3,0");
  EXPECT_THAT(answer("8"), AllOf(StartsWith("ERROR"), HasSubstr("caro")));
  Talk talk(make_gomocup_engine, "gomoku");
  talk("START 15\nINFO rule 4\nYX" + board.substr(1));
  EXPECT_EQ(talk.one("YXSHOWFORBID"), "FORBID 0300.");
}

TEST(GomocupEngine, AnswersBadInputWithAnError) {
  Talk talk(make_gomocup_engine, "gomoku");
  for (const char* line : {"BEGIN", "TURN 1,1", "RESTART", "TAKEBACK 1,1", "START", "START 4", "START 23", "START x",
                           "START -1", "START 99999999999", "RECTSTART 15"})
    EXPECT_THAT(talk.one(line), StartsWith("ERROR")) << line;
  EXPECT_THAT(talk.one("BOARD\n1,1,1\nDONE"), StartsWith("ERROR"));
  talk("START 15");
  for (const char* line : {"TURN", "TURN 15,0", "TURN 0,-1", "TURN a,b", "TURN 1;1", "TURN 1,1,1", "PLAY 99,99",
                           "BOARD\n1,1,1\n1,1,2\nDONE", "BOARD\nxx\nDONE", "BOARD\n1,1,7\nDONE", "BOARD\n15,15,1\nDONE",
                           "BOARD\n1,1,2\n2,2,2\nDONE", "BOARD\n1,1,1\nDONE",
                           "BOARD\n0,0,1\n0,5,2\n1,0,1\n2,5,2\n2,0,1\n4,5,2\n3,0,1\n6,5,2\n4,0,1\n8,5,2\nDONE"})
    EXPECT_THAT(talk.one(line), StartsWith("ERROR")) << line;
  EXPECT_THAT(talk.one("HELLO"), StartsWith("UNKNOWN"));
  EXPECT_THAT(talk.one("BEGIN"), StartsWith("ERROR")) << "the last board was a finished game";
  talk("RESTART");
  EXPECT_TRUE(is_point(talk.one("BEGIN"), 15));
  EXPECT_TRUE(talk.engine().interrupts(" end ") && talk.engine().interrupts("YXSTOP") &&
              talk.engine().interrupts("stop"));
  EXPECT_FALSE(talk.engine().interrupts("TURN 1,1"));
}

TEST(GomocupEngine, ReadsListsOnOneLineToo) {
  Talk talk(make_gomocup_engine, "gomoku", "random");
  talk("START 15");
  EXPECT_THAT(talk("YXBOARD 7,7,1 8,8,2 DONE"), ElementsAre());
  EXPECT_THAT(talk.one("PLAY 7,7"), StartsWith("ERROR"));
  EXPECT_EQ(talk.one("PLAY 0,0"), "0,0");
  EXPECT_TRUE(is_point(talk.one("BOARD 7,7,1 8,8,2 DONE"), 15));
  // The lines of a list that is not for us are none for us either.
  EXPECT_THAT(talk.one("YXBLOCK\n3,3\nDONE"), StartsWith("UNKNOWN"));
  EXPECT_THAT(talk.one("YXQUERYDATABASEALL\n3,3\n4,4\nDONE"), StartsWith("UNKNOWN"));
  EXPECT_THAT(talk.one("YXBLOCKRESET"), StartsWith("UNKNOWN"));
  EXPECT_EQ(talk.one("PLAY 2,2"), "2,2");
}

TEST(GomocupEngine, GivesTheTableTheMemoryThereIs) {
  Talk talk(make_gomocup_engine, "gomoku", "gomoku/champion:memory=64");
  const auto memory = [&](const std::string& lines) {
    talk(lines + "\nYXSHOWINFO");
    return talk.messages().front().substr(talk.messages().front().find(", ") + 2);
  };
  EXPECT_EQ(memory("INFO max_memory 83886080"), "gomoku/champion:memory=40") << "before START";
  EXPECT_EQ(memory("START 9\nINFO max_memory 367001600"), "gomoku/champion:memory=310");
  EXPECT_EQ(memory("INFO max_memory 0"), "gomoku/champion:memory=64") << "no limit: as it was";
  EXPECT_EQ(memory("INFO hash_size 16384"), "gomoku/champion:memory=16") << "of Yixin, in kilobytes";
  EXPECT_EQ(memory("INFO max_memory 1000"), "gomoku/champion:memory=1");
  // What cannot be done is said with the next move.
  EXPECT_TRUE(is_point(talk.one("INFO max_node 300\nTURN 4,4"), 9));
  EXPECT_THAT(talk.messages().front(), HasSubstr("max_memory"));
  EXPECT_TRUE(is_point(talk.one("TURN 0,0"), 9));
  EXPECT_THAT(talk.messages().front(), testing::Not(HasSubstr("max_memory")));
  Talk other(make_gomocup_engine, "gomoku", "threat/alphabeta");
  other("START 9\nINFO max_memory 104857600\nINFO thread_num 4\nYXSHOWINFO");
  EXPECT_THAT(other.messages().front(), testing::EndsWith(", threat/alphabeta:hash=60"));
  EXPECT_THAT(other.one("ABOUT"), StartsWith(R"(name="Tengen threat/alphabeta",)")) << "its name stays";
}

TEST(GomocupEngine, ShowsItsThoughts) {
  Talk talk(make_gomocup_engine, "gomoku", "gomoku/champion:memory=16");
  talk("START 15\nINFO max_node 200\nYXBOARD 7,7,1 8,8,2 7,8,1 7,6,2 DONE");
  const std::string point = talk.one("YXNBEST 3");
  EXPECT_TRUE(is_point(point, 15));
  std::vector<std::string> lines;
  std::vector<std::string> depths;
  for (const std::string& message : talk.messages()) {
    if (message.starts_with("MESSAGE (")) lines.push_back(message);
    if (message.starts_with("MESSAGE depth ")) depths.push_back(message);
  }
  ASSERT_GE(depths.size(), 4U) << "while it thinks";
  EXPECT_THAT(depths.back(), AllOf(HasSubstr(" score "), HasSubstr(" chance "), HasSubstr(" nodes 200 "),
                                   HasSubstr(" time "), HasSubstr(" pv ")));
  // The last three are the answer's; each has a line of its own, which begins with its move.
  ASSERT_GE(lines.size(), 3U);
  std::set<std::string> first_moves;
  for (auto line = lines.end() - 3; line != lines.end(); ++line) {
    const auto pv = words(std::string_view(*line).substr(line->find(" pv ") + 4));
    EXPECT_GE(pv.size(), 2U) << *line;
    first_moves.emplace(pv[0]);
  }
  EXPECT_EQ(first_moves.size(), 3U);
  // The blocks of show_detail 2, and the points of 1.
  const auto said = talk("RESTART\nINFO show_detail 3\nYXBOARD 7,7,1 8,8,2 7,8,1 7,6,2 DONE\nYXNBEST 2");
  EXPECT_EQ(said.back(), point);
  EXPECT_EQ(said[said.size() - 2], "INFO PV DONE");
  EXPECT_THAT(said, testing::Contains("INFO NUMPV 2"));
  EXPECT_THAT(said, testing::Contains(StartsWith("INFO WINRATE 0.")));
  EXPECT_THAT(said, testing::Contains(StartsWith("INFO BESTLINE " + point + " ")));
  EXPECT_THAT(talk.messages(), testing::Contains("MESSAGE REALTIME BEST " + point));
  EXPECT_THAT(talk.one("YXNBEST 0"), StartsWith("ERROR"));
  talk("YXSHOWINFO");
  EXPECT_THAT(talk.messages(), testing::Contains("MESSAGE INFO MAX_THREAD_NUM 256"));
  EXPECT_THAT(talk.messages(), testing::Contains("MESSAGE INFO MAX_HASH_SIZE 26"));
}

TEST(GomocupEngine, ForgetsWithoutLosingTheBoard) {
  Talk talk(make_gomocup_engine, "gomoku", "random");
  EXPECT_THAT(talk("YXHASHCLEAR"), ElementsAre());
  talk("START 15\nYXBOARD 7,7,1 8,8,2 DONE");
  EXPECT_THAT(talk("YXHASHCLEAR"), ElementsAre());
  EXPECT_THAT(talk.one("PLAY 7,7"), StartsWith("ERROR"));
}

// "h8 a15 h7", played from the empty board.
std::unique_ptr<roster::Game> played(std::string_view moves) {
  auto game = start_of("gomoku", "");
  for (const auto move : words(moves)) game->play(*game->parse_move(move));
  return game;
}

// What the champion says of a position with so many simulations: its edge for the side to move.
double champions_edge(const roster::Game& game, std::uint64_t simulations) {
  const auto player = make_player("gomoku/champion:memory=16", game);
  player->begin(game, 1);
  const auto chosen = player->ask(game, {.nodes = simulations});
  return 2 * *win_chance(score_meaning(app::builtins(), "gomoku/champion"), chosen->score, chosen->end_in) - 1;
}

std::string points_of(const roster::Game& game) {
  std::string text;
  for (const roster::AnyMove move : game.moves()) {
    const auto p = gomocup::point_of(move.to<games::gomoku::Move>(), 15);
    text += std::to_string(p.x) + "," + std::to_string(p.y) + "\n";
  }
  return text;
}

TEST(GomocupEngine, ChoosesUnderSwap2ByItsSearch) {
  Talk talk(make_gomocup_engine, "gomoku", "gomoku/champion:memory=16");
  talk("START 15\nINFO max_node 200");
  int swaps = 0, plays = 0, puts = 0;
  for (const char* moves :
       {"h8 a15 h7", "h8 h9 i9", "a1 h8 o15", "d4 m12 h8", "c3 h8 m3", "h8 i9 j10", "b2 n14 h2", "e5 k11 e11",
        "h8 a15 h7 a14 i7", "a1 h8 o15 i8 o1", "e5 k11 e11 k5 h8", "h8 h9 i8 g8 j6"}) {
    talk("RESTART");
    const auto game = played(moves);
    const std::string answer = talk.one("SWAP2BOARD\n" + points_of(*game) + "DONE");
    const bool three = game->moves().size() == 3;
    const double edge = champions_edge(*game, three ? 100 : 200);
    const auto points = words(answer);
    if (three && std::abs(edge) < 0.05) {
      ASSERT_EQ(points.size(), 2U) << moves << " " << answer;
      EXPECT_NE(points[0], points[1]);
      ++puts;
    } else if (edge < 0) {
      EXPECT_EQ(answer, "SWAP") << moves;
      ++swaps;
    } else {
      ASSERT_EQ(points.size(), 1U) << moves << " " << answer;
      ++plays;
    }
    for (const auto point : points)
      if (answer != "SWAP") EXPECT_TRUE(is_point(std::string(point), 15)) << answer;
    // The stones lie on our board: the game goes on from there.
    if (points.size() == 1 && answer != "SWAP")
      EXPECT_THAT(talk.one("TURN " + answer), StartsWith("ERROR")) << "the point is taken";
  }
  EXPECT_GE(swaps, 2);
  EXPECT_GE(plays, 2);
  for (const char* bad : {"SWAP2BOARD\n7,7\nDONE", "SWAP2BOARD\n7,7\n7,7\n8,8\nDONE", "SWAP2BOARD\n7,7,1\nDONE",
                          "SWAP2BOARD\n7,7\n8,8\n15,0\nDONE"})
    EXPECT_THAT(talk.one(bad), StartsWith("ERROR")) << bad;
}

TEST(GomocupEngine, OffersEvenStonesUnderSwap2) {
  std::set<std::string> offers;
  double offered = 0, random = 0;
  constexpr int count = 4;
  Rng rng(3);
  Talk talk(make_gomocup_engine, "gomoku", "gomoku/champion:memory=16");
  talk("START 15\nINFO max_node 1500");
  for (int i = 0; i < count; ++i) {
    const std::string answer = talk.one("SWAP2BOARD\nDONE");
    offers.insert(answer);
    const auto game = played("");
    for (const auto text : words(answer)) {
      ASSERT_TRUE(is_point(std::string(text), 15)) << answer;
      const auto move = roster::AnyMove::from(gomocup::move_at(*gomocup::parse_point(text), 15));
      ASSERT_TRUE(game->is_legal(move)) << answer;
      game->play(move);
    }
    ASSERT_EQ(game->moves().size(), 3U) << answer;
    const auto near_by = played("");  // three stones in the middle, whatever they are worth
    while (near_by->moves().size() < 3) {
      const auto move = roster::AnyMove::from(games::gomoku::Move{static_cast<std::uint8_t>(5 + rng.below(5)),
                                                                  static_cast<std::uint8_t>(5 + rng.below(5))});
      if (near_by->is_legal(move)) near_by->play(move);
    }
    offered += std::abs(champions_edge(*game, 200));
    random += std::abs(champions_edge(*near_by, 200));
  }
  EXPECT_EQ(offers.size(), static_cast<std::size_t>(count)) << "other stones each time";
  EXPECT_LT(offered, random / 2);
  EXPECT_LT(offered / count, 0.25);
}

TEST(GomocupEngine, SpeaksOfSwap2AsYixinDoes) {
  Talk talk(make_gomocup_engine, "gomoku", "alphabeta:depth=1");
  talk("START 15\nINFO max_node 50\nYXSWAP2STEP1");
  int moves = 0;
  for (const std::string& message : talk.messages())
    moves += message.starts_with("MESSAGE SWAP2 MOVE" + std::to_string(moves + 1) + " ");
  EXPECT_EQ(moves, 3);
  talk("START 15\nYXBOARD 7,7,2 0,0,1 7,8,2 DONE\nYXSWAP2STEP2");
  EXPECT_THAT(talk.messages().back(),
              testing::AnyOf(StartsWith("MESSAGE SWAP2 SWAP1 "), StartsWith("MESSAGE SWAP2 MOVE5 ")));
  talk("START 15\nYXBOARD 7,7,2 0,0,1 7,8,2 0,2,1 8,8,2 DONE\nYXSWAP2STEP3");
  EXPECT_THAT(talk.messages().back(), StartsWith("MESSAGE SWAP2 SWAP2 "));
  EXPECT_THAT(talk.one("YXSWAP2STEP2"), StartsWith("ERROR"));
  EXPECT_TRUE(is_point(talk.one("YXBALANCEONE 0"), 15));
  EXPECT_EQ(words(talk.one("YXBALANCETWO 0")).size(), 2U);
  EXPECT_THAT(talk.one("YXBALANCETWO 40"), StartsWith("ERROR"));
}

TEST(ToldLimits, FollowWhatIsTold) {
  using std::chrono::milliseconds;
  gomocup::ToldLimits told;
  EXPECT_TRUE(told.limits().none());
  EXPECT_FALSE(told.set("RULE", 1));
  EXPECT_TRUE(told.set("TIMEOUT_TURN", 2147483647));
  EXPECT_TRUE(told.limits().none()) << "no limit";
  told.set("TIMEOUT_TURN", 1000);
  EXPECT_EQ(told.limits().time, milliseconds(950));
  told.was_late(milliseconds(320));
  EXPECT_EQ(told.limits().time, milliseconds(630));
  told.was_late(milliseconds(-500));
  EXPECT_EQ(told.limits().time, milliseconds(640)) << "slowly less";
  told.was_late(milliseconds(5'000));
  EXPECT_EQ(told.limits().time, milliseconds(1));
  told.set("TIMEOUT_TURN", 0);
  EXPECT_EQ(told.limits().time, milliseconds(1)) << "at once";
  told.set("TIMEOUT_MATCH", 10'000);
  EXPECT_EQ(told.limits().clock->left, milliseconds(9'900));
  told.spend(milliseconds(4'000));  // nobody says what is left, so we count
  EXPECT_EQ(told.limits().clock->left, milliseconds(5'900));
  told.set("TIME_LEFT", 5'000);
  EXPECT_EQ(told.limits().clock->left, milliseconds(4'900));
  told.set("TIME_LEFT", -70);
  EXPECT_EQ(told.limits().clock->left, milliseconds(1));
  told.set("TIME_LEFT", 2147483647);
  EXPECT_FALSE(told.limits().clock);
  told.set("TIME_INCREMENT", 200);
  told.set("TIME_LEFT", 3'000);
  EXPECT_EQ(told.limits().clock->increment, milliseconds(200));
  told.spend(milliseconds(150));
  EXPECT_EQ(told.limits().clock->left, milliseconds(2'950));
  told.begin_match();
  EXPECT_EQ(told.limits().clock->left, milliseconds(2'900));
  told.set("MAX_NODE", -1);
  told.set("MAX_DEPTH", 100);
  EXPECT_FALSE(told.limits().nodes || told.limits().depth);
  told.set("MAX_NODE", 77);
  told.set("MAX_DEPTH", 5);
  EXPECT_EQ(told.limits().nodes, 77U);
  EXPECT_EQ(told.limits().depth, 5);
  for (const char* key : {"TIMEOUT_TURN", "TIMEOUT_MATCH", "TIME_LEFT", "TIME_INCREMENT", "MAX_DEPTH", "MAX_NODE"})
    for (const std::int64_t value :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
      told.set(key, value);
      const Limits limits = told.limits();
      EXPECT_GE(limits.time.value_or(milliseconds(1)), milliseconds(1));
    }
}

}  // namespace
}  // namespace tengen::protocol

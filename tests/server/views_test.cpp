// What the page draws: held against the rules and against boards that one can check by eye.

#include "server/views.hpp"

#include <gtest/gtest.h>

#include "server/api_client.hpp"

namespace tengen::test {
namespace {

Json position(const Json& body) {
  const Api api;
  const Reply reply = api.post("/api/position", body);
  EXPECT_EQ(reply.status, 200) << reply.json.dump();
  return reply.json;
}

TEST(BoardView, GomokuFromTheTop) {
  const Json json = position({{"game", "gomoku"}, {"options", {{"size", "5"}}}, {"moves", "a1 e5"}});
  EXPECT_EQ(json["cells"], "....o...............x....");
  EXPECT_EQ(json["row_names"], Json({"5", "4", "3", "2", "1"}));
  EXPECT_EQ(json["last"], Json({{"move", "e5"}, {"cell", 4}, {"side", 1}, {"flipped", Json::array()}}));
  EXPECT_EQ(json["legal"].size(), 23u);
  EXPECT_EQ(json["options"]["size"], "5");
}

TEST(BoardView, DiscsFall) {
  const Json json = position({{"game", "connect4"}, {"options", {{"blocked", "d2"}}}, {"moves", "4"}});
  EXPECT_EQ(json["options"]["blocked"], "d2");
  const auto landing = [&](const std::string& move) {
    for (const Json& each : json["legal"])
      if (each["move"] == move) return each["cell"].get<int>();
    return -1;
  };
  EXPECT_EQ(landing("1"), 35);
  EXPECT_EQ(json["cells"].get<std::string>()[static_cast<std::size_t>(4 * 7 + 3)], '#');
}

TEST(BoardView, OthelloTurnsDiscs) {
  const Json json = position({{"game", "othello"}, {"moves", "f5"}});
  EXPECT_EQ(json["last"]["flipped"].size(), 1u);
  EXPECT_EQ(json["stones"], Json({4, 1}));
  EXPECT_EQ(json["legal"].size(), 3u);
  EXPECT_EQ(json["row_names"][0], "1");
}

TEST(BoardView, WinningLines) {
  EXPECT_EQ(position({{"game", "connect4"}, {"moves", "1 2 1 2 1 2 1"}})["winning_line"], Json({14, 21, 28, 35}));
  EXPECT_EQ(position({{"game", "mnk"}, {"moves", "a1 a2 b1 b2 c1"}})["winning_line"], Json({6, 7, 8}));
  const Json six = position({{"game", "gomoku"}, {"start", "size=9"}, {"moves", "a1 a9 b1 b9 c1 c9 e1 e9 f1 f9 d1"}});
  EXPECT_EQ(six["winning_line"].size(), 6u);
  EXPECT_EQ(six["outcome"], "first");
  EXPECT_TRUE(position({{"game", "othello"}})["winning_line"].empty());
}

TEST(BoardView, MovesFromCellToCell) {
  const Json json = position({{"game", "breakthrough"}, {"moves", "a2b3"}});
  EXPECT_EQ(json["last"],
            Json({{"move", "a2b3"}, {"cell", 41}, {"side", 0}, {"from", 48}, {"flipped", Json::array()}}));
  EXPECT_EQ(json["legal"].size(), 22u);
  EXPECT_TRUE(json["legal"][0].contains("from"));
  EXPECT_EQ(json["look"], "squares");
}

TEST(BoardView, SaysWhatIsForbiddenAndWhatThreatens) {
  const Json forbidden = position({{"game", "gomoku"}, {"start", "rule=renju 9/9/9/9/xxx1xx3/9/9/9/oo7 x"}});
  EXPECT_EQ(forbidden["forbidden"], Json::array({{{"cell", 39}, {"name", "d5"}, {"reason", "overline"}}}));
  EXPECT_TRUE(forbidden["threats"].is_null());
  const Json threat = position({{"game", "gomoku"}, {"start", "9/9/9/9/xxxx5/9/9/9/oo7 o"}});
  EXPECT_EQ(threat["threats"], Json({{"kind", "five"}, {"cells", {40}}}));
}

TEST(BoardView, FramesShowEveryMove) {
  const Api api;
  const Json json = api.post("/api/frames", {{"game", "connect4"}, {"moves", "1212121"}}).json;
  ASSERT_EQ(json["frames"].size(), 8u);
  EXPECT_TRUE(json["frames"][0]["last"].is_null());
  EXPECT_EQ(json["frames"][7]["winning_line"].size(), 4u);
  EXPECT_EQ(json["frames"][1]["last"]["cell"], 35);
}

}  // namespace
}  // namespace tengen::test

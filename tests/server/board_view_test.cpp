// What the page draws: held against the rules and against boards that one can check by eye.

#include "server/board_view.hpp"

#include <gmock/gmock.h>

#include "core/rng.hpp"
#include "games/gomoku/position.hpp"
#include "roster/typed_game.hpp"
#include "server/api_client.hpp"
#include "server/forbidden.hpp"

namespace tengen::test {
namespace {

using testing::ElementsAre;

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

TEST(BoardView, WhyAPointIsForbidden) {
  const auto reasons = [](const std::string& rows) {
    std::vector<std::string> found;
    const Json json = position({{"game", "gomoku"}, {"start", "rule=renju " + rows + " x"}});
    for (const Json& each : json["forbidden"])
      found.push_back(each["name"].get<std::string>() + " " + each["reason"].get<std::string>());
    return found;
  };
  EXPECT_THAT(reasons("9/9/9/4x4/3x1x3/4x4/9/9/ooo6"), testing::Contains("e5 double_three"));
  EXPECT_THAT(reasons("9/9/9/9/xxx1xx3/9/9/9/oo7"), testing::Contains("d5 overline"));
  EXPECT_THAT(reasons("9/9/9/9/x1x1x1x2/9/9/9/oo7"), testing::Contains("d5 double_four"));
}

// Overlines and double fours are told apart from double threes by counting; the rules say what is forbidden at all.
TEST(BoardView, ForbiddenPointsAreThoseOfTheRules) {
  Rng rng(7);
  int seen = 0;
  for (int round = 0; round < 300; ++round) {
    gomoku::SmallPosition position(9, gomoku::Rule::renju);
    for (int ply = 0; ply < 24 && position.outcome() == Outcome::ongoing; ++ply)
      position.play(*random_move(position, rng));
    const TypedGame<gomoku::SmallPosition> game(position);
    const auto kind = builtins().find_game("gomoku");
    const Json json = position_json(**kind, game);
    std::size_t expected = 0;
    if (position.outcome() == Outcome::ongoing)
      for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column) {
          const int cell = position.cell_of({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
          expected += position.empty().test(cell) && position.is_forbidden(cell);
        }
    EXPECT_EQ(json["forbidden"].size(), expected);
    seen += static_cast<int>(expected);
  }
  EXPECT_GT(seen, 20);
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

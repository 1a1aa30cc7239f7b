// Thinking on streams: it grows, it ends with the stream, it proves what it can.

#include <gmock/gmock.h>

#include "server/analysis/analysis.hpp"
#include "server/api_client.hpp"

namespace tengen::test {
namespace {

using testing::HasSubstr;

TEST(Analysis, Errors) {
  const Api api;
  EXPECT_EQ(api.get("/api/analysis").field(), "game");
  EXPECT_EQ(api.get("/api/analysis?game=chess").field(), "game");
  EXPECT_EQ(api.get("/api/analysis?game=othello&moves=a1").field(), "moves");
  EXPECT_EQ(api.get("/api/analysis?game=othello&player=nobody").field(), "player");
  EXPECT_EQ(api.get("/api/analysis?game=othello&time=0").field(), "time");
  EXPECT_EQ(api.get("/api/analysis?game=othello&time=x").field(), "time");
  EXPECT_EQ(api.get("/api/analysis?game=othello&speed=1").field(), "speed");
  EXPECT_EQ(api.get("/api/report?game=othello&depth=3").field(), "depth");
}

TEST(Analysis, AThoughtHasValuesLinesAndCounts) {
  const Api api;
  const Reply reply = api.get("/api/analysis?game=connect4&moves=44&player=uct&nodes=5000");
  const std::string text = read_stream(*reply.stream);
  reply.stream->close();
  const Json thought = last_event(text, "thought");
  EXPECT_EQ(thought["nodes"], 5000);
  EXPECT_EQ(thought["candidates"].size(), 7u);
  EXPECT_EQ(thought["unit"], "result");
  EXPECT_GT(thought["win"], 0);
  EXPECT_FALSE(thought["pv"].empty());
  EXPECT_EQ(last_event(text, "done")["reason"], "limit");
}

TEST(Analysis, ClosingTheStreamStopsItAtOnce) {
  const Api api;
  const Reply reply = api.get("/api/analysis?game=connect4&player=uct&time=300000");
  ASSERT_TRUE(eventually([&] { return api.running() == 1; }));
  read_stream(*reply.stream, [](const std::string& text) { return text.find("event: thought") != std::string::npos; });
  reply.stream->close();
  EXPECT_TRUE(eventually([&] { return api.running() == 0; }));
  EXPECT_TRUE(eventually([&] { return api.get("/api/info").json["streams"] == 0; }));
}

TEST(Analysis, ExactColumnsOfConnectFour) {
  const Api api;
  const Reply reply = api.get("/api/analysis?game=connect4&start=rows=4+columns=5&moves=33&nodes=100&exact=1");
  const std::string text = read_stream(*reply.stream);
  reply.stream->close();
  const Json exact = last_event(text, "exact");
  ASSERT_FALSE(exact.is_null()) << text;
  EXPECT_EQ(exact["columns"].size(), 5u);
  EXPECT_EQ(exact["unit"], "plies");
  EXPECT_EQ(exact["moves"].size(), 5u);
}

TEST(Analysis, ThreatsArePlayedOut) {
  const Api api;
  const Reply reply = api.get(
      "/api/analysis?game=gomoku&start=15/15/15/15/15/15/15/5xxx7/15/15/15/15/15/15/ooo12+x&nodes=100&threats=1");
  const std::string text = read_stream(*reply.stream);
  reply.stream->close();
  const Json threat = last_event(text, "threat");
  ASSERT_FALSE(threat.is_null()) << text;
  EXPECT_EQ(threat["method"], "vcf");
  EXPECT_EQ(threat["verdict"], "win");
  EXPECT_GE(threat["pv"].size(), 3u);
}

TEST(Analysis, AFinishedGameHasNothingToThinkAbout) {
  const Api api;
  const Reply reply = api.get("/api/analysis?game=connect4&moves=1212121");
  EXPECT_EQ(last_event(read_stream(*reply.stream), "done")["reason"], "over");
  reply.stream->close();
}

TEST(Analysis, StreamsHaveABound) {
  server::ServerContext context = test_context();
  context.bounds.streams = 2;
  const Api api(context);
  const std::string path = api.session({{"game", "othello"}});
  const Reply first = api.get(path + "/events"), second = api.get(path + "/events"), third = api.get(path + "/events");
  EXPECT_EQ(second.status, 200);
  EXPECT_EQ(third.status, 503);
  EXPECT_EQ(third.code(), "busy");
  first.stream->close();
  const Reply fourth = api.get(path + "/events");
  EXPECT_EQ(fourth.status, 200);
  second.stream->close();
  fourth.stream->close();
}

TEST(GameReport, MarksABlunder) {
  const Api api;
  // Black has three on the bottom, White answers elsewhere instead of closing the row.
  const Reply reply = api.get("/api/report?game=connect4&moves=4+4+3+3+2+7&player=uct&nodes=3000");
  const std::string text = read_stream(*reply.stream);
  reply.stream->close();
  const Json report = last_event(text, "report");
  ASSERT_FALSE(report.is_null()) << text;
  ASSERT_EQ(report["plies"].size(), 6u);
  ASSERT_EQ(report["graph"].size(), 7u);
  EXPECT_GT(report["graph"][6]["win"], 0.9);
  EXPECT_EQ(report["plies"][0]["side"], 0);
  EXPECT_EQ(report["accuracy"].size(), 2u);
}

TEST(GameReport, MarksFollowTheLoss) {
  EXPECT_EQ(server::mark_of(0, true, false), "best");
  EXPECT_EQ(server::mark_of(0.01, false, false), "good");
  EXPECT_EQ(server::mark_of(0.05, false, false), "inaccuracy");
  EXPECT_EQ(server::mark_of(0.15, false, false), "mistake");
  EXPECT_EQ(server::mark_of(0.3, false, false), "blunder");
  EXPECT_EQ(server::mark_of(0.3, false, true), "forced");
}

}  // namespace
}  // namespace tengen::test

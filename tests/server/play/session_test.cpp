// Games that go on: playing, taking back while an engine thinks, variations, clocks, listeners, restarts.

#include <gmock/gmock.h>

#include <filesystem>

#include "server/api_client.hpp"

namespace tengen::test {
namespace {

using testing::HasSubstr;

std::vector<std::string> moves_of(const Json& session) { return session["position"]["moves"]; }

TEST(Session, PersonsPlayTakeBackAndBranch) {
  const Api api;
  const std::string path = api.session({{"game", "gomoku"}});
  EXPECT_EQ(api.post(path + "/play", {{"move", "h8"}}).status, 200);
  EXPECT_EQ(api.post(path + "/play", {{"move", "i9"}}).json["at"], 2);
  EXPECT_EQ(api.post(path + "/play", {{"move", "i9"}}).code(), "illegal_move");
  EXPECT_EQ(api.post(path + "/undo").json["at"], 1);
  const Json branched = api.post(path + "/play", {{"move", "j9"}}).json;
  EXPECT_EQ(branched["at"], 3);
  EXPECT_EQ(branched["line"], Json({0, 1, 3}));
  // The same move again leads to the same node, and redo follows what was looked at last.
  EXPECT_EQ(api.post(path + "/play", {{"move", "i9"}, {"at", 1}}).json["at"], 2);
  EXPECT_EQ(api.post(path + "/undo", {{"plies", 2}}).json["line"], Json({0, 1, 2}));
  EXPECT_EQ(api.post(path + "/redo", {{"plies", 5}}).json["at"], 2);
  EXPECT_EQ(api.post(path + "/redo").code(), "conflict");
  EXPECT_EQ(api.post(path + "/goto", {{"node", 3}}).json["position"]["last"]["move"], "j9");
  EXPECT_EQ(api.post(path + "/goto", {{"node", 99}}).code(), "not_found");
  const Json pruned = api.post(path + "/prune", {{"node", 3}}).json;
  EXPECT_EQ(pruned["at"], 1);
  EXPECT_EQ(pruned["nodes"].size(), 3u);
  EXPECT_EQ(api.post(path + "/prune", {{"node", 0}}).code(), "conflict");
  EXPECT_EQ(api.post(path + "/restart").json["at"], 0);
  EXPECT_EQ(api.post(path + "/undo").code(), "conflict");
}

TEST(Session, ErrorsOfActions) {
  const Api api;
  const std::string path = api.session({{"game", "gomoku"}});
  EXPECT_EQ(api.post(path + "/play").field(), "move");
  EXPECT_EQ(api.post(path + "/play", {{"move", "z99"}}).code(), "illegal_move");
  EXPECT_EQ(api.post(path + "/play", {{"move", "h8"}, {"revision", 77}}).code(), "conflict");
  EXPECT_EQ(api.post(path + "/play", {{"move", "h8"}, {"at", 5}}).code(), "not_found");
  EXPECT_EQ(api.post(path + "/undo", {{"plies", 0}}).field(), "plies");
  EXPECT_EQ(api.post(path + "/goto").field(), "node");
  EXPECT_EQ(api.post(path + "/go").code(), "conflict");
  EXPECT_EQ(api.post(path + "/stop").code(), "conflict");
  EXPECT_EQ(api.post(path + "/resign", {{"side", 2}}).field(), "side");
  EXPECT_EQ(api.post(path + "/seats", {{"seats", {person}}}).field(), "seats");
  EXPECT_EQ(api.post(path + "/seats", {{"seats", {person, {{"kind", "ghost"}}}}}).field(), "seats[1].kind");
  EXPECT_EQ(api.post(path + "/seats", {{"seats", {person, {{"kind", "level"}, {"level", "god"}}}}}).field(),
            "seats[1].level");
  EXPECT_EQ(api.post(path + "/title", {{"title", std::string(300, 'x')}}).code(), "too_large");
  EXPECT_EQ(api.post("/api/sessions", {{"game", "gomoku"}, {"pace", 9999}}).field(), "pace");
  EXPECT_EQ(api.post("/api/sessions", {{"game", "gomoku"}, {"tree", {{{"parent", 3}, {"move", "h8"}}}}}).field(),
            "tree[0].parent");
  EXPECT_EQ(api.post("/api/sessions", {{"game", "gomoku"}, {"tree", {{{"move", "zz"}}}}}).field(), "tree[0].move");
  EXPECT_EQ(api.post("/api/sessions/list", {{"ids", std::vector<int>(101)}}).code(), "too_large");
}

TEST(Session, AnEngineAnswers) {
  const Api api;
  const std::string path = api.session({{"game", "connect4"}, {"seats", {person, quick()}}});
  api.post(path + "/play", {{"move", "4"}});
  ASSERT_TRUE(eventually([&] { return moves_of(api.get(path).json).size() == 2; }));
  const Json session = api.get(path).json;
  EXPECT_EQ(session["nodes"][2]["by"], "uct");
  EXPECT_EQ(session["nodes"][2]["count"], 50);
  EXPECT_TRUE(session["nodes"][2]["win"].is_number());
  EXPECT_TRUE(session["thinking"].is_null());
}

TEST(Session, TakingBackWhileTheEngineThinksStopsItAtOnce) {
  const Api api;
  const std::string path = api.session({{"game", "connect4"}, {"seats", {person, thinker}}});
  const Json thinking = api.post(path + "/play", {{"move", "4"}}).json;
  EXPECT_EQ(thinking["thinking"]["player"], "uct");
  ASSERT_TRUE(eventually([&] { return api.running() == 1; }));
  EXPECT_EQ(api.post(path + "/play", {{"move", "4"}}).code(), "conflict");
  const Json undone = api.post(path + "/undo").json;
  EXPECT_TRUE(undone["thinking"].is_null());
  EXPECT_EQ(undone["at"], 0);
  EXPECT_FALSE(undone["paused"]);
  ASSERT_TRUE(eventually([&] { return api.running() == 0; }));
  EXPECT_EQ(moves_of(api.get(path).json).size(), 0u) << "what it thought of must not be played";
}

TEST(Session, StopPausesOrPlaysTheBestSoFar) {
  const Api api;
  const std::string path = api.session({{"game", "connect4"}, {"seats", {thinker, person}}});
  ASSERT_TRUE(eventually([&] { return api.running() == 1; }));
  const Json stopped = api.post(path + "/stop").json;
  EXPECT_TRUE(stopped["paused"]);
  EXPECT_TRUE(stopped["thinking"].is_null());
  ASSERT_TRUE(eventually([&] { return api.running() == 0; }));
  EXPECT_FALSE(api.post(path + "/go").json["thinking"].is_null());
  ASSERT_TRUE(eventually([&] { return api.running() == 1; }));
  EXPECT_EQ(api.post(path + "/stop", {{"play", true}}).status, 200);
  ASSERT_TRUE(eventually([&] { return moves_of(api.get(path).json).size() == 1; }));
}

TEST(Session, HintsSwapsAndResigning) {
  const Api api;
  const std::string path = api.session({{"game", "mnk"}, {"moves", "a1 b1 a2 b2"}, {"seats", {person, quick()}}});
  const Reply hint = api.post(path + "/hint");
  EXPECT_EQ(hint.status, 200) << hint.json.dump();
  EXPECT_EQ(hint.json["move"], "a3");
  const Json swapped = api.post(path + "/swap").json;
  EXPECT_EQ(swapped["seats"][1]["kind"], "person");
  ASSERT_TRUE(eventually([&] { return moves_of(api.get(path).json).size() >= 5; }));
  const std::string other = api.session({{"game", "mnk"}, {"seats", {person, thinker}}});
  const Json resigned = api.post(other + "/resign").json;
  EXPECT_EQ(resigned["result"]["outcome"], "second");
  EXPECT_EQ(resigned["result"]["reason"], "resign");
  EXPECT_EQ(api.post(other + "/play", {{"move", "b2"}}).code(), "conflict");
  EXPECT_EQ(api.post(other + "/hint").status, 200) << "the rules have not ended it";
}

TEST(Session, ForcedPassesOfOthelloArePlayed) {
  const Api api;
  // After c1 White has nothing to turn, and Black still has c8.
  const std::string path = api.session({{"game", "othello"}, {"start", "xo6/8/8/8/8/8/8/xo6 x"}});
  const Json session = api.post(path + "/play", {{"move", "c1"}}).json;
  ASSERT_EQ(session["nodes"].size(), 3u) << session.dump();
  EXPECT_EQ(session["nodes"][2]["move"], "pass");
  EXPECT_EQ(session["nodes"][2]["by"], "rule");
  EXPECT_EQ(session["position"]["to_move"], 0);
  EXPECT_EQ(api.post(path + "/undo").json["at"], 0) << "nobody decided to pass";
}

TEST(Session, ListenersHearEveryChange) {
  const Api api;
  const std::string path = api.session({{"game", "connect4"}, {"seats", {person, quick("uct", 5000)}}});
  const Reply events = api.get(path + "/events");
  ASSERT_TRUE(events.stream);
  const auto two_moves = [](const std::string& text) {
    const Json last = last_event(text, "session");
    return !last.is_null() && last["position"]["moves"].size() == 2;
  };
  EXPECT_FALSE(two_moves(read_stream(*events.stream, [](const std::string& text) { return !text.empty(); })));
  api.post(path + "/play", {{"move", "4"}});
  EXPECT_TRUE(two_moves(read_stream(*events.stream, two_moves)));
  api.remove(path);
  EXPECT_THAT(read_stream(*events.stream), HasSubstr("event: gone"));
  events.stream->close();
  EXPECT_EQ(api.get(path).status, 404);
}

TEST(Session, ClosedTabsFreeTheirEnginesAndComeBack) {
  server::PlayServerOptions options;
  options.abandoned = std::chrono::milliseconds(100);
  const Api api(test_context(), options);
  const std::string path = api.session({{"game", "connect4"}, {"seats", {thinker, person}}});
  const Reply events = api.get(path + "/events");
  ASSERT_TRUE(eventually([&] { return api.running() == 1; }));
  events.stream->close();
  ASSERT_TRUE(eventually([&] { return api.running() == 0; }));
  const Reply again = api.get(path + "/events");
  EXPECT_TRUE(eventually([&] { return api.running() == 1; }));
  again.stream->close();
}

TEST(Session, EnginesPlayEachOtherToTheEnd) {
  const Api api;
  const std::string path =
      api.session({{"game", "mnk"}, {"seats", {quick("random", 1), quick("random", 1)}}, {"pace", 0}});
  ASSERT_TRUE(eventually([&] { return api.get(path).json["result"]["outcome"] != "ongoing"; }));
  const Json library = api.get("/api/library?game=mnk").json;
  EXPECT_TRUE(eventually([&] { return api.get("/api/library?game=mnk").json["total"] == 1; })) << library.dump();
}

TEST(Session, FlagsFall) {
  const Api api;
  const std::string path = api.session({{"game", "gomoku"}, {"clock", {{"main", 1000}}}});
  EXPECT_TRUE(api.get(path).json["clock"]["running"].is_null());
  EXPECT_EQ(api.post(path + "/play", {{"move", "h8"}}).json["clock"]["running"], 1);
  ASSERT_TRUE(eventually([&] { return api.get(path).json["result"]["reason"] == "time"; }));
  EXPECT_EQ(api.get(path).json["result"]["outcome"], "first");
}

TEST(Session, SurvivesARestart) {
  const auto folder = std::filesystem::temp_directory_path() / ("tengen-session-test-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  server::PlayServerOptions options;
  options.database = folder / "play.db";
  std::string path;
  Json before;
  {
    const Api api(test_context(), options);
    path =
        api.session({{"game", "gomoku"}, {"seats", {person, thinker}}, {"clock", {{"main", 60000}}}, {"title", "t"}});
    api.post(path + "/play", {{"move", "h8"}});
    api.post(path + "/play", {{"move", "i9"}, {"force", true}});
    api.post(path + "/undo", {{"plies", 1}});
    before = api.get(path).json;
  }
  const Api api(test_context(), options);
  const Json after = api.get(path).json;
  for (const char* field : {"id", "title", "nodes", "at", "line", "seats", "position", "paused", "start"})
    EXPECT_EQ(after[field], before[field]) << field;
  EXPECT_EQ(api.post("/api/sessions/list", {{"ids", {after["id"], "nobody"}}}).json["sessions"].size(), 1u);
  EXPECT_EQ(api.post(path + "/redo", {{"plies", 1}}).json["at"], 2);
  std::filesystem::remove_all(folder);
}

TEST(Session, TreesComeFromLinks) {
  const Api api;
  const Json tree = {{{"parent", 0}, {"move", "h8"}}, {{"parent", 1}, {"move", "i9"}}, {{"parent", 1}, {"move", "j8"}}};
  const Json session = api.post("/api/sessions", {{"game", "gomoku"}, {"tree", tree}, {"at", 3}}).json;
  EXPECT_EQ(moves_of(session), (std::vector<std::string>{"h8", "j8"}));
  EXPECT_EQ(session["nodes"].size(), 4u);
  EXPECT_EQ(moves_of(api.post("/api/sessions", {{"game", "gomoku"}, {"tree", tree}}).json),
            (std::vector<std::string>{"h8", "i9"}));
}

TEST(Session, TheTreeHasABound) {
  server::ServerContext context = test_context();
  context.bounds.tree = 3;
  const Api api(context);
  const std::string path = api.session({{"game", "gomoku"}});
  EXPECT_EQ(api.post(path + "/play", {{"move", "h8"}}).status, 200);
  EXPECT_EQ(api.post(path + "/play", {{"move", "h9"}}).code(), "too_large");
}

TEST(Session, RecordsOfTheLine) {
  const Api api;
  const std::string path = api.session({{"game", "gomoku"}, {"moves", "h8 i9"}});
  EXPECT_EQ(api.get(path + "/record").json["moves"], Json({"h8", "i9"}));
  EXPECT_THAT(api.get(path + "/record?format=sgf").json["text"].get<std::string>(), HasSubstr(";B[hh]"));
  EXPECT_EQ(api.get(path + "/record?format=doc").field(), "format");
}

}  // namespace
}  // namespace tengen::test

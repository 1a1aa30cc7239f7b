// The arena on the page.

#include <gmock/gmock.h>

#include <filesystem>

#include "server/api_client.hpp"

namespace tengen::test {
namespace {

Json small(int games = 2) {
  return {{"game", "mnk"},
          {"kind", "round_robin"},
          {"games", games},
          {"players",
           {{{"player", "random"}, {"limits", {{"nodes", 1}}}},
            {{"player", "greedy"}, {"limits", {{"nodes", 1}}}},
            {{"player", "uct"}, {"limits", {{"nodes", 20}}}, {"name", "tree"}}}}};
}
// Games that take longer than any test.
Json endless() {
  return {{"game", "connect4"},
          {"kind", "match"},
          {"games", 10},
          {"players",
           {{{"player", "uct"}, {"limits", {{"time", 300000}}}}, {{"player", "uct"}, {"limits", {{"time", 300000}}}}}}};
}

std::string started(const Api& api, const Json& body) {
  const Reply reply = api.post("/api/arena", body);
  EXPECT_EQ(reply.status, 201) << reply.json.dump();
  return "/api/arena/" + reply.json.value("id", "");
}
bool reaches(const Api& api, const std::string& path, const std::string& status) {
  return eventually([&] { return api.get(path).json["summary"]["status"] == status; });
}

TEST(Hall, ATournamentFromStartToReport) {
  const Api api;
  const std::string path = started(api, small());
  ASSERT_TRUE(reaches(api, path, "finished"));
  const Json json = api.get(path).json;
  EXPECT_EQ(json["summary"]["planned"], 6);
  EXPECT_EQ(json["summary"]["played"], 6);
  EXPECT_EQ(json["report"]["standings"].size(), 3u);
  EXPECT_EQ(json["report"]["matrix"].size(), 3u);
  EXPECT_EQ(api.get(path + "/games").json["total"], 6);
  EXPECT_EQ(api.get(path + "/games?a=0&b=2&count=1").json["total"], 2);
  EXPECT_EQ(api.get(path + "/games?a=0&b=2&count=1").json["games"].size(), 1u);
  EXPECT_EQ(api.get(path + "/games/0").json["game"], "mnk");
  EXPECT_EQ(api.get(path + "/games/99").status, 404);
  EXPECT_EQ(api.get(path + "/games/x").status, 404);
  EXPECT_EQ(api.get(path + "/games?count=9999").field(), "count");
  const Json library = api.get("/api/library?count=3").json;
  EXPECT_EQ(library["total"], 6);
  ASSERT_EQ(library["games"].size(), 3u);
  EXPECT_EQ(api.get(library["games"][0]["record"]).json["game"], "mnk");
  EXPECT_EQ(api.post(path + "/resume").code(), "conflict");
  EXPECT_EQ(api.post(path + "/stop").code(), "conflict");
  EXPECT_EQ(api.remove(path).status, 200);
  EXPECT_EQ(api.get(path).status, 404);
  EXPECT_TRUE(api.get("/api/arena").json["tournaments"].empty());
}

TEST(Hall, ListenersSeeItToTheEnd) {
  const Api api;
  const std::string path = started(api, small(20));
  const Reply events = api.get(path + "/events");
  const std::string text = read_stream(*events.stream);
  events.stream->close();
  EXPECT_EQ(last_event(text, "summary")["status"], "finished");
  EXPECT_EQ(last_event(text, "report")["games_played"], 60);
}

TEST(Hall, StopsShowsItsBoardsAndGoesOn) {
  const Api api;
  const std::string path = started(api, endless());
  ASSERT_TRUE(reaches(api, path, "running"));
  const Reply events = api.get(path + "/events");
  const auto has_board = [](const std::string& text) {
    const Json boards = last_event(text, "boards");
    return !boards.is_null() && !boards["boards"].empty();
  };
  EXPECT_TRUE(has_board(read_stream(*events.stream, has_board)));
  EXPECT_EQ(api.post(path + "/stop").json["status"], "stopped");
  read_stream(*events.stream);
  events.stream->close();
  EXPECT_EQ(api.post(path + "/resume").status, 200);
  EXPECT_TRUE(reaches(api, path, "running"));
  EXPECT_EQ(api.remove(path).status, 200);
}

TEST(Hall, GoesOnAfterARestart) {
  const auto folder = std::filesystem::temp_directory_path() / ("tengen-hall-test-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  server::PlayServerOptions options;
  options.database = folder / "play.db";
  std::string first, second;
  {
    const Api api(test_context(), options);
    first = started(api, endless());
    ASSERT_TRUE(reaches(api, first, "running"));
    second = started(api, small());
  }
  const Api api(test_context(), options);
  ASSERT_TRUE(reaches(api, first, "running"));
  EXPECT_EQ(api.get(second).json["summary"]["status"], "waiting");
  api.post(first + "/stop");
  EXPECT_TRUE(reaches(api, second, "finished"));
  std::filesystem::remove_all(folder);
}

TEST(Hall, ADeletedTournamentLeavesNoFile) {
  const auto folder = std::filesystem::temp_directory_path() / ("tengen-hall-test-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  server::PlayServerOptions options;
  options.database = folder / "play.db";
  Json body = endless();
  body["kind"] = "gauntlet";
  for (int i = 0; i < 30; ++i) body["players"].push_back({{"player", "uct"}, {"limits", {{"time", 300000}}}});
  {
    const Api api(test_context(), options);
    for (int i = 0; i < 60; ++i) {
      const std::string path = started(api, body);
      if (i % 10 == 0) EXPECT_TRUE(reaches(api, path, "running"));
      std::jthread reader([&](const StopToken& end) {  // whoever looks at it reads the file
        while (!end.stop_requested()) api.get(path);
      });
      api.post(path + "/stop");
      api.post(path + "/resume");
      std::this_thread::sleep_for(std::chrono::microseconds(200 * (i % 30)));
      EXPECT_EQ(api.remove(path).status, 200);
      EXPECT_EQ(api.post(path + "/resume").status, 404);
    }
  }
  std::vector<std::string> left;
  for (const auto& file : std::filesystem::directory_iterator(options.database + ".arena"))
    left.push_back(file.path().filename());
  EXPECT_TRUE(left.empty()) << testing::PrintToString(left);
  std::filesystem::remove_all(folder);
}

TEST(Hall, Errors) {
  const Api api;
  const auto field = [&](const char* name, const Json& value) {
    Json body = small();
    body[name] = value;
    const Reply reply = api.post("/api/arena", body);
    EXPECT_GE(reply.status, 400) << name << " " << value;
    return reply.field();
  };
  EXPECT_EQ(field("game", "chess"), "game");
  EXPECT_EQ(field("kind", "war"), "kind");
  EXPECT_EQ(field("kind", "match"), "players");
  EXPECT_EQ(field("games", 0), "games");
  EXPECT_EQ(field("games", 9999), "games");
  EXPECT_EQ(field("openings", "file:path=/etc/passwd"), "openings");
  EXPECT_EQ(field("openings", "nonsense"), "openings");
  EXPECT_EQ(field("players", Json::array()), "players");
  EXPECT_EQ(field("players", {{{"player", "nobody"}}, {{"player", "random"}}}), "players[0].player");
  EXPECT_EQ(field("players", {{{"level", "nobody"}}, {{"player", "random"}}}), "players[0].level");
  EXPECT_EQ(field("colour", "red"), "colour");
}

}  // namespace
}  // namespace tengen::test

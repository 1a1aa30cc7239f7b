// Every error of the API, and what the questions without memory answer.

#include <gmock/gmock.h>

#include "server/api_client.hpp"

namespace tengen::test {
namespace {

using testing::Contains;
using testing::HasSubstr;

void expect_error(const Reply& reply, int status, const std::string& code, const std::string& field = {}) {
  EXPECT_EQ(reply.status, status) << reply.json.dump();
  EXPECT_EQ(reply.code(), code) << reply.json.dump();
  EXPECT_EQ(reply.field(), field) << reply.json.dump();
  EXPECT_FALSE(reply.json["error"].value("message", "").empty());
}

TEST(Api, ErrorsOfTheBody) {
  const Api api;
  expect_error(api.send(api.request("POST", "/api/position", "{")), 400, "bad_json");
  expect_error(api.send(api.request("POST", "/api/position", "[]")), 400, "bad_json");
  expect_error(api.send(api.request("POST", "/api/position", std::string(40, '[') + std::string(40, ']'))), 400,
               "bad_json");
  auto wrong_type = api.request("POST", "/api/position", "{}");
  wrong_type.headers["content-type"] = "text/plain";
  expect_error(api.send(wrong_type), 415, "bad_type");
}

TEST(Api, ErrorsOfTheAddress) {
  const Api api;
  expect_error(api.get("/api/nothing"), 404, "not_found");
  expect_error(api.get("/api/"), 404, "not_found");
  expect_error(api.get("/api/position"), 405, "bad_method");
  expect_error(api.remove("/api/games"), 405, "bad_method");
  expect_error(api.get("/api/sessions/abcdef"), 404, "not_found");
  expect_error(api.get("/api/arena/abcdef"), 404, "not_found");
  for (const char* action :
       {"play", "undo", "redo", "goto", "go", "stop", "resign", "restart", "swap", "seats", "prune", "hint", "title"})
    EXPECT_EQ(api.post(std::string("/api/sessions/abcdef/") + action).status, 404) << action;
}

TEST(Api, ErrorsOfPositions) {
  const Api api;
  const auto ask = [&](const Json& body) { return api.post("/api/position", body); };
  expect_error(ask(Json::object()), 400, "bad_request", "game");
  expect_error(ask({{"game", "chess"}}), 400, "bad_request", "game");
  expect_error(ask({{"game", 5}}), 400, "bad_request", "game");
  expect_error(ask({{"game", "gomoku"}, {"moves", "h8 h8"}}), 400, "bad_request", "moves");
  expect_error(ask({{"game", "gomoku"}, {"moves", {1, 2}}}), 400, "bad_request", "moves");
  expect_error(ask({{"game", "gomoku"}, {"start", "nonsense"}}), 400, "bad_request", "start");
  expect_error(ask({{"game", "gomoku"}, {"options", {{"size", "99"}}}}), 400, "bad_request", "options");
  expect_error(ask({{"game", "gomoku"}, {"options", {{"size", "9"}}}, {"start", "size=9"}}), 400, "bad_request",
               "options");
  expect_error(ask({{"game", "gomoku"}, {"colour", "red"}}), 400, "bad_request", "colour");
  expect_error(ask({{"game", "othello"}, {"moves", std::string(20'000, 'a')}}), 413, "too_large", "moves");
}

TEST(Api, OtherSitesAreTurnedAway) {
  const Api api;
  const auto with = [&](const std::string& name, const std::string& value) {
    auto request = api.request("POST", "/api/sessions", R"({"game": "othello"})");
    request.headers[name] = value;
    return api.send(request).status;
  };
  const std::string port = std::to_string(api.server->port());
  EXPECT_EQ(with("origin", "http://127.0.0.1:" + port), 201);
  EXPECT_EQ(with("origin", "http://localhost:" + port), 201);
  EXPECT_EQ(with("origin", "http://evil.example"), 403);
  EXPECT_EQ(with("origin", "https://127.0.0.1:" + port), 403);
  EXPECT_EQ(with("origin", "null"), 403);
  EXPECT_EQ(with("host", "evil.example:" + port), 403);
  EXPECT_EQ(with("host", "127.0.0.1:1"), 403);
  EXPECT_EQ(with("host", ""), 403);
  EXPECT_EQ(with("sec-fetch-site", "cross-site"), 403);
  EXPECT_EQ(with("sec-fetch-site", "same-site"), 403);
  EXPECT_EQ(with("sec-fetch-site", "same-origin"), 201);
}

TEST(Api, PagesComeFromTheListAndFromNowhereElse) {
  const Api api;
  EXPECT_EQ(api.server->answer(api.request("GET", "/")).status, 200);
  for (const char* path :
       {"/../../etc/passwd", "/..%2fetc/passwd", "//etc/passwd", "/index.html/../x", "/etc/passwd", "/.git/config"})
    EXPECT_EQ(api.server->answer(api.request("GET", path)).status, 404) << path;
  const server::HttpReply reply = api.server->answer(api.request("GET", "/"));
  EXPECT_THAT(reply.headers, Contains(testing::Pair("Content-Security-Policy", HasSubstr("default-src 'none'"))));
  EXPECT_EQ(api.server->answer(api.request("POST", "/")).status, 405);
  auto again = api.request("GET", "/");
  again.headers["if-none-match"] = "\"1\"";
  EXPECT_EQ(api.server->answer(again).status, 304);
}

TEST(Api, LinksFromOtherSitesStillOpenThePage) {
  const Api api;
  auto request = api.request("GET", "/");
  request.headers["sec-fetch-site"] = "cross-site";
  EXPECT_EQ(api.server->answer(request).status, 200);
}

TEST(AccessControl, EachClientHasItsShare) {
  server::AccessControl access({10, 20});
  const auto now = Clock::now();
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(access.count("a", now)) << i;
  ASSERT_TRUE(access.count("a", now));
  EXPECT_EQ(access.count("a", now)->status, 429);
  EXPECT_FALSE(access.count("b", now));
  EXPECT_FALSE(access.count("a", now + std::chrono::milliseconds(150)));
  EXPECT_TRUE(access.count("a", now + std::chrono::milliseconds(150)));
}

TEST(Api, EveryLevelOfEveryGameCanPlayOnEveryBoard) {
  const Api api;
  const Json games = api.get("/api/games").json["games"];
  for (const Json& game : games) {
    ASSERT_GE(game["levels"].size(), 5u);
    for (const Json& level : game["levels"]) {
      const Json seat = {{"kind", "level"}, {"level", level["id"]}};
      std::vector<Json> boards = {Json::object()};
      if (game["name"] == "gomoku") boards = {{{"size", "15"}, {"rule", "renju"}}, {{"size", "22"}}, {{"size", "5"}}};
      if (game["name"] == "connect4") boards = {{{"rows", "12"}, {"columns", "12"}}, {{"blocked", "d1"}}};
      for (const Json& options : boards) {
        const Reply reply =
            api.post("/api/sessions", {{"game", game["name"]}, {"options", options}, {"seats", {person, seat}}});
        EXPECT_EQ(reply.status, 201) << game["name"] << level << reply.json.dump();
      }
    }
  }
}

TEST(Api, ExternalEnginesAreOffUnlessSwitchedOn) {
  const Json body = {{"game", "gomoku"},
                     {"seats", {person, {{"kind", "player"}, {"player", "gomocup:command=\"/bin/true\""}}}}};
  const Api closed;
  expect_error(closed.post("/api/sessions", body), 403, "forbidden", "seats[1].player");
  expect_error(closed.get("/api/analysis?game=gomoku&player=gomocup:command=/bin/true"), 403, "forbidden", "player");
  expect_error(closed.post("/api/arena", {{"game", "gomoku"},
                                          {"players", {{{"player", "gomocup:command=x"}}, {{"player", "random"}}}}}),
               403, "forbidden", "players[0].player");
  const auto names = [](const Api& api) { return api.get("/api/players").json.dump(); };
  EXPECT_THAT(names(closed), testing::Not(HasSubstr("gomocup")));
  server::ServerContext context = test_context();
  context.external_engines = true;
  const Api open(context);
  EXPECT_THAT(names(open), HasSubstr("gomocup"));
  EXPECT_EQ(open.post("/api/sessions", body).status, 201);
}

TEST(Api, GreedySettingsAreRefused) {
  const Api api;
  const auto ask = [&](const std::string& player) {
    return api.post("/api/sessions",
                    {{"game", "connect4"}, {"seats", {person, {{"kind", "player"}, {"player", player}}}}});
  };
  expect_error(ask("alphabeta:hash=4096"), 400, "bad_request", "seats[1].player");
  expect_error(ask("uct:nodes=100000000"), 400, "bad_request", "seats[1].player");
  expect_error(ask("nobody"), 400, "bad_request", "seats[1].player");
  expect_error(ask("uct:c=abc"), 400, "bad_request", "seats[1].player");
  EXPECT_EQ(ask("alphabeta:hash=8").status, 201);
}

TEST(Api, ImportsWhatPeoplePaste) {
  const Api api;
  const auto first = [&](const Json& body) {
    const Reply reply = api.post("/api/import", body);
    EXPECT_EQ(reply.status, 200) << reply.json.dump();
    return reply.json.contains("games") ? reply.json["games"][0] : Json::object();
  };
  EXPECT_EQ(first({{"text", "(;FF[4]GM[4]SZ[15];B[hh];W[ig])"}})["moves"], Json({"h8", "i9"}));
  EXPECT_EQ(first({{"text", "f5d6c3d3c4"}})["game"], "othello");
  EXPECT_EQ(first({{"text", "4453"}})["moves"], Json({"4", "4", "5", "3"}));
  EXPECT_EQ(first({{"text", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\nblack\nwhite\n-1\n"}, {"name", "a.psq"}})["game"],
            "gomoku");
  EXPECT_EQ(first({{"text", "h8 i9"}, {"game", "gomoku"}})["moves"], Json({"h8", "i9"}));
  const Json record = {{"game", "connect4"}, {"moves", {"4", "4"}}};
  const Reply exported = api.post("/api/export", {{"format", "jsonl"}, {"record", record}});
  ASSERT_EQ(exported.status, 200) << exported.json.dump();
  EXPECT_EQ(first({{"text", exported.json["text"]}})["moves"], record["moves"]);
  expect_error(api.post("/api/import", {{"text", ""}}), 400, "bad_request", "text");
  expect_error(api.post("/api/import", {{"text", "what is this"}}), 400, "bad_request", "text");
  expect_error(api.post("/api/export", {{"format", "doc"}, {"record", record}}), 400, "bad_request", "format");
  expect_error(api.post("/api/export", {{"format", "sgf"}}), 400, "bad_request", "record");
}

}  // namespace
}  // namespace tengen::test

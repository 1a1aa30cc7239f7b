// Files that requests name: none, or those of one folder, and nothing is told of all others.

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "server/api_client.hpp"

namespace tengen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class FilesOfRequests : public testing::Test {
 protected:
  FilesOfRequests() {
    fs::create_directories(allowed / "sub");
    fs::create_directories(secret);
    write(allowed / "sub" / "best.toml", "player = \"uct\"\n[settings]\nc = 0.5\n");
    write(allowed / "nested.toml", "player = \"uct\"\n[settings]\nmore = \"" + (secret / "w").string() + "\"\n");
    write(allowed / "openings.txt", "a1\nb2\n");
    write(secret / "best.toml", "player = \"uct\"\n[settings]\nc = 0.5\n");
    write(secret / "openings.txt", "a1\nb2\n");
    write(secret / "w", "x");
    fs::create_symlink(secret / "best.toml", allowed / "way_out.toml");
    fs::create_symlink(secret, allowed / "door");
    fs::create_symlink(secret / "nothing", allowed / "dangling.toml");
    fs::create_symlink(allowed, secret / "in");
    fs::create_symlink(allowed / "sub" / "best.toml", allowed / "way_in.toml");
    mkfifo((allowed / "pipe").c_str(), 0600);
  }
  ~FilesOfRequests() override { fs::remove_all(folder); }

  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

  static Reply seat(const Api& api, const std::string& player, const std::string& game = "connect4") {
    return api.post("/api/sessions", {{"game", game}, {"seats", {person, {{"kind", "player"}, {"player", player}}}}});
  }
  // Everything that takes a player.
  static std::vector<Reply> everywhere(const Api& api, const std::string& player) {
    const std::string session = api.session({{"game", "connect4"}});
    std::vector<Reply> replies = {
        seat(api, player),
        api.post(session + "/seats", {{"seats", {person, {{"kind", "player"}, {"player", player}}}}}),
        api.post("/api/arena", {{"game", "connect4"}, {"players", {{{"player", player}}, {{"player", "random"}}}}})};
    for (const char* route : {"/api/analysis", "/api/report"}) {
      server::HttpRequest request = api.request("GET", route);
      request.query = {{"game", "connect4"}, {"player", player}, {"nodes", "10"}};
      replies.push_back(api.send(request));
      if (replies.back().stream) replies.back().stream->close();
    }
    return replies;
  }
  static Reply openings(const Api& api, const std::string& spec) {
    return api.post(
        "/api/arena",
        {{"game", "mnk"}, {"openings", spec}, {"players", {{{"player", "random"}}, {{"player", "random"}}}}});
  }

  const fs::path folder = fs::temp_directory_path() / ("tengen-files-" + std::to_string(getpid()));
  const fs::path allowed = folder / "allowed", secret = folder / "secret";
};

TEST_F(FilesOfRequests, AreOffUnlessAFolderIsAllowed) {
  const Api api;
  for (const std::string& path :
       {(secret / "best.toml").string(), (secret / "none").string(), std::string("/dev/zero"), std::string("x")})
    for (const std::string& spec : {"uct:params=" + path, " uct : params = " + path, "uct:c=1,params=\"" + path + "\"",
                                    "uct:params=\" " + path + "\""})
      for (const Reply& reply : everywhere(api, spec)) {
        EXPECT_EQ(reply.status, 403) << spec << reply.json;
        EXPECT_THAT(reply.json["error"]["message"].get<std::string>(), HasSubstr("--files"));
      }
  EXPECT_EQ(seat(api, "q:table=" + (secret / "w").string()).status, 403);
  EXPECT_EQ(seat(api, "othello/champion:weights=" + (secret / "w").string(), "othello").status, 403);
  EXPECT_EQ(seat(api, "uct:params=").status, 201) << "that names none";
  for (const std::string spec :
       {"file:path=", " file:path=", "\tfile : path=", "file:order=random,path=\"", "file:path=\" "}) {
    const std::string end = spec.find('"') == std::string::npos ? "" : "\"";
    for (const fs::path& path : {secret / "openings.txt", secret / "none"})
      EXPECT_EQ(openings(api, spec + path.string() + end).status, 403) << spec;
  }
  EXPECT_EQ(openings(api, "random:plies=1").status, 201);
  EXPECT_THAT(api.get("/api/players").json.dump(), Not(HasSubstr("\"type\":\"file\"")));
  EXPECT_EQ(api.get("/api/info").json["files"], false);
}

TEST_F(FilesOfRequests, ThoseOfTheFolderAreAllowed) {
  server::ServerContext context = test_context();
  context.files = *server::AllowedFiles::below(allowed);
  const Api api(context);
  for (const char* name : {"sub/best.toml", "way_in.toml", "./sub/./best.toml"})
    for (const Reply& reply : everywhere(api, "uct:params=" + (allowed / name).string()))
      EXPECT_LT(reply.status, 300) << name << reply.json;
  EXPECT_EQ(openings(api, "file:path=" + (allowed / "openings.txt").string()).status, 201);
  EXPECT_THAT(api.get("/api/players").json.dump(), HasSubstr("\"type\":\"file\""));
  EXPECT_EQ(api.get("/api/info").json["files"], true);
}

TEST_F(FilesOfRequests, OfAllOthersNothingIsTold) {
  server::ServerContext context = test_context();
  context.files = *server::AllowedFiles::below(allowed.string() + "/");
  const Api api(context);
  const std::string refusal = seat(api, "uct:params=/nowhere").json.dump();
  EXPECT_THAT(refusal, HasSubstr("forbidden"));
  for (const fs::path& path :
       {secret / "best.toml", secret / "none", secret, allowed / "way_out.toml", allowed / "dangling.toml",
        allowed / "door" / "best.toml", allowed / "door" / "none", allowed / "pipe", allowed / "none",
        secret / "in" / "sub" / "best.toml", allowed / "sub" / ".." / "sub" / "best.toml",
        secret / ".." / "allowed" / "sub" / "best.toml",
        secret / "none" / ".." / ".." / "allowed" / "sub" / "best.toml", fs::path("/dev/zero"), fs::path("best.toml"),
        fs::path(allowed.string() + "x")}) {
    EXPECT_EQ(seat(api, "uct:params=" + path.string()).json.dump(), refusal) << path;
    EXPECT_EQ(openings(api, "file:path=" + path.string()).status, 403) << path;
  }
}

TEST_F(FilesOfRequests, AFileOfSettingsNamesNoOther) {
  const roster::Registry with_file = app::builtins().with_players([](roster::PlayerKind kind) {
    if (kind.info.name == "uct") kind.info.settings.push_back(Setting::file("more", "another file"));
    return kind;
  });
  server::ServerContext context{with_file, {}, false, false, 2};
  context.files = *server::AllowedFiles::below(allowed);
  const Api api(context);
  const std::string player = "uct:params=" + (allowed / "nested.toml").string();
  EXPECT_EQ(seat(api, player).code(), "forbidden");
  EXPECT_EQ(seat(api, player + ",more=").status, 201) << "what is typed stands above the file";
}

TEST_F(FilesOfRequests, FoldersOfExternalEnginesAreHeldToItToo) {
  server::ServerContext context = test_context();
  context.external_engines = true;
  const std::string engine = "gomocup:command=/bin/true";
  const Api closed(context);
  EXPECT_EQ(seat(closed, engine, "gomoku").status, 201);
  for (const char* setting : {",workdir=/tmp", ",folder=/tmp", ",workdir=/nowhere"})
    EXPECT_EQ(seat(closed, engine + setting, "gomoku").code(), "forbidden") << setting;
  EXPECT_EQ(seat(closed, "so:file=/bin/true", "gomoku").code(), "forbidden");
  context.files = *server::AllowedFiles::below(allowed);
  const Api open(context);
  EXPECT_EQ(seat(open, engine + ",workdir=" + (allowed / "sub").string(), "gomoku").status, 201);
  EXPECT_EQ(seat(open, engine + ",workdir=" + secret.string(), "gomoku").code(), "forbidden");
}

TEST_F(FilesOfRequests, WhatIsNotAllowedAnyMoreDoesNotStartAgain) {
  server::PlayServerOptions options;
  options.database = folder / "play.db";
  std::string session, tournament;
  const std::string player = "uct:params=" + (allowed / "sub" / "best.toml").string();
  {
    server::ServerContext context = test_context();
    context.files = *server::AllowedFiles::below(allowed);
    const Api api(context, options);
    session = api.session(
        {{"game", "connect4"}, {"paused", true}, {"seats", {{{"kind", "player"}, {"player", player}}, person}}});
    tournament = api.post("/api/arena", {{"game", "connect4"},
                                         {"games", 1000},
                                         {"title", "t"},
                                         {"players", {{{"player", player}}, {{"player", "random"}}}}})
                     .json["id"];
  }
  const Api api(test_context(), options);
  EXPECT_THAT(api.get(session).json["message"].get<std::string>(), HasSubstr("--files"));
  ASSERT_TRUE(eventually([&] { return api.get("/api/arena").json["tournaments"][0]["status"] == "failed"; }));
  const Json shown = api.get("/api/arena").json["tournaments"][0];
  EXPECT_THAT(shown["message"].get<std::string>(), HasSubstr("--files"));
  EXPECT_EQ(shown["title"], "t");
  EXPECT_EQ(shown["players"][0]["player"], player);
}

TEST(AllowedFiles, AreBelowAFolder) {
  EXPECT_FALSE(server::AllowedFiles::below("/nowhere/at/all").has_value());
  EXPECT_FALSE(server::AllowedFiles::below("/dev/null").has_value());
  EXPECT_FALSE(server::AllowedFiles().has("/etc/passwd"));
  EXPECT_TRUE(server::AllowedFiles::below("/etc")->has("/etc/passwd"));
  EXPECT_TRUE(server::AllowedFiles::below("/")->has("/etc/passwd"));
}

}  // namespace
}  // namespace tengen::test

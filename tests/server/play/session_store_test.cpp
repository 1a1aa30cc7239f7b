// What lies in the database: damaged rows are seen as such, answers wait for it, and one process holds it.

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "server/api_client.hpp"
#include "server/mutations.hpp"

namespace tengen::test {
namespace {

using testing::HasSubstr;

class StoredGames : public testing::Test {
 protected:
  StoredGames() {
    std::filesystem::create_directories(folder);
    options.database = folder / "play.db";
  }
  ~StoredGames() override { std::filesystem::remove_all(folder); }

  void sql(const std::string& statement) const {
    SQLite::Database(options.database, SQLite::OPEN_READWRITE, 5000).exec(statement);
  }
  std::string value(const std::string& query) const {
    return SQLite::Database(options.database).execAndGet(query).getString();
  }

  // The files as a kill at this moment would leave them.
  server::PlayServerOptions as_after_a_kill() {
    const auto copy = folder / std::to_string(++copies_);
    std::filesystem::create_directories(copy);
    for (const char* name : {"play.db", "play.db-wal"})
      if (std::filesystem::exists(folder / name)) std::filesystem::copy_file(folder / name, copy / name);
    server::PlayServerOptions other = options;
    other.database = copy / "play.db";
    return other;
  }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("tengen-stored-games-" + std::to_string(getpid()));
  server::PlayServerOptions options;

 private:
  int copies_ = 0;
};

const Json match = {
    {"game", "mnk"},
    {"kind", "match"},
    {"games", 2},
    {"players", {{{"player", "random"}, {"limits", {{"nodes", 1}}}, {"name", "a"}}, {{"level", "beginner"}}}}};

TEST_F(StoredGames, DamagedRowsAreSeenAndSpoilNothing) {
  constexpr int copies = 200;
  std::string session, tournament;
  {
    const Api api(test_context(), options);
    session = api.session({{"game", "gomoku"},
                           {"options", {{"size", "9"}}},
                           {"seats", {person, quick()}},
                           {"clock", {{"main", 60000}}},
                           {"tree", {{{"parent", 0}, {"move", "e5"}}, {{"parent", 1}, {"move", "e6"}}}}});
    api.post(session + "/resign");
    const std::string path = "/api/arena/" + api.post("/api/arena", match).json.value("id", "");
    ASSERT_TRUE(eventually([&] { return api.get(path).json["summary"]["status"] == "finished"; }));
  }
  const Json whole_session = Json::parse(value("SELECT json FROM sessions"));
  const Json whole_tournament = Json::parse(value("SELECT json FROM tournaments"));
  const auto id_of = [](int copy) {
    std::string id(26, 'a');
    id[0] = static_cast<char>('a' + copy / 26);
    id[1] = static_cast<char>('a' + copy % 26);
    return id;
  };
  {
    SQLite::Database db(options.database, SQLite::OPEN_READWRITE);
    SQLite::Transaction all(db);
    for (int copy = 0; copy < copies; ++copy) {
      Mutator mutator(static_cast<std::uint64_t>(copy));
      SQLite::Statement sessions(db,
                                 "INSERT INTO sessions SELECT ?, over, game, title, first, second, outcome, plies,"
                                 " updated, ? FROM sessions WHERE json = ?");
      SQLite::Statement tournaments(db, "INSERT INTO tournaments VALUES (?, ?)");
      SQLite::bind(sessions, id_of(copy), mutator.text_of(mutator.mutated(whole_session)),
                   server::dumped(whole_session));
      SQLite::bind(tournaments, id_of(copy), mutator.text_of(mutator.mutated(whole_tournament)));
      sessions.exec();
      tournaments.exec();
    }
    all.commit();
  }

  const Api api(test_context(), options);
  const Reply arena = api.get("/api/arena");
  ASSERT_EQ(arena.status, 200) << arena.json;
  EXPECT_EQ(arena.json["tournaments"].size(), copies + 1);
  EXPECT_EQ(api.get("/api/library?count=200").status, 200);
  int damaged = 0, sound = 0;
  for (int copy = 0; copy < copies; ++copy) {
    const std::string id = id_of(copy);
    const Json listed = api.post("/api/sessions/list", {{"ids", {id}}}).json;
    ASSERT_EQ(listed["sessions"].size(), 1u) << id << listed;
    const Reply shown = api.get("/api/sessions/" + id);
    (shown.code() == "damaged" ? damaged : sound) += 1;
    EXPECT_TRUE(shown.status == 200 || shown.code() == "damaged") << server::dumped(shown.json);
    EXPECT_EQ(listed["sessions"][0].contains("damaged"), shown.status != 200);
    EXPECT_EQ(api.get("/api/arena/" + id).status, 200) << server::dumped(whole_tournament);
    EXPECT_EQ(api.remove("/api/sessions/" + id).status, 200);
    EXPECT_EQ(api.remove("/api/arena/" + id).status, 200);
    EXPECT_EQ(api.get("/api/sessions/" + id).status, 404);
  }
  EXPECT_GT(damaged, copies / 4);
  EXPECT_GT(sound, copies / 20) << "the copies themselves are wrong";
}

TEST_F(StoredGames, EveryKindOfDamageIsFound) {
  std::string session, tournament;
  {
    const Api api(test_context(), options);
    session = api.session({{"game", "gomoku"}, {"moves", "e5 e6"}, {"clock", {{"main", 60000}}}});
    api.post(session + "/resign");
    tournament = "/api/arena/" + api.post("/api/arena", match).json.value("id", "");
  }
  const Json whole_session = Json::parse(value("SELECT json FROM sessions"));
  const Json whole_tournament = Json::parse(value("SELECT json FROM tournaments"));
  const auto write = [this](const char* table, const Json& whole, const std::string& place, const Json& damage) {
    Json row = whole;
    row[Json::json_pointer(place)] = damage;
    SQLite::Database db(options.database, SQLite::OPEN_READWRITE);
    SQLite::Statement update(db, fmt::format("UPDATE {} SET json = ?", table));
    update.bind(1, server::dumped(row));
    update.exec();
  };
  const std::vector<std::pair<std::string, Json>> of_session = {{"/game", "chess"},
                                                                {"/start", "?"},
                                                                {"/revision", -1},
                                                                {"/at", 99},
                                                                {"/nodes", 5},
                                                                {"/nodes/1/move", "zz"},
                                                                {"/nodes/2/move", "e5"},
                                                                {"/nodes/2/parent", 7},
                                                                {"/nodes/1/id", INT64_MAX},
                                                                {"/nodes/2/side", 2},
                                                                {"/line", {0, 99}},
                                                                {"/clock/left", Json::array()},
                                                                {"/clock/main", 1e300},
                                                                {"/early/node", "x"},
                                                                {"/early/outcome", "none"},
                                                                {"/extra", 1}};
  for (const auto& [place, damage] : of_session) {
    write("sessions", whole_session, place, damage);
    EXPECT_EQ(Api(test_context(), options).get(session).code(), "damaged") << place << " " << damage;
  }
  for (const auto& [place, damage] : std::vector<std::pair<std::string, Json>>{
           {"/status", "dancing"}, {"/status", nullptr}, {"/created", "x"}, {"/setup", 5}, {"/played", -1}}) {
    write("tournaments", whole_tournament, place, damage);
    const Json shown = Api(test_context(), options).get(tournament).json["summary"];
    EXPECT_EQ(shown["status"], "failed") << place;
    EXPECT_THAT(shown["message"].get<std::string>(), HasSubstr("damaged")) << place;
  }
  write("sessions", whole_session, "/title", "whole");
  EXPECT_EQ(Api(test_context(), options).get(session).json["title"], "whole");
}

TEST_F(StoredGames, AnAnswerIsOnTheDiskAtOnce) {
  const Api api(test_context(), options);
  const std::string path = api.session({{"game", "connect4"}});
  for (int ply = 0; ply < 6; ++ply) {
    ASSERT_EQ(api.post(path + "/play", {{"move", "4"}}).status, 200);
    const Api after(test_context(), as_after_a_kill());
    EXPECT_EQ(after.get(path).json["nodes"].size(), static_cast<std::size_t>(ply + 2));
  }
  api.post(path + "/title", {{"title", "kept"}});
  EXPECT_EQ(Api(test_context(), as_after_a_kill()).get(path).json["title"], "kept");
  api.remove(path);
  EXPECT_EQ(Api(test_context(), as_after_a_kill()).get(path).status, 404);
}

TEST_F(StoredGames, AMoveOfAnEngineIsOnTheDiskBeforeItIsShown) {
  const Api api(test_context(), options);
  const std::string path = api.session({{"game", "mnk"}, {"seats", {person, quick("uct", 10)}}});
  api.post(path + "/play", {{"move", "b2"}});
  ASSERT_TRUE(eventually([&] { return api.get(path).json["nodes"].size() == 3; }));
  EXPECT_EQ(Api(test_context(), as_after_a_kill()).get(path).json["nodes"].size(), 3u);
}

TEST_F(StoredGames, AnEngineThatWasThinkingGoesOnWhenSomebodyLooks) {
  const Api api(test_context(), options);
  const std::string path =
      api.session({{"game", "connect4"}, {"seats", {person, thinker}}, {"clock", {{"main", 3'600'000}}}});
  api.post(path + "/play", {{"move", "4"}});
  ASSERT_TRUE(eventually([&] { return api.running() == 1; }));

  server::PlayServerOptions killed = as_after_a_kill();
  killed.abandoned = std::chrono::milliseconds(100);
  const Api after(test_context(), killed);
  EXPECT_EQ(after.post("/api/sessions/list", {{"ids", {path.substr(path.rfind('/') + 1)}}}).json["sessions"].size(),
            1u);
  EXPECT_EQ(after.running(), 0u) << "nobody looks at it";
  const Json looked = after.get(path).json;
  EXPECT_FALSE(looked["paused"]);
  EXPECT_EQ(looked["thinking"]["player"], "uct");
  EXPECT_EQ(looked["clock"]["running"], 1) << "it thinks on its own time";
  // Who only looked in is gone again after a while.
  EXPECT_TRUE(eventually([&] { return after.running() == 0; }));
  const Reply events = after.get(path + "/events");
  EXPECT_TRUE(eventually([&] { return after.running() == 1; }));
  events.stream->close();
}

TEST_F(StoredGames, AGameThatCannotBeSavedSaysSo) {
  const Api api(test_context(), options);
  const std::string path = api.session({{"game", "gomoku"}});
  EXPECT_EQ(api.get(path).json["unsaved"], "");
  sql("CREATE TRIGGER full BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
  const Json played = api.post(path + "/play", {{"move", "h8"}}).json;
  EXPECT_EQ(played["at"], 1) << "the game goes on";
  EXPECT_THAT(played["unsaved"].get<std::string>(), HasSubstr("the disk is full"));
  const Reply events = api.get(path + "/events");
  sql("DROP TRIGGER full");
  const auto saved = [](const std::string& text) {
    const Json last = last_event(text, "session");
    return !last.is_null() && last["unsaved"] == "";
  };
  EXPECT_TRUE(saved(read_stream(*events.stream, saved))) << "it tries again by itself, and says so";
  events.stream->close();
  EXPECT_EQ(Api(test_context(), as_after_a_kill()).get(path).json["at"], 1);
}

TEST_F(StoredGames, ATournamentThatCannotBeSavedIsNone) {
  const Api api(test_context(), options);
  sql("CREATE TRIGGER full BEFORE INSERT ON tournaments BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
  const Reply made = api.post("/api/arena", match);
  EXPECT_EQ(made.code(), "not_kept") << made.json;
  EXPECT_EQ(made.status, 507);
  EXPECT_TRUE(api.get("/api/arena").json["tournaments"].empty());
  EXPECT_TRUE(std::filesystem::is_empty(options.database + ".arena"));
}

TEST_F(StoredGames, OneServerHoldsTheFile) {
  const Api api(test_context(), options);
  const auto second = server::PlayServer::start(test_context(), {}, options);
  ASSERT_FALSE(second.has_value());
  EXPECT_THAT(second.error().message, HasSubstr("another tengen play keeps its games in"));
  std::filesystem::create_symlink(options.database, folder / "link.db");
  server::PlayServerOptions by_link = options;
  by_link.database = folder / "link.db";
  EXPECT_FALSE(server::PlayServer::start(test_context(), {}, by_link).has_value());
}

}  // namespace
}  // namespace tengen::test

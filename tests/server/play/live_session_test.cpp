// What an engine has worked out is there at its next move; what nobody asks for any more goes.

#include "server/play/live_session.hpp"

#include <gmock/gmock.h>

#include "server/api_client.hpp"
#include "support/scripted_player.hpp"

namespace tengen::test {
namespace {

using testing::HasSubstr;

const Json scripted = {{"kind", "player"}, {"player", "scripted"}};

// A server with a player that counts what it is asked.
struct Watched {
  explicit Watched(Behaviour behaviour, server::ServerBounds bounds = {})
      : registry(with_scripted_player(app::builtins(), "connect4", behaviour, calls)),
        api({registry, bounds, false, false, 2}) {}

  std::shared_ptr<Calls> calls = std::make_shared<Calls>();
  roster::Registry registry;
  Api api;
};

// Plays one move of a person and waits for the answer to it.
void play(const Api& api, const std::string& path, std::size_t moves_then) {
  EXPECT_EQ(api.post(path + "/play", {{"move", "4"}}).status, 200);
  EXPECT_TRUE(eventually([&] { return api.get(path).json["position"]["moves"].size() == moves_then; }));
}

TEST(Session, KeepsItsEngineForTheWholeGame) {
  Watched server(Behaviour::first_move);
  const std::string path = server.api.session({{"game", "connect4"}, {"seats", {person, scripted}}});
  play(server.api, path, 2);
  play(server.api, path, 4);
  server.api.post(path + "/undo");
  play(server.api, path, 4);
  EXPECT_EQ(server.calls->new_games, 1);
  EXPECT_EQ(server.calls->prepared, 1);
  EXPECT_EQ(server.calls->chosen, 3);
  server.api.post(path + "/restart");
  play(server.api, path, 2);
  EXPECT_EQ(server.calls->new_games, 2) << "another game";
}

TEST(Session, StopsTheClockWhileAnEngineGetsReady) {
  Watched server(Behaviour::waits_getting_ready);
  const std::string path = server.api.session(
      {{"game", "connect4"}, {"seats", {person, scripted}}, {"clock", {{"main", 3'600'000}, {"increment", 1000}}}});
  server.api.post(path + "/play", {{"move", "4"}});
  ASSERT_TRUE(eventually([&] { return server.calls->prepared == 1; }));
  const Json clock = server.api.get(path).json["clock"];
  EXPECT_TRUE(clock["running"].is_null());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(server.api.get(path).json["clock"]["left"], clock["left"]);
  server.calls->may_get_ready.release();
  ASSERT_TRUE(eventually([&] { return server.api.get(path).json["position"]["moves"].size() == 2; }));
  EXPECT_EQ(server.calls->limits.clock->left, std::chrono::milliseconds(clock["left"][1].get<int>()));
  EXPECT_EQ(server.api.get(path).json["clock"]["running"], 0);
  server.api.post(path + "/play", {{"move", "4"}});
  ASSERT_TRUE(eventually([&] { return server.calls->chosen == 2; }));
  EXPECT_EQ(server.calls->prepared, 1) << "ready from then on";
}

TEST(Session, LetsTheClockRunOnWhereAnEngineIsReplacedWhileItGetsReady) {
  Watched server(Behaviour::waits_getting_ready);
  const std::string path =
      server.api.session({{"game", "connect4"}, {"seats", {person, scripted}}, {"clock", {{"main", 3'600'000}}}});
  server.api.post(path + "/play", {{"move", "4"}});
  ASSERT_TRUE(eventually([&] { return server.calls->prepared == 1; }));
  EXPECT_EQ(server.api.post(path + "/seats", {{"seats", {person, person}}}).json["clock"]["running"], 1);
  server.calls->may_get_ready.release();
}

TEST(Session, KeepsNoMoreEnginesThanThereIsRoomFor) {
  server::ServerBounds bounds;
  bounds.kept_players = 1;
  Watched server(Behaviour::first_move, bounds);
  std::vector<std::string> paths;
  for (int i = 0; i < 2; ++i)
    paths.push_back(server.api.session({{"game", "connect4"}, {"seats", {person, scripted}}}));
  for (const std::string& path : paths) play(server.api, path, 2);
  play(server.api, paths[1], 4);
  EXPECT_EQ(server.calls->new_games, 2);
  play(server.api, paths[0], 4);
  EXPECT_EQ(server.calls->new_games, 3) << "its engine had gone";
}

TEST(Session, KeepsNoEngineThatPonders) {
  Watched server(Behaviour::first_move);
  const Json ponders = {{"kind", "player"}, {"player", "scripted:ponder=on"}};
  const std::string path = server.api.session({{"game", "connect4"}, {"seats", {person, ponders}}});
  play(server.api, path, 2);
  play(server.api, path, 4);
  EXPECT_EQ(server.calls->new_games, 2) << "it would think outside of the pool, for as long as it is kept";
}

TEST(Session, PausesWhenAnEngineThrowsOrCheats) {
  for (const auto behaviour : {Behaviour::throws, Behaviour::throws_getting_ready, Behaviour::cheats}) {
    Watched server(behaviour);
    const std::string path = server.api.session({{"game", "connect4"}, {"seats", {person, scripted}}});
    EXPECT_EQ(server.api.post(path + "/play", {{"move", "4"}}).status, 200);
    EXPECT_TRUE(eventually([&] { return server.api.get(path).json["paused"] == true; }));
    EXPECT_THAT(server.api.get(path).json["message"].get<std::string>(), HasSubstr("scripted could not move: "));
    server.api.post(path + "/go");
    EXPECT_TRUE(eventually([&] { return server.calls->new_games == 2; })) << "a failed one begins anew";
  }
}

TEST(Analysis, AsksLikeEverybodyElse) {
  for (const char* what : {"analysis", "report"}) {
    const std::string path = std::string("/api/") + what + "?game=connect4&moves=44&player=scripted";
    for (const auto behaviour :
         {Behaviour::first_move, Behaviour::throws, Behaviour::throws_getting_ready, Behaviour::cheats}) {
      Watched server(behaviour);
      const Reply reply = server.api.get(path);
      ASSERT_TRUE(reply.stream) << reply.json.dump();
      const std::string text = read_stream(*reply.stream);
      reply.stream->close();
      EXPECT_THAT(text, HasSubstr(behaviour == Behaviour::first_move ? "event: done" : "event: error_message"));
      EXPECT_EQ(server.calls->new_games, 1) << "one player for all positions";
    }
  }
}

TEST(KeptPlayers, AreFoundByWhoTheyPlayedFor) {
  server::KeptPlayers kept(2);
  const auto now = Clock::now();
  const server::KeptPlayers::Key first{"a", 1, Side::first, "x"}, second{"b", 1, Side::first, "x"},
      third{"b", 1, Side::second, "x"};
  const auto player = [] { return std::make_unique<ScriptedPlayer>(Behaviour::first_move); };
  EXPECT_FALSE(kept.take(first));
  kept.keep(first, player(), now);
  EXPECT_FALSE(kept.take({"a", 2, Side::first, "x"}));
  EXPECT_FALSE(kept.take({"a", 1, Side::first, "y"}));
  EXPECT_TRUE(kept.take(first));
  EXPECT_FALSE(kept.take(first)) << "one at a time";
  kept.keep(first, player(), now);
  kept.keep(second, player(), now);
  kept.keep(third, player(), now);
  EXPECT_FALSE(kept.take(first)) << "the oldest made room";
  kept.forget_session("a");
  EXPECT_TRUE(kept.take(third));
  kept.forget_session("b");
  EXPECT_FALSE(kept.take(second));
  kept.keep(second, player(), now);
  kept.forget_before(now);
  EXPECT_TRUE(kept.take(second));
  kept.keep(second, player(), now);
  kept.forget_before(now + std::chrono::seconds(1));
  EXPECT_FALSE(kept.take(second));
}

}  // namespace
}  // namespace tengen::test

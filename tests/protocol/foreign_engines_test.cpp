// Engines as they are: what is no fault of theirs, or only a small one, costs them no game.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sched.h>

#include <array>

#include "arena/run_tournament.hpp"
#include "protocol/process_cpu.hpp"
#include "protocol/support.hpp"
#include "protocol/thoughts.hpp"
#include "server/api_client.hpp"
#include "support/rival.hpp"

namespace tengen::protocol {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

// A whole game on a small board against a player of ours, who moves second.
records::Record play(roster::Player& engine, const roster::Game& start, const Limits& limits = {},
                     milliseconds grace = milliseconds(60000)) {
  const auto opponent = make_player("random", start);
  const auto game = start.clone();
  const auto played =
      arena::play_game(*game, {arena::Seat{&engine, limits, 1}, arena::Seat{opponent.get(), {}, 1}}, grace, {});
  return played.value_or(records::Record{});
}

std::vector<std::string> log_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(ForeignEngine, MayGiveUpAsOftenAsItLikes) {
  for (const auto& [protocol, mode, game] : {std::tuple("gtp", "gtp_resign", "othello"),
                                             {"nboard", "nboard_resign", "othello"},
                                             {"gomocup", "resign", "gomoku"}}) {
    const std::string token = fresh_token();
    const auto start = start_of(game);
    const auto player = make_player(std::string(protocol) + ":command=" + bad_engine(mode, token), *start);
    for (int round = 0; round < 4; ++round) {
      const records::Record played = play(*player, *start);
      EXPECT_EQ(played.termination, records::Termination::resign)
          << mode << " in round " << round << ": " << played.detail;
      EXPECT_EQ(played.outcome, Outcome::second_wins);
      EXPECT_EQ(played.detail, "");
      EXPECT_EQ(processes_with(token), 1) << "it stays for the next game";
    }
  }
}

TEST(ForeignEngine, ThatGivesUpIsNotWithdrawn) {
  arena::FailureStreaks streaks(2, 3);
  arena::GameSummary game;
  game.players = {0, 1};
  game.outcome = Outcome::second_wins;
  game.termination = records::Termination::resign;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(streaks.add(game));
  game.termination = records::Termination::crash;
  EXPECT_FALSE(streaks.add(game));
  EXPECT_FALSE(streaks.add(game));
  EXPECT_TRUE(streaks.add(game)) << "three failures in a row";
}

TEST(ForeignEngine, ThatGivesUpEndsTheGameOnThePage) {
  server::ServerContext context = test::test_context();
  context.external_engines = true;
  const test::Api api(context);
  const std::string path = api.session(
      {{"game", "othello"},
       {"seats", {test::person, {{"kind", "player"}, {"player", "gtp:command=" + bad_engine("gtp_resign_at_once")}}}}});
  api.post(path + "/play", {{"move", "f5"}});
  ASSERT_TRUE(test::eventually([&] { return api.get(path).json["result"]["reason"] == "resign"; }))
      << api.get(path).json.dump();
  const test::Json session = api.get(path).json;
  EXPECT_EQ(session["result"]["outcome"], "first");
  EXPECT_EQ(session["paused"], false);
}

// It says ERROR for the rest of a line whose first word it did not hear; asked again, it knows the whole position.
TEST(ForeignEngine, ThatLosesACommandIsAskedAgain) {
  const auto start = start_of("gomoku", "size=7");
  for (const char* mode : {"loses_word", "loses_turn"}) {
    const auto player = make_player("gomocup:hang=20s,command=" + bad_engine(mode), *start);
    for (int round = 0; round < 2; ++round) {
      const records::Record played = play(*player, *start);
      EXPECT_TRUE(records::is_by_play(*played.termination)) << mode << ": " << played.detail;
    }
  }
}

// What it loads in its first move is no thinking; afterwards the clock counts.
TEST(ForeignEngine, MayBeSlowWithItsFirstAnswerOnly) {
  const auto start = start_of("gomoku", "size=5");
  const Limits limits{milliseconds(200), {}, {}};
  const auto slow_first = make_player("gomocup:command=" + bad_engine("slow_first"), *start);
  const records::Record played = play(*slow_first, *start, limits, milliseconds(2000));
  EXPECT_TRUE(records::is_by_play(*played.termination)) << played.detail;
  ASSERT_FALSE(played.notes.empty());
  EXPECT_LT(played.notes.front().micros, 2'200'000);
  const auto slow_later = make_player("gomocup:command=" + bad_engine("slow"), *start);
  EXPECT_EQ(play(*slow_later, *start, limits, milliseconds(300)).termination, records::Termination::time);
}

// It neither hears RESTART at once nor ever again: a fresh process plays the next game.
TEST(ForeignEngine, ThatDoesNotAnswerRestartIsStartedAnew) {
  const auto game = start_of("gomoku");
  for (const bool late : {false, true}) {
    const std::string token = fresh_token(), mode = late ? "late_and_deaf" : "deaf_to_restart";
    const Limits limits = late ? Limits{milliseconds(300), {}, {}} : Limits{};
    const auto player = make_player(
        fmt::format("gomocup:patience={},startup=60s,command={}", late ? "60s" : "500ms", bad_engine(mode, token)),
        *game);
    for (int round = 0; round < 2; ++round) {
      game->restart();
      const auto begin = Clock::now();
      EXPECT_FALSE(player->begin(*game, 1));
      EXPECT_LT(Clock::now() - begin, milliseconds(30000)) << "one that was late is not even asked";
      for (int ply = 0; ply < 2; ++ply) {
        const auto chosen = player->ask(*game, limits);
        ASSERT_TRUE(chosen) << mode << ": " << chosen.error().message;
        game->play(chosen->move);
        game->play(game->legal_moves().back());
      }
      EXPECT_EQ(processes_with(token), 1);
    }
  }
}

TEST(ForeignEngine, ThatRefusesTheBoardIsToldBeforeTheTournament) {
  arena::Tournament tournament;
  tournament.game = "gomoku";
  tournament.start = start_of("gomoku");
  tournament.players = {{"random", "random", {}},
                        {"Choosy", "gomocup:command=" + bad_engine("small_boards"), {}},
                        {"crash", "gomocup:command=" + bad_engine("crash_at_start"), {}}};
  const auto tried = arena::try_players(tournament, app::builtins(), {});
  ASSERT_FALSE(tried);
  EXPECT_THAT(tried.error().message, AllOf(HasSubstr("Choosy"), HasSubstr("boards of size 15")));
  tournament.players.erase(tournament.players.begin() + 1);
  EXPECT_TRUE(arena::try_players(tournament, app::builtins(), {})) << "a crash is for the games to show";
}

TEST(ForeignEngine, NoiseBeforeAGtpResponseIsPassedOver) {
  const auto start = start_of("othello");
  const auto player = make_player("gtp:command=" + bad_engine("gtp_noise"), *start);
  const records::Record played = play(*player, *start);
  EXPECT_EQ(played.termination, records::Termination::illegal_move) << "it says f5 twice; " << played.detail;
}

TEST(ForeignEngine, IsToldItsMemoryWhereThereIsALimit) {
  const std::string log = testing::TempDir() + fresh_token();
  const auto game = start_of("gomoku");
  const auto player = make_player("gomocup:memory=1G,command=" + bad_engine("log", log), *game);
  player->begin(*game, 1);
  ASSERT_TRUE(player->ask(*game, Limits{milliseconds(700), {}, {}}));
  EXPECT_FALSE(player->finish());
  EXPECT_THAT(log_of(log), testing::ElementsAre("START 15", "INFO rule 0", "INFO game_type 1",
                                                "INFO max_memory 1073741824", "INFO timeout_turn 700",
                                                "INFO timeout_match 0", "INFO time_left 2147483647", "BEGIN", "END"));
  std::filesystem::remove(log);
}

// Two threads that want the same processor: one of them waits.
TEST(ForeignEngine, WaitingForAProcessorIsSeen) {
  std::ifstream kernel("/proc/self/schedstat");
  if (!kernel) GTEST_SKIP() << "this kernel does not say how long threads wait";
  const int pid = getpid();
  const Waits before = waits_of(pid);
  std::chrono::nanoseconds most{};
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  {
    std::array<std::jthread, 2> threads;
    for (auto& thread : threads)
      thread = std::jthread([&one](const std::stop_token& stop) {
        pthread_setaffinity_np(pthread_self(), sizeof one, &one);
        while (!stop.stop_requested()) {
        }
      });
    std::this_thread::sleep_for(milliseconds(500));
    most = waited(before, waits_of(pid));
  }
  EXPECT_GE(most, milliseconds(100));
  EXPECT_EQ(waited(before, before), std::chrono::nanoseconds(0));
}

// It begins with a second of computing and thinks half a second about each move, which is in time. Beside a rival on its
// processor it takes twice as long, and most of what it waits it has waited before its time is up.
TEST(ForeignEngine, NeedNotHurryWhereItHasNoProcessor) {
  if (!std::ifstream("/proc/self/schedstat")) GTEST_SKIP() << "this kernel does not say how long threads wait";
  const Rival rival;  // on the processor that what is started from here is kept on, too
  const auto game = start_of("gomoku");
  const auto player = make_player("gomocup:startup=1800ms,command=" + bad_engine("burns"), *game);
  for (int move = 0; move < 2; ++move) {
    if (move == 0) player->begin(*game, 1);
    const auto chosen = player->ask(*game, Limits{milliseconds(700), {}, {}});
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_LE(chosen->time, milliseconds(750));
    game->play(chosen->move);
    game->play(game->legal_moves().back());
  }
}

TEST(Thoughts, AreReadAsEnginesWriteThem) {
  const auto read = [](std::string_view text) {
    roster::Choice choice;
    read_thoughts(text, choice);
    return std::tuple(choice.depth, choice.score, choice.nodes);
  };
  EXPECT_EQ(read("Speed 193K | Depth 14-21 | Eval 150 | Node 49K | Time 256ms"), std::tuple(14, 150.0, 49000U));
  EXPECT_EQ(read("depth 8-14 ev -35 n 1200K pv h8 n 7"), std::tuple(8, -35.0, 1200000U));
  EXPECT_EQ(read("eval 120, depth 9, nodes 52345, speed 7"), std::tuple(9, 120.0, 52345U));
  EXPECT_EQ(read("dep=7 ev:+12 nd=99"), std::tuple(7, 12.0, 99U));
  EXPECT_EQ(read("depth 8 score -3.5 nodes 100 loss in 4 pv h8"), std::tuple(8, -3.5, 100U));
  EXPECT_EQ(read("the node is 7,7 and deep 3"), std::tuple(0, 0.0, 0U));
}

}  // namespace
}  // namespace tengen::protocol

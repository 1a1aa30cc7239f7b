// Every way in which an external engine can fail costs it one game, and leaves nothing behind.

#include <gmock/gmock.h>

#include "protocol/command_line.hpp"
#include "protocol/support.hpp"
#include "support/places.hpp"

namespace tengen::protocol {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

// Plays from the start until the engine fails or a handful of moves is made.
std::optional<roster::Failure> play_until_failure(roster::Player& player, roster::Game& game,
                                                  const Limits& limits = {}) {
  for (int ply = 0; ply < 8 && game.outcome() == Outcome::ongoing; ++ply) {
    const auto chosen = player.ask(game, limits);
    if (!chosen) return chosen.error();
    EXPECT_TRUE(game.is_legal(chosen->move));
    game.play(chosen->move);
    const auto replies = game.legal_moves();  // far apart, so that nobody wins
    if (!replies.empty()) game.play(replies[static_cast<std::size_t>(37 * ply) % replies.size()]);
  }
  return std::nullopt;
}

struct Case {
  const char* mode;
  roster::Fault fault;
  const char* says;
  const char* settings = "hang=60s,startup=60s";
};

class BadEngine : public testing::TestWithParam<Case> {};

TEST_P(BadEngine, LosesOneGameAndLeavesNothingBehind) {
  const Case& c = GetParam();
  const std::string token = fresh_token();
  const std::string_view mode = c.mode;
  const std::string protocol = mode.starts_with("gtp_") ? "gtp" : mode.starts_with("nboard_") ? "nboard" : "gomocup";
  const auto game = start_of(protocol == "gomocup" ? "gomoku" : "othello");
  {
    const auto player =
        make_player(protocol + ":patience=300ms," + c.settings + ",command=" + bad_engine(c.mode, token), *game);
    ASSERT_TRUE(player);
    for (int round = 0; round < 2; ++round) {  // a failed engine gets a fresh start in the next game
      game->restart();
      player->begin(*game, 1);
      const auto failure = play_until_failure(*player, *game);
      ASSERT_TRUE(failure) << "round " << round;
      EXPECT_EQ(failure->fault, c.fault) << failure->message;
      EXPECT_THAT(failure->message, HasSubstr(c.says));
      EXPECT_EQ(processes_with(token), 0) << "a failed engine is gone at once";
      const auto again = player->ask(*game);
      ASSERT_FALSE(again);
      EXPECT_EQ(again.error().fault, c.fault) << "until the next game it stays failed";
    }
  }
  EXPECT_EQ(processes_with(token), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Every, BadEngine,
    testing::Values(Case{"crash_at_start", roster::Fault::crash, "exit code 1, saying 'no such luck'"},
                    Case{"crash", roster::Fault::crash, "exit code 3, saying 'I meant to do that'"},
                    Case{"segfault", roster::Fault::crash, "signal 11"},
                    Case{"closes_stdout", roster::Fault::crash, "closed its output"},
                    Case{"hang", roster::Fault::hang, "did not answer", "hang=2s,startup=60s"},
                    Case{"garbage", roster::Fault::garbage, "quick brown fox", "hang=2s,startup=60s"},
                    Case{"binary", roster::Fault::garbage, "answered", "hang=2s,startup=60s"},
                    Case{"flood", roster::Fault::flood, "without an answer"},
                    Case{"flood_line", roster::Fault::flood, "line without end"},
                    Case{"slow_start", roster::Fault::slow_start, "not ready", "startup=500ms"},
                    Case{"small_boards", roster::Fault::error, "boards of size 15"},
                    Case{"off_board", roster::Fault::illegal_move, "off the board"},
                    Case{"taken", roster::Fault::illegal_move, "taken"},
                    Case{"error", roster::Fault::error, "ERROR I do not want to', and no move", "hang=2s,startup=60s"},
                    Case{"hog", roster::Fault::crash, "MemoryError", "memory=300M,hang=60s,startup=60s"},
                    Case{"gtp_crash", roster::Fault::crash, "exit code 3"},
                    Case{"gtp_hang", roster::Fault::hang, "did not answer", "hang=2s,startup=60s"},
                    Case{"gtp_garbage", roster::Fault::garbage, "quick brown fox", "hang=2s,startup=60s"},
                    Case{"gtp_flood_line", roster::Fault::flood, "line"},
                    Case{"gtp_off_board", roster::Fault::illegal_move, "z99"},
                    Case{"gtp_taken", roster::Fault::illegal_move, "d4"},
                    Case{"gtp_error", roster::Fault::error, "refused to move"},
                    Case{"nboard_crash", roster::Fault::crash, "exit code 3"},
                    Case{"nboard_hang", roster::Fault::hang, "did not answer", "hang=2s,startup=60s"},
                    Case{"nboard_remarks", roster::Fault::hang, "did not answer", "hang=2s,startup=60s"},
                    Case{"nboard_garbage", roster::Fault::garbage, "quick brown fox"},
                    Case{"nboard_off_board", roster::Fault::garbage, "Z9"},
                    Case{"nboard_taken", roster::Fault::illegal_move, "D4"},
                    Case{"nboard_pass", roster::Fault::illegal_move, "PA"},
                    Case{"nboard_flood", roster::Fault::flood, "without an answer"},
                    Case{"nboard_flood_line", roster::Fault::flood, "line"},
                    Case{"nboard_slow_start", roster::Fault::slow_start, "not ready", "startup=500ms"}),
    [](const auto& test) { return test.param.mode; });

class OddEngine : public testing::TestWithParam<const char*> {};

TEST_P(OddEngine, IsPutUpWith) {
  const std::string token = fresh_token();
  const auto game = start_of("gomoku");
  {
    const auto player = make_player("gomocup:command=" + bad_engine(GetParam(), token), *game);
    for (int round = 0; round < 2; ++round) {
      game->restart();
      player->begin(*game, 1);
      const auto failure = play_until_failure(*player, *game);
      EXPECT_FALSE(failure) << failure->message;
      EXPECT_EQ(game->moves().size(), 16u);
    }
    EXPECT_GE(processes_with(token), 1);
    EXPECT_FALSE(player->finish());
    EXPECT_EQ(processes_with(token), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Every, OddEngine,
                         testing::Values("good", "partial", "crlf", "cr", "suggest", "chatty", "stderr", "banner",
                                         "no_restart", "no_takeback", "children", "error_before_move", "raw_depth",
                                         "loses_word", "loses_turn"),
                         [](const auto& test) { return std::string(test.param); });

TEST(ExternalPlayer, ReadsWhatTheEngineThinks) {
  const auto game = start_of("gomoku");
  const auto player = make_player("gomocup:command=" + bad_engine("chatty"), *game);
  player->begin(*game, 1);
  int told = 0;
  const auto chosen = player->ask(*game, {}, {}, [&](const roster::Choice&) { ++told; });
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->depth, 7);
  EXPECT_EQ(chosen->score, 42);
  EXPECT_EQ(chosen->nodes, 12000u);
  EXPECT_EQ(told, 1);
}

TEST(ExternalPlayer, ForgetsWhatWasSaidUnasked) {
  const auto game = start_of("gomoku");
  const auto player = make_player("gomocup:command=" + bad_engine("repeats"), *game);
  player->begin(*game, 1);
  for (int ply = 0; ply < 4; ++ply) {
    const auto chosen = player->ask(*game);
    ASSERT_TRUE(chosen) << chosen.error().message;
    game->play(chosen->move);
    std::this_thread::sleep_for(milliseconds(300));  // the opponent thinks; meanwhile the move is said once more
    game->play(game->legal_moves().back());
  }
}

TEST(ExternalPlayer, TellsWhoHadToBeKilled) {
  for (const char* mode : {"stubborn", "good"}) {
    const std::string token = fresh_token();
    const auto game = start_of("gomoku");
    const auto player = make_player("gomocup:command=" + bad_engine(mode, token), *game);
    player->begin(*game, 1);
    ASSERT_TRUE(player->ask(*game));
    const auto failure = player->finish();
    EXPECT_EQ(processes_with(token), 0);
    if (std::string_view(mode) == "good") {
      EXPECT_FALSE(failure) << failure->message;
    } else {
      ASSERT_TRUE(failure);
      EXPECT_EQ(failure->fault, roster::Fault::unstoppable);
    }
  }
}

// A program that is replaced because it cannot play twice takes its time to go: that is its own fault, and is told.
TEST(ExternalPlayer, ASlowFarewellIsNotTheNextProcessesFault) {
  const std::string mark = testing::TempDir() + fresh_token();
  const auto game = start_of("gomoku");
  const auto player = make_player("gomocup:startup=2s,command=" + bad_engine("stubborn_once", mark), *game);
  for (int round = 0; round < 2; ++round) {
    player->begin(*game, 1);
    const auto chosen = player->ask(*game);
    EXPECT_TRUE(chosen) << "round " << round << ": " << chosen.error().message;
  }
  const auto failure = player->finish();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->fault, roster::Fault::unstoppable);
  EXPECT_FALSE(player->finish()) << "told once";
  std::filesystem::remove(mark);
}

TEST(ExternalPlayer, AnEngineThatDoesNotReadIsNotWaitedForLonger) {
  const auto game = start_of("gomoku");
  const auto player = make_player("gomocup:hang=300ms,command=" + bad_engine("deaf"), *game);
  player->begin(*game, 1);
  const auto chosen = player->ask(*game);
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().fault, roster::Fault::hang);
}

TEST(ExternalPlayer, AStopEndsTheWaitAtOnce) {
  const std::string token = fresh_token();
  const auto game = start_of("gomoku");
  const auto player = make_player("gomocup:command=" + bad_engine("hang", token), *game);
  player->begin(*game, 1);
  ASSERT_TRUE(player->ask(*game));
  game->play(game->legal_moves().front());
  game->play(game->legal_moves().back());
  std::stop_source stop;
  std::jthread button([&] {
    std::this_thread::sleep_for(milliseconds(200));
    stop.request_stop();
  });
  const auto begin = Clock::now();
  EXPECT_FALSE(player->ask(*game, {}, stop.get_token(), {}));
  EXPECT_LT(Clock::now() - begin, milliseconds(20000));
  EXPECT_EQ(processes_with(token), 0);
}

TEST(ExternalPlayer, TimeAndPatienceAddUp) {
  const auto game = start_of("gomoku");
  const auto player = make_player("gomocup:patience=500ms,hang=60s,startup=60s,command=" + bad_engine("hang"), *game);
  for (const Limits& limits :
       {Limits{milliseconds(1000), {}, {}}, Limits{{}, {}, {}, GameClock{milliseconds(1000), {}}}}) {
    game->restart();
    player->begin(*game, 1);
    ASSERT_TRUE(player->ask(*game, limits));
    game->play(game->legal_moves().front());
    game->play(game->legal_moves().back());
    const auto begin = Clock::now();
    const auto chosen = player->ask(*game, limits);
    ASSERT_FALSE(chosen);
    EXPECT_EQ(chosen.error().fault, roster::Fault::hang);
    EXPECT_GE(Clock::now() - begin, milliseconds(1500));
    EXPECT_LT(Clock::now() - begin, milliseconds(20000));
  }
}

TEST(ExternalPlayer, WaitsForWhatIsStillInTime) {
  const auto game = start_of("gomoku");
  const auto player = make_player("gomocup:patience=100ms,startup=60s,command=" + bad_engine("slow"), *game);
  for (const auto grace : {milliseconds(60000), milliseconds(0)}) {
    game->restart();
    player->begin(*game, 1);
    Limits limits{milliseconds(60000), {}, {}};
    ASSERT_TRUE(player->ask(*game, limits));
    game->play(game->legal_moves().front());
    game->play(game->legal_moves().back());
    limits.time = milliseconds(100);
    limits.grace = grace;
    const auto chosen = player->ask(*game, limits);
    ASSERT_EQ(chosen.has_value(), grace > milliseconds(0)) << "the move comes after a second";
    if (!chosen) EXPECT_EQ(chosen.error().fault, roster::Fault::hang);
  }
}

TEST(ExternalPlayer, TellsABrainHowLongATurnMayBe) {
  const std::string log = testing::TempDir() + fresh_token();
  const auto game = start_of("gomoku");
  {
    const auto player = make_player("gomocup:command=" + bad_engine("log", log), *game);
    player->begin(*game, 1);
    const Limits clock_3{{}, {}, {}, GameClock{milliseconds(3000), {}}};
    const Limits clock_2{{}, {}, {}, GameClock{milliseconds(2000), {}}};
    for (const Limits& limits : {clock_3, clock_2, Limits{milliseconds(700), {}, {}}, Limits{}, Limits{}}) {
      const auto chosen = player->ask(*game, limits);
      ASSERT_TRUE(chosen) << chosen.error().message;
      game->play(chosen->move);
      game->play(game->legal_moves().back());
    }
  }
  const auto told = [&](const std::string& key) {
    std::vector<std::string> values;
    std::ifstream file(log);
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("INFO " + key + " ")) values.push_back(line.substr(key.size() + 6));
    return values;
  };
  EXPECT_THAT(told("timeout_turn"), testing::ElementsAre("3000", "2000", "700", "2147483647"));
  EXPECT_THAT(told("timeout_match"), testing::ElementsAre("3000"));
  EXPECT_THAT(told("time_left"), testing::ElementsAre("3000", "2000", "2147483647", "2147483647", "2147483647"));
  EXPECT_THAT(told("max_memory"), testing::IsEmpty());
  std::filesystem::remove(log);
}

TEST(ExternalPlayer, SaysBeforeTheGameThatAProgramIsMissing) {
  const auto game = start_of("gomoku");
  const auto error = [&](std::string_view spec) {
    const auto player = app::builtins().make_player(spec, *game);
    return player ? "made" : player.error().message;
  };
  EXPECT_THAT(error("gomocup"), HasSubstr("no command was given"));
  EXPECT_THAT(error("gomocup:command=./no/such/engine"), HasSubstr("there is no file './no/such/engine'"));
  EXPECT_THAT(error("gomocup:command=no-such-engine-in-path"),
              HasSubstr("no program 'no-such-engine-in-path' in PATH"));
  EXPECT_THAT(error("gomocup:command=/etc/passwd"), HasSubstr("may not be run"));
  EXPECT_THAT(error("gomocup:command=/"), HasSubstr("is a folder"));
  EXPECT_THAT(error("gomocup:command=cat,memory=much"), HasSubstr("memory is written 350M"));
  EXPECT_THAT(error("gomocup:command=cat,hang=soon"), HasSubstr("hang"));
  EXPECT_THAT(error("gomocup:command=cat,workdir=/no/such"), HasSubstr("is no folder"));
  EXPECT_THAT(error("gtp:command=\"cat 'x\""), HasSubstr("quotes"));
}

// Many engines at once, on threads that end while their engines still run: nothing is left, and no engine is taken down
// with the thread that started it.
TEST(ExternalPlayer, ManyThreadsLeaveNothingBehind) {
  const int before = own_children();
  std::vector<std::unique_ptr<roster::Player>> players(6);
  const auto game = start_of("gomoku");
  {
    std::vector<std::jthread> threads;
    for (auto& slot : players)
      threads.emplace_back([&slot] {
        const auto own = start_of("gomoku");
        slot = make_player("gomocup:command='" + tool("quick_brain") + "'", *own);
        slot->begin(*own, 1);
        EXPECT_TRUE(slot->ask(*own));
      });
  }
  for (auto& player : players) {
    player->begin(*game, 2);
    EXPECT_TRUE(player->ask(*game)) << "its engine outlived the thread";
  }
  players.clear();
  EXPECT_EQ(own_children(), before);
}

}  // namespace
}  // namespace tengen::protocol

// Whole runs on small boards: the same numbers whatever the threads and however often they were interrupted.

#include "learn/tune/run.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "app/builtins.hpp"
#include "core/file.hpp"
#include "learn/tune/games.hpp"
#include "learn/tune/report.hpp"
#include "support/start_of.hpp"

namespace tengen::learn::tune {
namespace {

TuneSetup small_run(const std::string& method = "method = \"genetic\"", const std::string& more = "") {
  auto setup = parse_tune_file(
      "game = \"gomoku\"\nrules = { size = 7 }\nplayer = \"ladder/ai8:preset=rounds0\"\n"
      "parameters = [\"black*\"]\nopponents = [\"ladder/ai4\"]\ncolour = \"first\"\n"
      "fitness = \"empties\"\nseed = 5\ngames = 160\n" +
          method + "\n" + more + "[validation]\ngames = 60\nopponents = [\"ladder/ai2\"]\n",
      "F", app::builtins());
  EXPECT_TRUE(setup) << (setup ? "" : setup.error().message);
  return setup ? *std::move(setup) : TuneSetup{};
}
const std::vector<std::string> all_methods = {
    "games_per_candidate = 4\nmethod = \"genetic\"", "games_per_candidate = 4\nmethod = \"cmaes\"",
    "games_per_candidate = 4\nmethod = \"de\"",      "games_per_candidate = 4\nmethod = \"sade\"",
    "games_per_candidate = 4\nmethod = \"pso\"",     "method = \"spsa\"",
    "method = \"spsa\"\nspsa = { duel = false }"};

class Folder {
 public:
  explicit Folder(const std::string& name)
      : path((std::filesystem::temp_directory_path() / ("tengen-tune-" + name + std::to_string(getpid()))).string()) {
    std::filesystem::remove_all(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string text(std::string_view file) const {
    return read_file((std::filesystem::path(path) / file).string()).value_or("");
  }
  const std::string path;
};

TuneResult must_run(const TuneSetup& setup, const TuneOptions& options, const StopToken& stop = {}) {
  auto result = run_tune(setup, app::builtins(), options, stop);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *std::move(result) : TuneResult{};
}

std::string files_of(const TuneSetup& setup, const TuneResult& result) {
  return params_text(setup, result, app::builtins()) + document::to_html(report(setup, result));
}

TEST(TuneRun, DoesNotDependOnThreads) {
  for (const std::string& method : all_methods) {
    TuneSetup setup = small_run(method);
    const std::string alone = files_of(setup, must_run(setup, {}));
    setup.threads = 3;
    EXPECT_EQ(files_of(setup, must_run(setup, {})), alone) << method;
  }
}

// Stopped again and again after a few games, in tuning and in validation, it comes to the same files.
TEST(TuneRun, GoesOnExactlyAfterInterruptions) {
  for (const std::string& method : all_methods) {
    TuneSetup setup = small_run(method);
    setup.threads = 2;
    const Folder whole("whole"), parts("parts");
    const TuneResult once = must_run(setup, {whole.path, {}});
    EXPECT_FALSE(once.interrupted);
    TuneResult last;
    int runs = 0;
    for (last.interrupted = true; last.interrupted && runs < 200; ++runs) {
      std::stop_source stop;
      const auto began = Clock::now();
      // Stopped by the clock: wherever that is, nothing may change but the number of runs.
      std::jthread watch([&] {
        std::this_thread::sleep_until(began + std::chrono::milliseconds(10 + 7 * (runs % 5) + 10 * runs));
        stop.request_stop();
      });
      last = must_run(setup, {parts.path, {}}, stop.get_token());
    }
    EXPECT_FALSE(last.interrupted);
    EXPECT_EQ(files_of(setup, last), files_of(setup, once)) << method << " after " << runs << " runs";
  }
}

// Half a line at the end of the log is what a kill leaves behind.
TEST(TuneRun, SurvivesALogCutAnywhere) {
  const TuneSetup setup = small_run(all_methods[1]);
  const Folder folder("cut");
  const std::string expected = files_of(setup, must_run(setup, {folder.path, {}}));
  const std::string log = folder.path + "/log.jsonl", text = folder.text("log.jsonl");
  for (std::size_t cut = 0; cut < text.size(); cut += text.size() / 12) {
    std::ofstream(log, std::ios::binary) << text.substr(0, cut);
    EXPECT_EQ(files_of(setup, must_run(setup, {folder.path, {}})), expected) << cut;
    EXPECT_EQ(folder.text("log.jsonl").size(), text.size());
  }
}

TEST(TuneRun, RefusesTheLogOfAnotherRun) {
  const TuneSetup setup = small_run(all_methods[0]);
  const Folder folder("other");
  must_run(setup, {folder.path, {}});
  TuneSetup other = setup;
  other.seed = 6;
  const auto refused = run_tune(other, app::builtins(), {folder.path, {}}, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("seed is 5 there and 6 here"), std::string::npos) << refused.error().message;

  // A line in the middle that no kill could have damaged.
  std::string text = folder.text("log.jsonl");
  text[text.find('\n') + 1] = '#';
  std::ofstream(folder.path + "/log.jsonl", std::ios::binary) << text;
  const auto damaged = run_tune(setup, app::builtins(), {folder.path, {}}, {});
  ASSERT_FALSE(damaged);
  EXPECT_NE(damaged.error().message.find("log.jsonl:2: the line is damaged"), std::string::npos);
}

// More rounds go on from an end that was reached, and pass through it.
TEST(TuneRun, CanBeMadeLonger) {
  TuneSetup setup = small_run(all_methods[0]);
  const Folder folder("longer");
  const TuneResult before = must_run(setup, {folder.path, {}});
  setup.games *= 2;
  const TuneResult after = must_run(setup, {folder.path, {}});
  ASSERT_EQ(before.path.size(), 8u);
  ASSERT_EQ(after.path.size(), 16u);
  for (std::size_t i = 0; i < before.path.size(); ++i)
    EXPECT_EQ(after.path[i].standing.best, before.path[i].standing.best);
  // The tuned player is another one now; the original's matches are in the log.
  EXPECT_EQ(after.played_now, 160u + 3 * 60u);
}

TEST(TuneRun, WritesWhatThePlayerLoads) {
  const TuneSetup setup = small_run(all_methods[0]);
  const Folder folder("loads");
  const TuneResult result = must_run(setup, {folder.path, {}});
  ASSERT_TRUE(write_results(folder.path, setup, result, app::builtins()));
  const auto spec = roster::parse_spec("ladder/ai8:params=" + folder.path + "/params.toml");
  const roster::PlayerKind& kind = **app::builtins().find_player("ladder/ai8", *setup.start);
  const auto values = roster::values_of(kind, *spec);
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_EQ(roster::spec_of(kind.info, *values), result.tuned_spec);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(values->real(result.parameters[i].name), result.path.back().standing.best[i]);
  EXPECT_EQ(values->text("preset"), "rounds0");
  EXPECT_EQ(values->real("white1"), 0);  // White's are the preset's still
  EXPECT_NE(folder.text("report.html").find("<svg"), std::string::npos);
}

TEST(TuneRun, SaysWhatItCannotDo) {
  TuneSetup setup = small_run();
  setup.games = 100;
  const auto small = run_tune(setup, app::builtins(), {}, {});
  ASSERT_FALSE(small);
  EXPECT_EQ(small.error().message, "a generation takes 250 games, which is more than the 100 that the run has");
  setup.opponents.clear();
  EXPECT_FALSE(run_tune(setup, app::builtins(), {}, {}));
}

// The paper's measure, and whose games they are.
TEST(TuneGames, CountEmptyPointsForTheRightSide) {
  const FinishedGame won{Outcome::first_wins, 30, 1}, drawn{Outcome::draw, 4, 1};
  EXPECT_EQ(won.fitness(Side::first, Fitness::empties), 30);
  EXPECT_EQ(won.fitness(Side::second, Fitness::empties), -30);
  EXPECT_EQ(drawn.fitness(Side::first, Fitness::empties), 0);
  EXPECT_EQ(won.fitness(Side::second, Fitness::score), 0);
  EXPECT_EQ(drawn.fitness(Side::second, Fitness::score), 0.5);

  TuneSetup setup = small_run();
  setup.threads = 2;
  const auto tournament = tournament_of(setup, app::builtins());
  ASSERT_TRUE(tournament);
  // A strong player against chance: it wins from either side, and the empty points are what the board shows.
  for (const Side side : {Side::first, Side::second}) {
    std::vector<PlannedGame> plans;
    for (std::uint64_t i = 0; i < 10; ++i) plans.push_back({"ladder/ai7", "random", side, i, 100 + i});
    double sum = 0;
    const auto done =
        play_games(*tournament, app::builtins(), plans,
                   [&](std::size_t, const FinishedGame& game) { sum += game.fitness(side, Fitness::empties); }, {});
    ASSERT_TRUE(done && *done);
    EXPECT_GT(sum, 10 * 20);
    EXPECT_LE(sum, 10 * (49 - 9));
  }
  const auto wrong = play_games(*tournament, app::builtins(),
                                std::vector<PlannedGame>{{"ladder/ai77", "random", Side::first, 0, 0}}, {}, {});
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("did you mean"), std::string::npos);
}

TEST(TuneRun, TheLaddersEvolutionIsThePapers) {
  const auto setup = ladder_evolution({Side::second, "ladder/ai4", 40, 9, 2}, app::builtins());
  ASSERT_TRUE(setup);
  EXPECT_EQ(setup->games, 10'000u);
  EXPECT_EQ(setup->games_per_trial, 50u);
  EXPECT_EQ(setup->colour, Colour::second);
  EXPECT_EQ(setup->fitness, Fitness::empties);
  TuneSetup short_one = *setup;
  short_one.start = tengen::start_of("gomoku", "size=7");
  short_one.games = 250;
  const TuneResult result = must_run(short_one, {});
  ASSERT_EQ(result.parameters.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(result.parameters[i].name, "white" + std::to_string(i + 1));
    EXPECT_EQ(result.parameters[i].step, i < 2 ? 0.01 : 0.1);
    EXPECT_TRUE(result.parameters[i].share);
  }
  EXPECT_EQ(start_of(result.parameters), (Point{30, 900, 40, 90, 799, 10}));
  EXPECT_FALSE(result.validation);
}

// Every player that declares numbers can be tuned.
TEST(TuneRun, TunesAnyPlayer) {
  const std::vector<std::array<std::string, 3>> players = {
      {"gomoku", "ladder/ai12", "size=7"},    {"gomoku", "ladder/ai13:preset=rounds40", "size=7"},
      {"gomoku", "ladder/ai4", "size=7"},     {"gomoku", "ladder/ai7", "size=7"},
      {"othello", "othello/greedy", ""},      {"othello", "othello/alphabeta:depth=1", ""},
      {"connect4", "uct:simulations=10", ""}, {"connect4", "connect4/uct:simulations=10", ""},
      {"mnk", "uct:simulations=10", ""}};
  for (const auto& [game, player, position] : players) {
    TuneSetup setup;
    setup.game = game;
    setup.start = tengen::start_of(game, position);
    setup.player = player;
    setup.opponents = {"random"};
    setup.games_per_trial = 2;
    setup.games = 10;
    setup.limits.depth = 1;
    setup.validation_games = 0;
    const TuneResult result = must_run(setup, {});
    EXPECT_EQ(result.path.size(), 1u) << player;
    EXPECT_TRUE(app::builtins().make_player(result.tuned_spec, *setup.start)) << result.tuned_spec;
  }
}

}  // namespace
}  // namespace tengen::learn::tune

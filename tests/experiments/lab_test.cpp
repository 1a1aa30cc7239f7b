// Matches of an experiment are kept, go on where they stopped, and count copies once; what was found outlives the run.

#include "experiments/lab.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "app/builtin_learners.hpp"
#include "app/builtins.hpp"
#include "core/file.hpp"
#include "experiments/run.hpp"
#include "experiments/thinking.hpp"

namespace tengen::experiments {
namespace {

class LabTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  LabPlan plan(int threads = 1) const {
    LabPlan plan;
    plan.threads = threads;
    plan.folder = folder_.string();
    return plan;
  }
  Lab lab(const LabPlan& plan, StopToken stop = {}, Lab::ProgressSink progress = {}) const {
    return Lab(app::builtins(), app::builtin_learners(), plan, std::move(stop), std::move(progress));
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("tengen lab test " + std::to_string(getpid()));
};

const MatchPlan small_match = {"small", "connect4", "", "random", "greedy", 60, "none", {}};

std::vector<std::uint64_t> prints(const MatchResult& result) {
  std::vector<std::uint64_t> list;
  for (const arena::GameSummary& game : result.games) list.push_back(game.print);
  return list;
}

TEST_F(LabTest, a_stopped_match_goes_on_to_the_same_games) {
  auto whole_plan = plan(2);
  whole_plan.folder += " whole";
  const auto whole = lab(whole_plan).match(small_match);
  std::filesystem::remove_all(whole_plan.folder);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->games.size(), 60U);

  MatchPlan part = small_match;
  part.games = 20;
  ASSERT_TRUE(lab(plan()).match(part));
  std::stop_source source;
  source.request_stop();
  const auto stopped = lab(plan(), source.get_token()).match(small_match);
  ASSERT_FALSE(stopped);
  EXPECT_NE(stopped.error().message.find("stopped"), std::string::npos);
  const auto rest = lab(plan()).match(small_match);
  ASSERT_TRUE(rest);
  EXPECT_EQ(prints(*rest), prints(*whole));
}

TEST_F(LabTest, copies_of_a_game_count_once) {
  const auto result = lab(plan()).match({"copies", "gomoku", "size=9", "ladder/ai10", "ladder/ai6", 10, "none", {}});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->games.size(), 10U);
  EXPECT_LE(result->distinct, 2U);  // one with either side first
}

TEST_F(LabTest, a_player_against_itself_is_told_from_the_first_side) {
  const auto result = lab(plan()).match({"self", "connect4", "", "greedy", "greedy", 40, "none", {}});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->pairing.games_of_a(Side::first).games(), 40U);
  EXPECT_EQ(result->pairing.games_of_a(Side::second).games(), 0U);
}

TEST_F(LabTest, wrong_players_and_failing_ones_are_errors_with_names) {
  EXPECT_NE(lab(plan()).match({"x", "connect4", "", "nobody", "greedy", 2, "none", {}}).error().message.find("nobody"),
            std::string::npos);
  EXPECT_TRUE(lab(plan()).missing("nobody", **lab(plan()).start("gomoku")));
  EXPECT_FALSE(lab(plan()).missing("ladder/ai4", **lab(plan()).start("gomoku")));
}

TEST_F(LabTest, positions_are_fixed_by_the_seed) {
  const PositionPlan wanted{"gomoku", "size=11", "ladder/ai4", 7, 5};
  const Lab here = lab(plan());
  const auto once = make_positions(here, wanted), again = make_positions(here, wanted);
  ASSERT_TRUE(once && again);
  ASSERT_EQ(once->size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ((*once)[i]->to_string(), (*again)[i]->to_string());
    EXPECT_EQ((*once)[i]->moves().size(), 7U);
  }
  EXPECT_FALSE(make_positions(here, {"connect4", "rows=4 columns=4", "random", 17, 5}));  // games end before
}

Findings two_blocks(Lab& lab) {
  lab.show("step", 1, 2);
  return std::vector<document::Block>{document::Words{"found"}, document::Table{"t", {"a"}, {{"1"}}}};
}

TEST_F(LabTest, what_was_found_is_kept_for_the_same_plan_only) {
  const Experiment experiment{"ladder", "A title", two_blocks};  // the report lists known names only
  EXPECT_FALSE(*found_before(experiment, plan()));
  Lab here = lab(plan());
  const auto section = run_experiment(experiment, here);
  ASSERT_TRUE(section) << section.error().message;
  const auto kept = found_before(experiment, plan());
  ASSERT_TRUE(kept && *kept);
  EXPECT_EQ(**kept, *section);
  LabPlan other = plan();
  other.seed = 2;
  EXPECT_FALSE(*found_before(experiment, other));

  ASSERT_TRUE(write_report(plan(), "tengen experiment all"));
  EXPECT_NE(read_file((folder_ / "report.html").string())->find("A title"), std::string::npos);
  EXPECT_NE(read_file((folder_ / "report.md").string())->find("## A title"), std::string::npos);

  ASSERT_TRUE(write_file((folder_ / "found" / "ladder.json").string(), "{"));
  const auto broken = found_before(experiment, plan());
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("ladder.json"), std::string::npos);
}

TEST(Experiments, are_found_by_name) {
  EXPECT_EQ((*find_experiment("k-win"))->id, "k-win");
  const auto wrong = find_experiment("lader");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("'ladder'"), std::string::npos);
}

}  // namespace
}  // namespace tengen::experiments

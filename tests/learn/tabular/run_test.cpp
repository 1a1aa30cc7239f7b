// A training is the same one however often it was interrupted, and refuses tables that are not its own.

#include "learn/tabular/run.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "core/file.hpp"
#include "engines/generic/table_player.hpp"
#include "games/connect4/game.hpp"
#include "games/mnk/game.hpp"
#include "learn/tabular/kinds.hpp"
#include "learn/tabular/report.hpp"
#include "support/one_line.hpp"

namespace tengen::learn {
namespace {

const TableLearners& learners() {
  static const TableLearners all = table_learners(roster::TypeList<games::mnk::Game, games::connect4::Game>{});
  return all;
}

class Training : public testing::Test {
 protected:
  Training() { std::filesystem::create_directories(folder_); }
  ~Training() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  TabularPlan plan(const std::string& name, std::uint64_t games, LearningMethod method = LearningMethod::q) const {
    TabularPlan p;
    p.game = "mnk";
    p.method = method;
    p.file = file(name);
    p.games = games;
    p.point_every = 1000;
    p.point_games = 20;
    return p;
  }
  static Expected<TabularResult> train(const TabularPlan& plan, const roster::Game& start, StopToken stop = {},
                                       const TabularSink& sink = {}) {
    return train_table(plan, start, learners(), stop, sink);
  }
  std::string bytes(const std::string& name) const { return *read_file(file(name)); }

  const roster::TypedGame<games::mnk::Position> start_{games::mnk::Position(4, 4, 3)};

 private:
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / fmt::format("tengen_training_{}", getpid());
};

TEST_F(Training, InterruptedIsTheSameAsInOneGo) {
  for (const LearningMethod method : {LearningMethod::q, LearningMethod::sarsa}) {
    std::filesystem::remove(file("whole"));
    const auto whole = train(plan("whole", 5000, method), start_);
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(whole->new_games, 5000u);
    ASSERT_EQ(whole->curve.size(), 6u);
    EXPECT_EQ(whole->curve[0].games, 0u);
    EXPECT_EQ(whole->curve[5].games, 5000u);
    EXPECT_EQ(whole->curve[5].entries, whole->learner->table().size());
    std::filesystem::remove(file("parts"));
    int runs = 0;
    for (std::uint64_t games = 0; games < 5000; ++runs) {
      std::stop_source stop;
      const auto part = train(plan("parts", 5000, method), start_, stop.get_token(), [&](const TabularProgress& p) {
        if (p.new_games >= 700) stop.request_stop();
      });
      ASSERT_TRUE(part) << part.error().message;
      games = part->games;
    }
    EXPECT_GE(runs, 5);
    EXPECT_EQ(bytes("whole"), bytes("parts"));
  }
}

TEST_F(Training, CheckpointsCanBeGoneOnWith) {
  ASSERT_TRUE(train(plan("whole", 2000), start_));
  TabularPlan often = plan("often", 2000);
  often.checkpoint = std::chrono::seconds(0);
  std::string middle;
  const auto result = train(often, start_, {}, [&](const TabularProgress& p) {
    if (p.games == 1200) middle = bytes("often");  // of some games before, as a kill would leave it
  });
  ASSERT_TRUE(result);
  EXPECT_EQ(bytes("whole"), bytes("often"));
  ASSERT_TRUE(write_file(file("often"), middle));
  EXPECT_EQ(engines::read_table_header(file("often"))->games, 1000u);
  ASSERT_TRUE(train(often, start_));
  EXPECT_EQ(bytes("whole"), bytes("often"));
}

TEST_F(Training, AFinishedOneIsOnlyRead) {
  ASSERT_TRUE(train(plan("t", 1000), start_));
  const std::string before = bytes("t");
  const auto again = train(plan("t", 1000), start_);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->new_games, 0u);
  EXPECT_EQ(again->games, 1000u);
  EXPECT_EQ(again->curve.size(), 2u);
  EXPECT_GT(again->learner->table().size(), 100u);
  EXPECT_EQ(bytes("t"), before);
  const auto more = train(plan("t", 3000), start_);
  ASSERT_TRUE(more);
  EXPECT_EQ(more->new_games, 2000u);
  ASSERT_TRUE(train(plan("at once", 3000), start_));
  EXPECT_EQ(bytes("t"), bytes("at once"));
}

TEST_F(Training, RefusesTablesThatAreNotItsOwn) {
  ASSERT_TRUE(train(plan("t", 100), start_));
  const auto refused = [&](const TabularPlan& p, const roster::Game& start, std::string_view words) {
    const std::string before = bytes("t");
    const auto result = train(p, start);
    ASSERT_FALSE(result);
    EXPECT_TRUE(is_one_line(result.error().message)) << result.error().message;
    EXPECT_NE(result.error().message.find(words), std::string::npos) << result.error().message;
    EXPECT_EQ(bytes("t"), before);
  };
  refused(plan("t", 200, LearningMethod::sarsa), start_, "learned by q");
  TabularPlan other = plan("t", 200);
  ASSERT_TRUE(other.settings.set(TabularSettings::declared(), "alpha", "0.25", ""));
  refused(other, start_, "alpha=0.8, not 0.25");
  refused(plan("t", 200), roster::TypedGame(games::mnk::Position(3, 3, 3)), "4×4");
  refused(plan("t", 200), roster::TypedGame(games::connect4::SmallPosition()), "mnk");
  refused(plan("t", 200), roster::TypedGame(*games::mnk::Position::from_string("columns=4 rows=4 a1")), "began at");
  // Another spelling is no difference.
  ASSERT_TRUE(other.settings.set(TabularSettings::declared(), "alpha", "0.80", ""));
  EXPECT_TRUE(train(other, start_));
  const auto over = train(plan("u", 10), roster::TypedGame(*games::mnk::Position::from_string("xxx/oo1/3 o")));
  ASSERT_FALSE(over);
  EXPECT_NE(over.error().message.find("over"), std::string::npos);
}

TEST_F(Training, ThePlayerPlaysTheTable) {
  TabularPlan p = plan("t", 20'000);
  for (const auto* symmetry : {"off", "on"}) {
    ASSERT_TRUE(p.settings.set(TabularSettings::declared(), "symmetry", symmetry, ""));
    std::filesystem::remove(p.file);
    const auto result = train(p, start_);
    ASSERT_TRUE(result);
    auto values = parse_values(engines::QPlayer::info().settings, fmt::format("table={}", p.file), "q");
    ASSERT_TRUE(values);
    ASSERT_TRUE(engines::QPlayer::fits(*values, start_.position()));
    EXPECT_FALSE(engines::QPlayer::fits(*values, games::mnk::Position(3, 3, 3)));
    EXPECT_FALSE(engines::SarsaPlayer::fits(*values, start_.position()));
    auto engine = engines::QPlayer::make<games::mnk::Position>(*values);
    ASSERT_TRUE(engine);
    (*engine)->new_game(1);
    Rng rng(1);
    int known = 0;
    for (int game = 0; game < 50; ++game)
      for (games::mnk::Position position = start_.position(); position.outcome() == Outcome::ongoing;) {
        const auto found = (*engine)->search(position, {}, {}, {});
        const bool folds = std::string_view(symmetry) == "on";
        const int turn = folds ? engines::canonical_symmetry(position) : 0;
        const games::mnk::Position state = position.transformed(turn);
        const engines::BestKnown best = engines::best_known(result->learner->table(), engines::state_key(state));
        EXPECT_EQ(found.candidates.size(), best.known);
        if (best.known > 0) {
          ++known;
          games::MoveList<games::mnk::Position> actions;
          state.legal_moves(actions);
          EXPECT_EQ(found.score, best.value);
          EXPECT_EQ(found.candidates[0].move, found.best);
          games::mnk::Position mine = position, theirs = state;
          mine.play(found.best);
          theirs.play(actions[best.action]);
          EXPECT_EQ(mine.transformed(turn), theirs);
        }
        position.play(found.best);
        if (const auto reply = games::random_move(position, rng)) position.play(*reply);
      }
    EXPECT_GT(known, 100);
  }
}

TEST_F(Training, TheReportHasTheCurve) {
  const TabularPlan p = plan("t", 3000);
  const auto result = train(p, start_);
  ASSERT_TRUE(result);
  const document::Section section = learning_section(p, *result, result->learner->against_random(100, 1));
  int charts = 0;
  for (const document::Block& block : section.blocks)
    if (const auto* chart = std::get_if<document::Chart>(&block)) {
      ++charts;
      for (const document::Series& series : chart->series) EXPECT_EQ(series.points.size(), 4u);
    }
  EXPECT_EQ(charts, 3);
  const document::Document document{"t", "", {section}};
  EXPECT_NE(document::to_html(document).find("<svg"), std::string::npos);
}

}  // namespace
}  // namespace tengen::learn

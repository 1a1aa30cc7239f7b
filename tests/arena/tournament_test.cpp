// Tournaments that can be trusted: the same on any number of threads, continued exactly, never fooled by a player.

#include "arena/run_tournament.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "arena/play_game.hpp"
#include "arena/report.hpp"
#include "arena_fixture.hpp"
#include "core/rng.hpp"

namespace tengen::arena {
namespace {

Report report_of(Tournament t) {
  RunResult result = play(t);
  const roster::GameKind* kind = *app::builtins().find_game(t.game);
  return make_report(std::move(t), *kind, std::move(result.games), {}, {});
}

TEST(Tournament, GamesDoNotDependOnTheThreads) {
  for (const TournamentKind kind :
       {TournamentKind::match, TournamentKind::round_robin, TournamentKind::gauntlet, TournamentKind::knockout}) {
    std::vector<std::vector<records::Record>> all;
    for (const int threads : {1, 2, 7}) {
      const TemporaryFile file("threads");
      Tournament t = kind == TournamentKind::match
                         ? tournament_of({"uct:simulations=60", "alphabeta:depth=2"}, 30, kind)
                         : tournament_of({"uct:simulations=40", "alphabeta:depth=2", "random", "alphabeta:depth=1",
                                          "uct:simulations=20"},
                                         6, kind);
      set_openings(t, "random:plies=3");
      t.threads = threads;
      play_into(t, file.path);
      all.push_back(without_times(records_in(file.path)));
      EXPECT_GE(all.back().size(), 24U);
    }
    EXPECT_EQ(all[0], all[1]) << name_of(kind);
    EXPECT_EQ(all[0], all[2]) << name_of(kind);
  }
}

TEST(Tournament, SeedDecides) {
  const auto points = [](std::uint64_t seed) {
    Tournament t = tournament_of({"random", "random"}, 200);
    t.seed = seed;
    return report_of(std::move(t)).totals[0].points();
  };
  EXPECT_EQ(points(1), points(1));
  EXPECT_NE(points(1), points(2));
}

TEST(Tournament, CountsAddUp) {
  const Report r =
      report_of(tournament_of({"random", "uct:simulations=20"}, 101, TournamentKind::match, "gomoku", "size=6"));
  EXPECT_EQ(r.games.size(), 101U);
  EXPECT_EQ(r.totals[0].all().games(), 101U);
  EXPECT_EQ(r.totals[0].all().wins, r.totals[1].all().losses);
  EXPECT_EQ(r.pairings.front().counts().games(), 101U);
  EXPECT_EQ(r.pairings.front().counts().pair_count(), 50U);
  EXPECT_GT(r.totals[1].points(), r.totals[0].points());
}

TEST(Tournament, NoticesCopies) {
  const Report r = report_of(tournament_of({"minimax:depth=2", "alphabeta:depth=3"}, 40));
  EXPECT_LE(r.distinct_games, 2U);
  EXPECT_EQ(r.pairings.front().distinct_units, 1U);
  EXPECT_FALSE(stats::score_interval(r.pairings.front().counts()));
  for (const std::uint64_t games : {3U, 31U}) {
    const Report odd = report_of(tournament_of({"minimax:depth=1", "minimax:depth=2"}, games));
    EXPECT_FALSE(stats::score_interval(odd.pairings.front().counts())) << games;
  }
}

// Whoever watches hears of every game from its first move to its last, whatever thread plays it.
TEST(Tournament, CanBeWatched) {
  Tournament t = tournament_of({"uct:simulations=20", "random", "random"}, 10, TournamentKind::round_robin);
  t.threads = 3;
  std::mutex mutex;
  std::map<std::uint64_t, std::size_t> notes;
  std::set<std::uint64_t> ended;
  RunOptions options;
  options.watch = [&](GameEvent event, const records::Record& record, const roster::Game& game) {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(record.players[0], t.players[static_cast<std::size_t>(record.ids[0])].name);
    EXPECT_EQ(game.moves().size(), record.notes.size());
    if (event == GameEvent::begun) {
      EXPECT_TRUE(notes.emplace(*record.number, 0).second);
    } else if (event == GameEvent::moved) {
      EXPECT_EQ(record.notes.size(), ++notes[*record.number]);
    } else {
      EXPECT_EQ(record.moves.size(), notes[*record.number]);
      EXPECT_TRUE(ended.insert(*record.number).second);
    }
  };
  ASSERT_TRUE(run_tournament(t, app::builtins(), options, {}));
  EXPECT_EQ(ended.size(), 30U);
}

TEST(Tournament, BothGamesOfAPairShareTheOpening) {
  const TemporaryFile file("openings");
  Tournament t = tournament_of({"random", "random", "random"}, 10, TournamentKind::round_robin);
  set_openings(t, "random:plies=4");
  play_into(t, file.path);
  const auto games = records_in(file.path);
  ASSERT_EQ(games.size(), 30U);
  for (std::size_t i = 0; i < games.size(); i += 2) {
    EXPECT_EQ(games[i].opening, 4);
    EXPECT_TRUE(std::equal(games[i].moves.begin(), games[i].moves.begin() + 4, games[i + 1].moves.begin()));
    EXPECT_EQ(games[i].players[0], games[i + 1].players[1]);
    EXPECT_EQ(games[i].players[1], games[i + 1].players[0]);
    EXPECT_EQ(games[i].notes.size() + 4, games[i].moves.size());
  }
}

// Stops at random points, many times, and goes on: the final set of games is that of an uninterrupted run.
TEST(Tournament, ContinuesAfterAnyInterruption) {
  for (const TournamentKind kind : {TournamentKind::round_robin, TournamentKind::knockout, TournamentKind::match}) {
    const TemporaryFile file("continued"), whole_file("whole");
    Tournament t = kind == TournamentKind::match
                       ? tournament_of({"uct:simulations=30", "random"}, 40, kind)
                       : tournament_of({"uct:simulations=30", "random", "alphabeta:depth=1", "random"}, 8, kind);
    set_openings(t, "random:plies=2");
    if (kind == TournamentKind::match) t.sprt = stats::SprtTest{0, 300, 0.05, 0.05, {}};
    t.threads = 2;
    play_into(t, whole_file.path);
    Rng rng(7);
    bool interrupted = true;
    for (int tries = 0; interrupted && tries < 300; ++tries) {
      std::stop_source source;
      std::jthread later([&source, pause = rng.below(4000)] {
        std::this_thread::sleep_for(std::chrono::microseconds(pause));
        source.request_stop();
      });
      const auto result = play_into(t, file.path, source.get_token());
      interrupted = result.interrupted;
    }
    const auto rest = play_into(t, file.path);
    EXPECT_FALSE(rest.interrupted);
    EXPECT_EQ(without_times(records_in(file.path)), without_times(records_in(whole_file.path))) << name_of(kind);
    EXPECT_EQ(play_into(t, file.path).played_now, 0U);
  }
}

TEST(Tournament, ALongerOneKeepsTheGamesItHas) {
  const TemporaryFile file("longer"), fresh("fresh");
  play_into(tournament_of({"random", "uct:simulations=10", "random"}, 4, TournamentKind::round_robin), file.path);
  const Tournament longer = tournament_of({"random", "uct:simulations=10", "random"}, 7, TournamentKind::round_robin);
  EXPECT_EQ(play_into(longer, file.path).played_now, 9U);
  play_into(longer, fresh.path);
  EXPECT_EQ(without_times(records_in(file.path)), without_times(records_in(fresh.path)));
}

TEST(Tournament, ASequentialTestStopsTheMatch) {
  std::vector<std::vector<records::Record>> all;
  for (const int threads : {1, 3}) {
    const TemporaryFile file("sprt");
    Tournament t = tournament_of({"uct:simulations=50", "random"}, 10'000);
    t.sprt = stats::SprtTest{0, 100, 0.05, 0.05, {}};
    t.threads = threads;
    const auto result = play_into(t, file.path);
    EXPECT_FALSE(result.interrupted);
    EXPECT_LT(result.games.size(), 1000U);
    all.push_back(without_times(records_in(file.path)));
    const auto store = GameStore::read_only(file.path);
    const auto report = make_report(*store, app::builtins());
    ASSERT_TRUE(report);
    EXPECT_EQ(report->sprt->state, stats::SprtState::h1_accepted);
    EXPECT_EQ(report->games.size(), all.back().size());
  }
  EXPECT_EQ(all[0], all[1]);
}

// Players that misbehave lose their game and nothing else.
class Misbehaving final : public roster::Player {
 public:
  enum class How { cheats, fails, throws, throws_at_start, dawdles };
  explicit Misbehaving(How how) : how_(how) {}
  void new_game(std::uint64_t) override {
    if (how_ == How::throws_at_start) throw std::runtime_error("cannot begin");
  }
  roster::Chosen choose(const roster::Game& game, const Limits&, StopToken, const roster::ChoiceSink&) override {
    if (how_ == How::fails) return roster::Failure{roster::Fault::flood, "no idea"};
    if (how_ == How::throws) throw std::runtime_error("out of order");
    roster::Choice choice;
    choice.move.bits = 0xdeadbeef;
    if (how_ == How::dawdles) {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      choice.move = game.legal_moves().front();
    }
    return choice;
  }

 private:
  How how_;
};

TEST(PlayGame, ForfeitsForCheatsFailuresAndTime) {
  using How = Misbehaving::How;
  Limits limits;
  limits.time = std::chrono::milliseconds(1);
  for (const std::string name : {"gomoku", "connect4", "othello"})
    for (const auto& [how, termination] : {std::pair{How::cheats, records::Termination::illegal_move},
                                           std::pair{How::fails, records::Termination::flood},
                                           std::pair{How::throws, records::Termination::player_error},
                                           std::pair{How::throws_at_start, records::Termination::player_error},
                                           std::pair{How::dawdles, records::Termination::time}})
      for (const bool first : {true, false}) {
        const auto game = start_of(name);
        Misbehaving bad(how);
        const auto good = std::move(*app::builtins().make_player("random", *game));
        const Seat bad_seat{&bad, limits, 1}, good_seat{good.get(), {}, 2};
        const auto played = play_game(*game, {first ? bad_seat : good_seat, first ? good_seat : bad_seat},
                                      std::chrono::nanoseconds(0), {});
        ASSERT_TRUE(played);
        EXPECT_EQ(played->termination, termination);
        EXPECT_EQ(played->outcome, first ? Outcome::second_wins : Outcome::first_wins);
        EXPECT_FALSE(played->detail.empty());
      }
}

TEST(PlayGame, KeepsTheGameClock) {
  const auto game = start_of("connect4");
  Misbehaving slow(Misbehaving::How::dawdles);
  const auto quick = std::move(*app::builtins().make_player("random", *game));
  Limits clock;
  // Four moves of 3 ms and more do not fit into 10 ms without an increment.
  clock.clock = GameClock{std::chrono::milliseconds(10), {}};
  auto played = play_game(*game, {Seat{&slow, clock, 1}, Seat{quick.get(), {}, 2}}, {}, {});
  EXPECT_EQ(played->termination, records::Termination::time);
  // A long increment makes up for them; grace forgives.
  game->restart();
  clock.clock->increment = std::chrono::seconds(5);
  clock.clock->left = std::chrono::seconds(5);
  played = play_game(*game, {Seat{&slow, clock, 1}, Seat{quick.get(), {}, 2}}, {}, {});
  EXPECT_NE(played->termination, records::Termination::time);
  game->restart();
  clock.clock = GameClock{std::chrono::milliseconds(1), {}};
  played = play_game(*game, {Seat{&slow, clock, 1}, Seat{quick.get(), {}, 2}}, std::chrono::seconds(10), {});
  EXPECT_NE(played->termination, records::Termination::time);
}

// A registry in which "broken" fails in every game and "shaky" in every other.
roster::Registry with_failing_players() {
  roster::Registry r = app::builtins();
  class Failing final : public roster::Player {
   public:
    explicit Failing(bool always) : always_(always) {}
    void new_game(std::uint64_t seed) override { seed_ = seed; }
    roster::Chosen choose(const roster::Game& game, const Limits&, StopToken, const roster::ChoiceSink&) override {
      if (always_ || seed_ % 2 == 0) return roster::Failure{roster::Fault::crash, "fell over"};
      roster::Choice choice;
      choice.move = game.legal_moves().front();
      return choice;
    }
    std::optional<roster::Failure> finish() override {
      return roster::Failure{roster::Fault::unstoppable, "had to be killed"};
    }

   private:
    bool always_;
    std::uint64_t seed_ = 0;
  };
  for (const bool always : {true, false}) {
    roster::PlayerKind kind;
    kind.info.name = always ? "broken" : "shaky";
    kind.make[start_of("connect4")->position_type()] =
        [always](const Values&) -> Expected<std::unique_ptr<roster::Player>> {
      return std::make_unique<Failing>(always);
    };
    r.add_player(std::move(kind));
  }
  return r;
}

Tournament failing_tournament(const roster::Registry& failing, const std::vector<std::string>& specs,
                              std::uint64_t games, TournamentKind kind = TournamentKind::match) {
  return tournament_of(specs, games, kind, "connect4", "", failing);
}

TEST(Tournament, WithdrawsAPlayerThatKeepsFailingAndGoesOn) {
  const roster::Registry failing = with_failing_players();
  const TemporaryFile file("withdrawn");
  Tournament t =
      failing_tournament(failing, {"random", "broken", "uct:simulations=5"}, 40, TournamentKind::round_robin);
  {
    auto store = *GameStore::open(file.path, t);
    RunOptions options;
    options.store = &store;
    const auto result = run_tournament(t, failing, options, {});
    ASSERT_TRUE(result);
    EXPECT_FALSE(result->interrupted);
    // Three games of the broken one, all forty of the other two.
    EXPECT_EQ(result->games.size(), 43U);
    ASSERT_EQ(result->incidents.size(), 2U);
    EXPECT_EQ(result->incidents[0].kind, withdrawn_kind);
    EXPECT_EQ(result->incidents[1].kind, "unstoppable");
    EXPECT_EQ(result->incidents[1].player, 1);
    ASSERT_EQ(result->failures.size(), 1U);
    EXPECT_EQ(result->failures[0].detail, "fell over");
    // It stays out when the run is continued, unless it is readmitted.
    EXPECT_EQ(run_tournament(t, failing, options, {})->played_now, 0U);
    options.readmit = true;
    EXPECT_EQ(run_tournament(t, failing, options, {})->played_now, 3U);
  }
  const auto report = make_report(*GameStore::read_only(file.path), failing);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->totals[1].withdrawn);
  EXPECT_EQ(report->totals[1].lost_by.at(records::Termination::crash), 6U);
  EXPECT_FALSE(report->totals[0].withdrawn);
  EXPECT_EQ(report->failures.at(0).detail, "fell over");
  EXPECT_EQ(loser_of(report->failures.at(0)), 1);
}

TEST(Tournament, NotesAPlayerThatChangedWhileItPlayed) {
  const TemporaryFile file("changing"), params("changing.toml");
  const auto write = [&](int simulations) {
    std::ofstream(params.path) << "player = \"uct\"\n[settings]\nsimulations = " << simulations << "\n";
  };
  write(5);
  Tournament t = tournament_of({"random", "uct:params=" + params.path}, 4);
  EXPECT_TRUE(play_into(t, file.path).incidents.empty());
  auto store = *GameStore::open(file.path, t);
  write(800);
  t.games_per_pair = 8;
  const RunResult result = play(t, &store);
  ASSERT_EQ(result.incidents.size(), 1U);
  EXPECT_EQ(result.incidents[0].player, 1);
  EXPECT_EQ(result.incidents[0].kind, changed_kind);
  EXPECT_EQ(store.incidents()->at(0).detail, result.incidents[0].detail);
}

// The streak is not forgotten when a run is cut short in the middle of it.
TEST(Tournament, AStreakOfFailuresSurvivesAnInterruption) {
  const roster::Registry failing = with_failing_players();
  const TemporaryFile file("streak");
  Tournament t = failing_tournament(failing, {"random", "broken"}, 2);
  const auto run = [&](std::uint64_t games, bool readmit) {
    t.games_per_pair = games;
    auto store = *GameStore::open(file.path, t);
    RunOptions options;
    options.store = &store;
    options.readmit = readmit;
    return run_tournament(t, failing, options, {})->played_now;
  };
  EXPECT_EQ(run(2, false), 2U);   // two failures, and the run ends
  EXPECT_EQ(run(20, false), 1U);  // the third in a row
  EXPECT_EQ(run(20, false), 0U);
  EXPECT_EQ(run(20, true), 3U);  // readmitted, it fails three more times
  EXPECT_EQ(run(20, false), 0U);
  const auto incidents = *GameStore::read_only(file.path)->incidents();
  std::vector<std::string> kinds;
  for (const Incident& incident : incidents)
    if (incident.kind != "unstoppable") kinds.push_back(incident.kind);
  EXPECT_EQ(kinds, (std::vector<std::string>{"withdrawn", "readmitted", "withdrawn"}));
}

// A kill between the last failure and the withdrawal, or a repair that lost the incident.
TEST(Tournament, AWithdrawalThatWasNotWrittenIsMadeUpFor) {
  const roster::Registry failing = with_failing_players();
  const TemporaryFile file("unwritten");
  Tournament t = failing_tournament(failing, {"random", "broken", "broken"}, 3, TournamentKind::round_robin);
  const auto run = [&](int withdraw_after) {
    t.withdraw_after = withdraw_after;
    auto store = *GameStore::open(file.path, t);
    RunOptions options;
    options.store = &store;
    return run_tournament(t, failing, options, {});
  };
  EXPECT_TRUE(run(0));
  SQLite::Database(file.path, SQLite::OPEN_READWRITE)
      .exec("DELETE FROM incidents; DELETE FROM tally WHERE name = 'incidents'");
  EXPECT_EQ(run(2)->played_now, 0U);
  EXPECT_EQ(GameStore::read_only(file.path)->incidents()->size(), 2U);
}

TEST(Tournament, AKnockoutGoesOnWithoutTheWithdrawn) {
  const roster::Registry failing = with_failing_players();
  Tournament t =
      failing_tournament(failing, {"random", "broken", "broken", "broken", "random"}, 10, TournamentKind::knockout);
  auto result = run_tournament(t, failing, {}, {});
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->interrupted);
  const roster::GameKind* kind = *app::builtins().find_game(t.game);
  const Report report = make_report(t, *kind, std::move(result->games), std::move(result->incidents), {});
  // Only the two honest ones can have reached the final, and one of them won it.
  const KnockoutMatch& final = report.bracket.back().at(0);
  EXPECT_TRUE(final.winner == 0 || final.winner == 4);
}

TEST(Tournament, AShakyPlayerStays) {
  const roster::Registry failing = with_failing_players();
  Tournament t = failing_tournament(failing, {"random", "shaky"}, 60);
  t.withdraw_after = 20;
  const auto result = run_tournament(t, failing, {}, {});
  EXPECT_EQ(result->games.size(), 60U);
}

}  // namespace
}  // namespace tengen::arena

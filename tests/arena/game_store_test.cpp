#include "arena/game_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>

#include "arena_fixture.hpp"

namespace tengen {
namespace {

TEST(GameStore, RefusesAnotherSetupAndShowsTheDifference) {
  const TemporaryFile file("refused");
  const Tournament t = tournament_of({"random", "random"}, 10);
  play_into(t, file.path);
  Tournament changed = tournament_of({"random", "uct"}, 10);
  changed.seed = 5;
  changed.players[0].limits.nodes = 7;
  const auto refused = GameStore::open(file.path, store_setup(changed));
  ASSERT_FALSE(refused);
  const std::string& message = refused.error().message;
  EXPECT_NE(message.find("player 2 is 'random' there and 'uct' here"), std::string::npos) << message;
  EXPECT_NE(message.find("player 1's limits is 'none' there and 'nodes=7' here"), std::string::npos) << message;
  EXPECT_NE(message.find("seed is '1' there and '5' here"), std::string::npos) << message;
  EXPECT_EQ(records_in(file.path).size(), 10U);
}

TEST(GameStore, RefusesWhatIsNotAStore) {
  const TemporaryFile file("foreign");
  const StoreSetup setup = store_setup(tournament_of({"random", "random"}, 10));
  std::ofstream(file.path) << "a shopping list, certainly not a database";
  EXPECT_FALSE(GameStore::open(file.path, setup));
  EXPECT_FALSE(GameStore::read_only(file.path));
  std::ifstream in(file.path);
  std::string text;
  std::getline(in, text);
  EXPECT_EQ(text, "a shopping list, certainly not a database");
  EXPECT_FALSE(GameStore::open("/nowhere/at/all.db", setup));
  EXPECT_FALSE(GameStore::read_only("/nowhere/at/all.db"));
}

TEST(GameStore, NeverCountsAGameTwice) {
  const TemporaryFile file("twice");
  auto store = *GameStore::open(file.path, store_setup(tournament_of({"random", "random"}, 10)));
  PlayedGame game;
  game.players = {0, 1};
  game.outcome = Outcome::draw;
  ASSERT_TRUE(store.add({game}));
  PlayedGame second = game;
  second.number = 1;
  EXPECT_FALSE(store.add({second, game}));
  EXPECT_EQ(store.summaries()->size(), 1U);
}

TEST(GameStore, LetsOnlyOneWriterIn) {
  const TemporaryFile file("locked");
  const StoreSetup setup = store_setup(tournament_of({"random", "random"}, 10));
  {
    const auto one = GameStore::open(file.path, setup);
    ASSERT_TRUE(one);
    const auto two = GameStore::open(file.path, setup);
    ASSERT_FALSE(two);
    EXPECT_NE(two.error().message.find("in use"), std::string::npos);
    EXPECT_TRUE(GameStore::read_only(file.path));
  }
  EXPECT_TRUE(GameStore::open(file.path, setup));
}

TEST(GameStore, KeepsEverythingAboutAGame) {
  const TemporaryFile file("everything");
  auto store = *GameStore::open(file.path, store_setup(tournament_of({"random", "uct"}, 10)));
  PlayedGame game;
  game.number = 5;
  game.players = {1, 0};
  game.seed = ~std::uint64_t{0} - 3;
  game.outcome = Outcome::second_wins;
  game.termination = Termination::slow_start;
  game.opening = 1;
  game.moves = "d e c";
  game.notes = {{12, 0.1, 3, 400}, {7, std::nullopt, 0, 0}};
  game.detail = "was 'late'";
  game.finished = 1'700'000'000'123;
  game.cpu = {1'500'000, 7};
  ASSERT_TRUE(store.add({game}));
  const Record record = records_in(file.path).at(0);
  EXPECT_EQ(record.game, "connect4");
  EXPECT_EQ(record.number, 5U);
  EXPECT_EQ(record.pair, 2U);
  EXPECT_EQ(record.players, (std::array<std::string, 2>{"uct", "random"}));
  EXPECT_EQ(record.seed, game.seed);
  EXPECT_EQ(record.outcome, game.outcome);
  EXPECT_EQ(record.termination, Termination::slow_start);
  EXPECT_EQ(record.opening, 1);
  EXPECT_EQ(record.moves, (std::vector<std::string>{"d", "e", "c"}));
  EXPECT_EQ(record.notes, game.notes);
  EXPECT_EQ(record.detail, game.detail);
  EXPECT_EQ(record.finished, game.finished);
  EXPECT_EQ(store.summaries()->at(0).print, summary_of(game).print);
  EXPECT_EQ(store.summaries()->at(0).cpu, game.cpu);
}

TEST(GameStore, GoesOnWithFilesOfBeforeCpuTimeWasMeasured) {
  const TemporaryFile file("older");
  Tournament t = tournament_of({"random", "random"}, 6);
  play_into(t, file.path);
  SQLite::Database(file.path, SQLite::OPEN_READWRITE).exec("DROP TABLE cpu");
  const auto older = *GameStore::read_only(file.path)->summaries();
  for (const GameSummary& game : older) EXPECT_EQ(game.cpu, no_cpu);
  t.games_per_pair = 10;
  play_into(t, file.path);
  const auto games = *GameStore::read_only(file.path)->summaries();
  ASSERT_EQ(games.size(), 10U);
  for (const GameSummary& game : games) EXPECT_EQ(game.cpu == no_cpu, game.number < 6) << game.number;
}

TEST(GameStore, ImportsWhatItExported) {
  const TemporaryFile file("exported"), copy("copy");
  Tournament t = tournament_of({"random", "uct:simulations=10", "random"}, 5, TournamentKind::round_robin);
  t.title = "Cup";
  set_openings(t, "random:plies=2");
  play_into(t, file.path);
  const auto games = records_in(file.path);
  {
    auto store = *GameStore::open(copy.path, imported_setup("connect4"));
    EXPECT_EQ(store.import(games), games.size());
  }
  EXPECT_EQ(records_in(copy.path), games);
  {
    // Known games are left out, others join under fresh numbers; foreign games are refused.
    auto store = *GameStore::open_existing(copy.path);
    EXPECT_EQ(store.import(games), 0U);
    auto others = games;
    for (Record& record : others) record.event = "Another cup";
    others.insert(others.end(), {games[0], others[0], others[0]});  // one known, two that were played again
    EXPECT_EQ(store.import(others), games.size() + 2);
    EXPECT_EQ(store.import(others), 0U);
    Record foreign = games[0];
    foreign.game = "othello";
    EXPECT_FALSE(store.import({foreign}));
  }
  EXPECT_EQ(records_in(copy.path).size(), 2 * games.size() + 2);
}

TEST(Tournament, IsRebuiltFromItsStore) {
  Tournament t = tournament_of({"random", "uct"}, 12, TournamentKind::match, "gomoku", "size=9 rule=standard");
  t.players[0].limits.time = std::chrono::milliseconds(1500);
  t.players[1].limits.clock = GameClock{std::chrono::minutes(1), std::chrono::milliseconds(250)};
  t.players[1].limits.depth = 3;
  t.sprt = stats::SprtTest{-1.5, 2.25, 0.01, 0.1, stats::EloModel::normalised};
  t.title = "Äpfel";
  t.seed = 99;
  t.withdraw_after = 9;
  t.grace = std::chrono::milliseconds(7);
  t.repeatable = false;
  const auto back = tournament_from(store_setup(t), builtins());
  ASSERT_TRUE(back) << back.error().message;
  t.grace = {};
  EXPECT_EQ(tournament_from(store_setup(t), builtins())->grace.count(), 0);
  t.grace = std::chrono::milliseconds(7);
  EXPECT_EQ(back->players[0].limits, t.players[0].limits);
  EXPECT_EQ(back->players[1].limits, t.players[1].limits);
  EXPECT_EQ(back->withdraw_after, 9);
  EXPECT_EQ(difference(store_setup(*back), store_setup(t)), "");
  EXPECT_EQ(store_setup(*back).notes, store_setup(t).notes);
}

}  // namespace
}  // namespace tengen

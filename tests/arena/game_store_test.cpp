#include "arena/game_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "arena/report.hpp"
#include "arena_fixture.hpp"

namespace tengen::arena {
namespace {

TEST(GameStore, RefusesAnotherSetupAndShowsTheDifference) {
  const TemporaryFile file("refused");
  const Tournament t = tournament_of({"random", "random"}, 10);
  play_into(t, file.path);
  Tournament changed = tournament_of({"random", "uct"}, 10);
  changed.seed = 5;
  changed.players[0].limits.nodes = 7;
  const auto refused = GameStore::open(file.path, changed);
  ASSERT_FALSE(refused);
  const std::string& message = refused.error().message;
  EXPECT_NE(message.find("player 2 is 'random' there and 'uct' here"), std::string::npos) << message;
  EXPECT_NE(message.find("player 1's limits is 'none' there and 'nodes=7' here"), std::string::npos) << message;
  EXPECT_NE(message.find("seed is '1' there and '5' here"), std::string::npos) << message;
  EXPECT_EQ(records_in(file.path).size(), 10U);
}

TEST(GameStore, RefusesWhatIsNotAStore) {
  const TemporaryFile file("foreign");
  const Tournament setup = tournament_of({"random", "random"}, 10);
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
  auto store = *GameStore::open(file.path, tournament_of({"random", "random"}, 10));
  records::Record game;
  game.number = 0;
  game.ids = {0, 1};
  game.outcome = Outcome::draw;
  game.termination = records::Termination::draw;
  ASSERT_TRUE(store.add({game}));
  records::Record second = game;
  second.number = 1;
  EXPECT_FALSE(store.add({second, game}));
  EXPECT_EQ(store.summaries(app::builtins())->size(), 1U);
}

TEST(GameStore, LetsOnlyOneWriterIn) {
  const TemporaryFile file("locked");
  const Tournament setup = tournament_of({"random", "random"}, 10);
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

records::Record with_thoughts_left_out(records::Record game) {
  game.notes.clear();
  return game;
}

TEST(GameStore, KeepsEverythingAboutAGame) {
  const TemporaryFile file("everything");
  auto store = *GameStore::open(file.path, tournament_of({"random", "uct"}, 10));
  records::Record game{"connect4", store.setup().position, {"d", "e", "c"}, {"uct", "random"}, Outcome::second_wins};
  game.number = 5;
  game.pair = 2;
  game.ids = {1, 0};
  game.seed = ~std::uint64_t{0} - 3;
  game.termination = records::Termination::slow_start;
  game.opening = 1;
  game.notes = {{12, 0.1, 3, 400}, {7, std::nullopt, 0, 0}};
  game.detail = "was 'late'";
  game.finished = 1'700'000'000'123;
  game.cpu = {1'500'000, 7};
  ASSERT_TRUE(store.add({game}));
  EXPECT_EQ(records_in(file.path), std::vector{game});
  EXPECT_EQ(*store.game(app::builtins(), 5), game);
  EXPECT_FALSE(*store.game(app::builtins(), 4));
  EXPECT_EQ(store.failures(), std::vector{with_thoughts_left_out(game)});
  EXPECT_EQ(store.summaries(app::builtins())->at(0).print, summary_of(game).print);
  EXPECT_EQ(store.summaries(app::builtins())->at(0).cpu, game.cpu);
}

std::string error_of(const Expected<GameStore>& store) { return store ? "none" : store.error().message; }

TEST(GameStore, RefusesFilesOfOtherVersionsAndPrograms) {
  const TemporaryFile file("versions");
  const Tournament t = tournament_of({"random", "random"}, 4);
  play_into(t, file.path);
  const auto refused = [&](const std::string& change, const std::string& says) {
    SQLite::Database(file.path, SQLite::OPEN_READWRITE).exec(change);
    for (const auto& opened : {GameStore::open(file.path, t), GameStore::read_only(file.path)})
      EXPECT_THAT(error_of(opened), testing::HasSubstr(says)) << change;
  };
  refused("PRAGMA user_version = 3", "newer version");
  refused("PRAGMA user_version = 1", "older version");
  refused("PRAGMA application_id = 7", "not one of games");
  refused("PRAGMA application_id = 0", "older version");
  refused("DROP TABLE games", "not one of games");
}

TEST(GameStore, NamesGamesThatAreNotAsTheyWereWritten) {
  const Tournament t = tournament_of({"random", "uct:simulations=10"}, 6);
  const auto says = [&](const std::string& damage) {
    const TemporaryFile file("damaged");
    play_into(t, file.path);
    SQLite::Database(file.path, SQLite::OPEN_READWRITE).exec(damage);
    const std::string written = error_of(GameStore::open(file.path, t));
    const auto store = GameStore::read_only(file.path);
    if (!store) return written + " / " + error_of(store);
    const auto read = store->each_game(app::builtins(), [](const records::Record&) { return true; });
    EXPECT_NE(read.has_value(), written != "none") << damage;
    return written;
  };
  using testing::HasSubstr;
  EXPECT_EQ(says("SELECT 1"), "none");
  EXPECT_THAT(says("UPDATE games SET moves = 'zz 1 2' WHERE number = 3"), HasSubstr("game 3: its checksum is wrong"));
  EXPECT_THAT(says("UPDATE games SET cpu_second = cpu_second + 1 WHERE number = 2"), HasSubstr("game 2: its checksum"));
  EXPECT_THAT(says("UPDATE games SET pair = NULL WHERE number = 0"), HasSubstr("game 0: its checksum is wrong"));
  EXPECT_THAT(says("UPDATE games SET moves = CAST(moves AS BLOB) WHERE number = 1"), HasSubstr("game 1"));
  EXPECT_THAT(says("UPDATE thoughts SET micros = '1' || micros WHERE number = 5"),
              HasSubstr("game 5: the checksum of its thoughts is wrong"));
  EXPECT_THAT(says("DELETE FROM thoughts WHERE number = 5"), HasSubstr("game 5: its thoughts are missing"));
  EXPECT_THAT(says("DELETE FROM games WHERE number IN (1, 4)"), HasSubstr("2 games are missing"));
  EXPECT_THAT(says("UPDATE setup SET json = replace(json, '\"seed\":1', '\"seed\":2')"),
              HasSubstr("its setup is damaged"));
  EXPECT_THAT(says("DELETE FROM setup"), HasSubstr("its setup is damaged"));
  EXPECT_THAT(says("UPDATE tally SET sum = sum + 1 WHERE name = 'games'"),
              HasSubstr("not the games that were written"));
  EXPECT_THAT(says("UPDATE games SET detail = 'x'"), HasSubstr("and 1 more"));
}

TEST(GameStore, SurvivesIncidentsOfPlayersThatAreNot) {
  const Tournament t = tournament_of({"random", "random"}, 4);
  for (const int player : {2, -1, 1'000'000'000}) {
    const TemporaryFile file("incidents");
    play_into(t, file.path);
    {
      auto store = *GameStore::open(file.path, t);
      ASSERT_TRUE(store.add(Incident{player, std::string(withdrawn_kind), "", 5}));
    }
    const std::string says = fmt::format("incident 1 has no player {}", player);
    EXPECT_THAT(make_report(*GameStore::read_only(file.path), app::builtins()).error().message,
                testing::HasSubstr(says));
    EXPECT_THAT(error_of(GameStore::open(file.path, t)), testing::HasSubstr(says));
    SQLite::Database(file.path, SQLite::OPEN_READWRITE).exec("UPDATE incidents SET player = 0");
    EXPECT_THAT(error_of(GameStore::open(file.path, t)), testing::HasSubstr("wrong checksum"));
  }
}

TEST(GameStore, PlaysGamesByTheRulesBeforeAnybodySeesThem) {
  const TemporaryFile file("rules");
  const Tournament t = tournament_of({"random", "random"}, 10);
  auto store = *GameStore::open(file.path, t);
  records::Record game;
  game.start = store.setup().position;
  game.number = 0;
  game.ids = {0, 1};
  game.outcome = Outcome::second_wins;
  game.termination = records::Termination::win;
  game.moves = {"1", "2", "1", "2", "1", "2", "1"};  // four in a column for the first
  ASSERT_TRUE(store.add({game}));
  EXPECT_THAT(store.summaries(app::builtins()).error().message, testing::HasSubstr("game 0: the result is second"));
  game.number = 1;
  game.moves = {"1", "2", "99"};
  ASSERT_TRUE(store.add({game}));
  int seen = 0;
  const auto read = store.each_game(app::builtins(), [&seen](const records::Record&) { return ++seen < 100; });
  EXPECT_THAT(read.error().message, testing::HasSubstr("game 1: move 3"));
  EXPECT_EQ(seen, 0);
}

TEST(GameStore, IsRepairedByLeavingOutWhatIsDamaged) {
  const TemporaryFile file("repaired");
  const Tournament t = tournament_of({"random", "uct:simulations=10"}, 8);
  play_into(t, file.path);
  const auto whole = without_times(records_in(file.path));
  const std::string old = file.path + ".damaged";
  std::filesystem::remove(old);
  SQLite::Database(file.path, SQLite::OPEN_READWRITE).exec("UPDATE games SET moves = '1' WHERE number IN (2, 5)");
  EXPECT_EQ(repair_store(file.path, app::builtins()), 6U);
  EXPECT_TRUE(std::filesystem::exists(old));
  EXPECT_EQ(records_in(file.path).size(), 6U);
  play_into(t, file.path);
  EXPECT_EQ(without_times(records_in(file.path)), whole);
  EXPECT_FALSE(repair_store(file.path, app::builtins()));  // the first one's original is never written over
  std::filesystem::remove(old);
  EXPECT_FALSE(repair_store(old, app::builtins()));
}

TEST(GameStore, RefusesPlayersThatHaveChanged) {
  const TemporaryFile file("changed"), params("params.toml");
  const auto play_with = [&](int simulations) {
    std::ofstream(params.path) << "player = \"uct\"\n[settings]\nsimulations = " << simulations << "\n";
    return GameStore::open(file.path, tournament_of({"uct:params=" + params.path, "random"}, 6));
  };
  ASSERT_TRUE(play_with(5));
  ASSERT_TRUE(play_with(5));
  EXPECT_THAT(error_of(play_with(800)),
              testing::AllOf(testing::HasSubstr("player 1 (uct:params="), testing::HasSubstr("params was"),
                             testing::HasSubstr("--db"), testing::Not(testing::HasSubstr("engines"))));
  // Nor are games of another version of our own engines mixed with this one's.
  Tournament t = tournament_of({"random", "random"}, 6);
  t.players[1].ingredients.at(0).digest[0] ^= 1;
  const TemporaryFile older("engines");
  ASSERT_TRUE(GameStore::open(older.path, t));
  t = made(t);
  EXPECT_THAT(error_of(GameStore::open(older.path, t)),
              testing::AllOf(testing::HasSubstr("player 2"), testing::HasSubstr("tengen's engines was 0.1.0")));
}

TEST(GameStore, ImportsWhatItExported) {
  const TemporaryFile file("exported"), copy("copy");
  Tournament t = tournament_of({"random", "uct:simulations=10", "random"}, 5, TournamentKind::round_robin);
  t.title = "Cup";
  set_openings(t, "random:plies=2");
  play_into(t, file.path);
  const auto games = records_in(file.path);
  {
    auto store = *GameStore::open_for_import(copy.path, "connect4");
    EXPECT_EQ(store.import(games), games.size());
  }
  EXPECT_EQ(records_in(copy.path), games);
  {
    // Known games are left out, others join under fresh numbers; foreign games are refused.
    auto store = *GameStore::open_for_import(copy.path, "connect4");
    EXPECT_EQ(store.import(games), 0U);
    auto others = games;
    for (records::Record& record : others) record.event = "Another cup";
    others.insert(others.end(), {games[0], others[0], others[0]});  // one known, two that were played again
    EXPECT_EQ(store.import(others), games.size() + 2);
    EXPECT_EQ(store.import(others), 0U);
    records::Record foreign = games[0];
    foreign.game = "othello";
    EXPECT_FALSE(store.import({foreign}));
  }
  EXPECT_EQ(records_in(copy.path).size(), 2 * games.size() + 2);
}

TEST(Tournament, IsRebuiltFromItsStore) {
  TournamentSetup setup = tournament_of({"random", "uct"}, 12, TournamentKind::match, "gomoku", "size=9 rule=standard");
  setup.players[0].limits.time = std::chrono::milliseconds(1500);
  setup.players[1].limits.clock = GameClock{std::chrono::minutes(1), std::chrono::milliseconds(250)};
  setup.players[1].limits.depth = 3;
  setup.sprt = stats::SprtTest{-1.5, 2.25, 0.01, 0.1, stats::EloModel::normalised};
  setup.title = "Äpfel";
  setup.seed = ~std::uint64_t{0};
  setup.withdraw_after = 9;
  for (const auto grace : {std::chrono::milliseconds(7), std::chrono::milliseconds(0)}) {
    setup.grace = grace;
    const Tournament t = made(setup);
    EXPECT_FALSE(t.repeatable);
    const auto stored = setup_from_json(to_json_text(t));
    ASSERT_TRUE(stored) << stored.error().message;
    const Tournament back = made(*stored);
    EXPECT_EQ(back.players[0].limits, t.players[0].limits);
    EXPECT_EQ(back.players[1].limits, t.players[1].limits);
    EXPECT_EQ(back.grace, grace);
    EXPECT_EQ(difference(back, t), "");
    EXPECT_EQ(to_json_text(back), to_json_text(t));
  }
}

TEST(Tournament, TakesNoNumberFromADamagedSetupThatIsNone) {
  const auto sound = nlohmann::json::parse(to_json_text(made(tournament_of({"random", "uct"}, 2))));
  const auto is_read = [&](const char* field, const nlohmann::json& value) {
    auto setup = sound;
    setup[field] = value;
    return setup_from_json(setup.dump()).has_value();
  };
  for (const char* field : {"games_per_pair", "seed", "threads", "withdraw_after"}) {
    EXPECT_TRUE(is_read(field, 3)) << field;
    for (const auto& wrong : std::vector<nlohmann::json>{1.5, 1e300, true, "3", nullptr})
      EXPECT_FALSE(is_read(field, wrong)) << field << " " << wrong;
  }
  EXPECT_FALSE(is_read("seed", -1));
  EXPECT_FALSE(is_read("threads", std::int64_t{1} << 32));
}

TEST(Tournament, SaysWhichPartOfItsSetupIsWrong) {
  const TournamentSetup sound = tournament_of({"random", "uct"}, 2);
  const auto part = [&](auto change) {
    TournamentSetup setup = sound;
    change(setup);
    const auto t = make_tournament(setup, app::builtins());
    return t ? "none" : t.error().part;
  };
  EXPECT_EQ(part([](TournamentSetup&) {}), "none");
  EXPECT_EQ(part([](TournamentSetup& t) { t.game = "chess"; }), "game");
  EXPECT_EQ(part([](TournamentSetup& t) { t.position = "nowhere"; }), "position");
  EXPECT_EQ(part([](TournamentSetup& t) { t.players[1].spec = "uct:simulations=few"; }), "players[1]");
  EXPECT_EQ(part([](TournamentSetup& t) { t.players[0].name = "two\nlines"; }), "players[0]");
  EXPECT_EQ(part([](TournamentSetup& t) { t.players[0].name = "\xff"; }), "players[0]");
  EXPECT_EQ(part([](TournamentSetup& t) { t.players.push_back(t.players[0]); }), "players");
  EXPECT_EQ(part([](TournamentSetup& t) { t.openings_spec = "rendom"; }), "openings");
  EXPECT_EQ(part([](TournamentSetup& t) { t.kind = TournamentKind::knockout, t.games_per_pair = 3; }),
            "games_per_pair");
  EXPECT_EQ(part([](TournamentSetup& t) { t.kind = TournamentKind::gauntlet, t.sprt.emplace(); }), "sprt");
}

}  // namespace
}  // namespace tengen::arena

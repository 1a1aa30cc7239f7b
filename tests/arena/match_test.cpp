// Matches that can be trusted: the same on any number of threads, continued exactly, and never fooled by a player.

#include "arena/match.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "app/builtins.hpp"
#include "arena/play_game.hpp"

namespace tengen {
namespace {

const Registry& registry() {
  static const Registry r = builtins();
  return r;
}

MatchSetup setup_of(std::string a, std::string b, std::uint64_t games, std::string game = "connect4",
                    std::string_view position = "") {
  const GameKind* kind = *registry().find_game(game);
  MatchSetup setup;
  setup.game = game;
  setup.start = std::move(*kind->start(position, Values(kind->options)));
  setup.players = {std::move(a), std::move(b)};
  setup.games = games;
  return setup;
}

struct TemporaryFile {
  std::string path;
  explicit TemporaryFile(std::string_view name)
      : path((std::filesystem::temp_directory_path() / (std::string(name) + std::to_string(getpid()) + ".db"))
                 .string()) {
    remove();
  }
  ~TemporaryFile() { remove(); }
  void remove() const {
    for (const char* tail : {"", "-wal", "-shm"}) std::filesystem::remove(path + tail);
  }
};

std::vector<PlayedGame> rows(const MatchSetup& setup, const std::string& path) {
  auto store = GameStore::open(path, setup.identity());
  EXPECT_TRUE(store) << store.error().message;
  return *store->load();
}

std::vector<std::string> moves_of(const std::vector<PlayedGame>& games) {
  std::vector<std::string> moves;
  for (const PlayedGame& g : games) moves.push_back(g.moves);
  return moves;
}

TEST(Match, GamesDoNotDependOnTheThreads) {
  std::vector<std::vector<std::string>> all;
  for (const int threads : {1, 2, 7}) {
    const TemporaryFile file("threads");
    MatchSetup setup = setup_of("uct:simulations=60", "alphabeta:depth=2", 30);
    setup.threads = threads;
    setup.opening_plies = 3;
    {
      auto store = *GameStore::open(file.path, setup.identity());
      ASSERT_TRUE(play_match(setup, registry(), &store, {}, {}));
    }
    all.push_back(moves_of(rows(setup, file.path)));
    EXPECT_EQ(all.back().size(), 30U);
  }
  EXPECT_EQ(all[0], all[1]);
  EXPECT_EQ(all[0], all[2]);
}

TEST(Match, SeedDecides) {
  const auto play = [](std::uint64_t seed) {
    MatchSetup setup = setup_of("random", "random", 200);
    setup.seed = seed;
    return play_match(setup, registry(), nullptr, {}, {})->tally;
  };
  EXPECT_EQ(play(1).wins, play(1).wins);
  EXPECT_NE(play(1).wins, play(2).wins);
}

TEST(Match, CountsAddUp) {
  const auto report =
      play_match(setup_of("random", "uct:simulations=20", 101, "gomoku", "size=6"), registry(), nullptr, {}, {});
  ASSERT_TRUE(report);
  const MatchTally& t = report->tally;
  EXPECT_EQ(t.games, 101U);
  EXPECT_EQ(t.wins[0] + t.wins[1] + t.draws, t.games);
  EXPECT_EQ(t.wins_by_turn[0] + t.wins_by_turn[1] + t.draws, t.games);
  EXPECT_EQ(t.counts.games(), t.games);
  EXPECT_EQ(t.counts.pair_count(), 50U);
  std::uint64_t endings = 0;
  for (const auto& [name, count] : t.terminations) endings += count;
  EXPECT_EQ(endings, t.games);
  EXPECT_GT(t.wins[1], t.wins[0]);
}

TEST(Match, NoticesCopies) {
  const auto report = play_match(setup_of("minimax:depth=2", "alphabeta:depth=3", 40), registry(), nullptr, {}, {});
  ASSERT_TRUE(report);
  EXPECT_LE(report->tally.distinct_games, 2U);
  EXPECT_EQ(report->tally.counts.distinct_units, 1U);
  EXPECT_FALSE(stats::score_interval(report->tally.counts));
}

TEST(Match, NoticesCopiesWithoutAPartner) {
  for (const std::uint64_t games : {3U, 31U}) {
    const auto report = play_match(setup_of("minimax:depth=1", "minimax:depth=2", games), registry(), nullptr, {}, {});
    ASSERT_TRUE(report);
    EXPECT_FALSE(stats::score_interval(report->tally.counts)) << games;
  }
}

TEST(Match, BothGamesOfAPairShareTheOpening) {
  const TemporaryFile file("openings");
  MatchSetup setup = setup_of("random", "random", 20);
  setup.opening_plies = 4;
  {
    auto store = *GameStore::open(file.path, setup.identity());
    ASSERT_TRUE(play_match(setup, registry(), &store, {}, {}));
  }
  const auto games = rows(setup, file.path);
  ASSERT_EQ(games.size(), 20U);
  for (std::size_t i = 0; i < games.size(); i += 2) {
    EXPECT_EQ(games[i].moves.substr(0, 8), games[i + 1].moves.substr(0, 8));
    EXPECT_TRUE(games[i].a_is_first);
    EXPECT_FALSE(games[i + 1].a_is_first);
  }
}

TEST(Match, ContinuesAfterAnInterruption) {
  const TemporaryFile file("continued"), whole_file("whole");
  MatchSetup setup = setup_of("uct:simulations=200", "random", 60);
  setup.threads = 2;
  {
    auto store = *GameStore::open(file.path, setup.identity());
    std::stop_source source;
    std::jthread later([&source] {
      std::this_thread::sleep_for(std::chrono::milliseconds(15));
      source.request_stop();
    });
    const auto report = play_match(setup, registry(), &store, source.get_token(), {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->interrupted, report->tally.games < 60);
  }
  const std::size_t before = rows(setup, file.path).size();
  {
    auto store = *GameStore::open(file.path, setup.identity());
    const auto report = play_match(setup, registry(), &store, {}, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->tally.games, 60U);
    EXPECT_EQ(report->played_now, 60 - before);
    EXPECT_FALSE(report->interrupted);
  }
  {
    auto store = *GameStore::open(whole_file.path, setup.identity());
    ASSERT_TRUE(play_match(setup, registry(), &store, {}, {}));
  }
  EXPECT_EQ(moves_of(rows(setup, file.path)), moves_of(rows(setup, whole_file.path)));
}

TEST(GameStore, RefusesAnotherMatchAndShowsTheDifference) {
  const TemporaryFile file("refused");
  const MatchSetup setup = setup_of("random", "random", 10);
  {
    auto store = *GameStore::open(file.path, setup.identity());
    ASSERT_TRUE(play_match(setup, registry(), &store, {}, {}));
  }
  MatchSetup changed = setup_of("random", "uct", 10);
  changed.seed = 5;
  const auto refused = GameStore::open(file.path, changed.identity());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("player b is 'random' there and 'uct' here"), std::string::npos);
  EXPECT_NE(refused.error().message.find("seed is '1' there and '5' here"), std::string::npos);
  EXPECT_EQ(rows(setup, file.path).size(), 10U);
}

TEST(GameStore, RefusesWhatIsNotAMatch) {
  const TemporaryFile file("foreign");
  const MatchSetup setup = setup_of("random", "random", 10);
  std::ofstream(file.path) << "a shopping list, certainly not a database";
  EXPECT_FALSE(GameStore::open(file.path, setup.identity()));
  std::ifstream in(file.path);
  std::string text;
  std::getline(in, text);
  EXPECT_EQ(text, "a shopping list, certainly not a database");
  EXPECT_FALSE(GameStore::open("/nowhere/at/all.db", setup.identity()));
}

TEST(GameStore, NeverCountsAGameTwice) {
  const TemporaryFile file("twice");
  auto store = *GameStore::open(file.path, {{"game", "x"}});
  PlayedGame game;
  game.outcome = Outcome::draw;
  ASSERT_TRUE(store.add({game}));
  PlayedGame second = game;
  second.number = 1;
  EXPECT_FALSE(store.add({second, game}));
  EXPECT_EQ(store.load()->size(), 1U);
}

// Players that misbehave lose their game and nothing else.
class Misbehaving final : public Player {
 public:
  enum class How { cheats, fails, throws };
  explicit Misbehaving(How how) : how_(how) {}
  void new_game(std::uint64_t) override {}
  Chosen choose(const Game&, const Limits&, StopToken, const ChoiceSink&) override {
    if (how_ == How::fails) return tl::unexpected(Failure{Fault::error, "no idea"});
    if (how_ == How::throws) throw std::runtime_error("out of order");
    Choice choice;
    choice.move.bits = 0xdeadbeef;
    return choice;
  }

 private:
  How how_;
};

TEST(PlayGame, ForfeitsForCheatsAndFailures) {
  using How = Misbehaving::How;
  for (const std::string name : {"gomoku", "connect4", "othello"})
    for (const auto& [how, termination] :
         {std::pair{How::cheats, Termination::illegal_move}, std::pair{How::fails, Termination::player_error},
          std::pair{How::throws, Termination::player_error}})
      for (const bool first : {true, false}) {
        const GameKind* kind = *registry().find_game(name);
        const auto game = std::move(*kind->start("", Values(kind->options)));
        Misbehaving bad(how);
        const auto good = std::move(*registry().make_player("random", *game));
        good->new_game(1);
        const auto played = play_game(*game, {first ? &bad : good.get(), first ? good.get() : &bad}, {}, {});
        ASSERT_TRUE(played);
        EXPECT_EQ(played->termination, termination);
        EXPECT_EQ(played->outcome, first ? Outcome::second_wins : Outcome::first_wins);
        EXPECT_FALSE(played->detail.empty());
      }
}

}  // namespace
}  // namespace tengen

// Our player against our engine: over a protocol it must play the very moves that it plays in process.

#include <gmock/gmock.h>

#include "protocol/child_process.hpp"
#include "protocol/command_line.hpp"
#include "protocol/support.hpp"
#include "support/effort.hpp"
#include "support/places.hpp"

namespace tengen::protocol {
namespace {

using std::chrono::milliseconds;

struct Route {
  const char* protocol;
  const char* game;
  const char* position;  // in our notation
  const char* player = "alphabeta";
  std::uint64_t nodes = 300;
  bool goes_back = true;  // not one that keeps its tree: what is left of it depends on how it is told to go back
};

std::string over(const Route& route, const std::string& player) {
  return std::string(route.protocol) + ":command=\"'" + tool("test_engine") + "' " + route.protocol + " " + route.game +
         " " + player + "\"";
}

void PrintTo(const Route& route, std::ostream* out) {
  *out << route.protocol << " " << route.game << " " << route.position << " " << route.player;
}

class RoundTrip : public testing::TestWithParam<Route> {};

TEST_P(RoundTrip, PlaysTheSameMovesAsInProcess) {
  const Route& route = GetParam();
  const auto game = start_of(route.game, route.position);
  const auto outside = make_player(over(route, route.player), *game);
  const auto inside = make_player(route.player, *game);
  const Limits limits{std::nullopt, route.nodes, std::nullopt};
  Rng rng(11);
  for (int round = 0; round < 3; ++round) {
    game->restart();
    // The second game begins with an opening, the third one with our side second.
    for (int i = 0; i < (round == 0 ? 0 : 2 * round + round / 2) && game->outcome() == Outcome::ongoing; ++i) {
      const auto legal = game->legal_moves();
      game->play(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    outside->begin(*game, 7);
    inside->begin(*game, 7);
    for (int ply = 0; ply < 40 && game->outcome() == Outcome::ongoing; ++ply) {
      const auto there = outside->ask(*game, limits);
      const auto here = inside->ask(*game, limits);
      ASSERT_TRUE(there) << there.error().message;
      ASSERT_EQ(game->format(there->move), game->format(here->move)) << game->to_string();
      if (std::string_view(route.protocol) == "gomocup") {
        EXPECT_EQ(there->nodes, here->nodes);
        EXPECT_EQ(there->depth, here->depth);
      }
      game->play(there->move);
      if (game->outcome() != Outcome::ongoing) break;
      const auto replies = game->legal_moves();
      game->play(replies[rng.below(static_cast<std::uint32_t>(replies.size()))]);
      if (ply == 3 && route.goes_back) {  // back by a move of each side, and on from there
        game->undo();
        game->undo();
        const auto again = outside->ask(*game, limits);
        ASSERT_TRUE(again) << again.error().message;
        game->play(again->move);
        if (game->outcome() == Outcome::ongoing) game->play(game->legal_moves().front());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Every, RoundTrip,
    testing::Values(Route{"gomocup", "gomoku", "size=9"}, Route{"gomocup", "gomoku", "size=20 rule=standard"},
                    Route{"gomocup", "gomoku", "rule=renju h8h9"},
                    Route{"gomocup", "gomoku", "size=11", "gomoku/champion:memory=8", 40, false},
                    Route{"gomocup", "gomoku", "size=17 rule=renju", "gomoku/champion:memory=8", 20, false},
                    Route{"gomocup", "gomoku", "9/9/9/3xx4/3oo4/9/9/9/9 x"}, Route{"gtp", "othello", ""},
                    Route{"gtp", "othello", "---------------------------OX------XO------X-------------------- O"},
                    Route{"gtp", "connect4", ""}, Route{"gtp", "connect4", "rows=9 columns=11 blocked=j1"},
                    Route{"gtp", "connect4", "7/7/7/7/3o3/3x2# x"}, Route{"gtp", "gomoku", "size=19 rule=renju"}));

// What the engine is told while it thinks.
TEST(OurEngine, StopsAtOnce) {
  const auto command = *find_command("'" + tool("test_engine") + "' gomocup gomoku uct:simulations=100000000");
  auto process = *ChildProcess::start({command, "", 0});
  const auto soon = [] { return Clock::now() + std::chrono::seconds(60); };
  const auto next = [&]() -> std::string {  // the next line that is no message
    for (;;) {
      const auto line = process->read_line(soon());
      if (!line) return line.error().message;
      if (!line->starts_with("MESSAGE")) return std::string(*line);
    }
  };
  const auto is_point = testing::ContainsRegex("^[0-9]+,[0-9]+$");
  process->send("START 15\nINFO max_node 100000000\n", soon());
  EXPECT_EQ(next(), "OK");
  process->send("BEGIN\n", soon());
  std::this_thread::sleep_for(milliseconds(300));
  auto begin = Clock::now();
  process->send("YXSTOP\n", soon());
  EXPECT_THAT(next(), is_point);
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
  // A stop that arrives together with the question counts as well.
  process->send("RESTART\nBEGIN\nSTOP\n", soon());
  EXPECT_EQ(next(), "OK");
  EXPECT_THAT(next(), is_point);
  process->send("RESTART\nBEGIN\n", soon());
  EXPECT_EQ(next(), "OK");
  begin = Clock::now();
  EXPECT_FALSE(process->end("END\n", milliseconds(10000)));
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
}

class CourseInterface : public testing::Test {
 protected:
  // The strategy under a name that says how it behaves.
  static std::string named(const std::string& name) {
    const auto folder = std::filesystem::temp_directory_path() / ("tengen-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    const auto link = folder / (name + ".so");
    std::filesystem::remove(link);
    std::filesystem::create_symlink(tool("test_strategy.so"), link);
    return "so:host=" + tool("tengen_so_host") + ",file=" + link.native();
  }
};

TEST_F(CourseInterface, PlaysWholeGamesOnEveryBoard) {
  for (const char* position :
       {"", "rows=9 columns=12 blocked=a1", "rows=12 columns=9 blocked=e12", "rows=10 columns=10 blocked=c4"})
    for (const char* name : {"good", "print"}) {
      const auto game = start_of("connect4", position);
      const auto player = make_player(named(name), *game);
      Rng rng(2);
      for (int round = 0; round < 2; ++round) {
        game->restart();
        player->begin(*game, 1);
        for (int ply = round; game->outcome() == Outcome::ongoing; ++ply) {
          const auto legal = game->legal_moves();
          if (ply % 2 == 1) {
            game->play(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
            continue;
          }
          const auto chosen = player->ask(*game);
          ASSERT_TRUE(chosen) << chosen.error().message << game->to_string();
          ASSERT_EQ(chosen->move, legal.front()) << "it takes the leftmost open column";
          game->play(chosen->move);
        }
      }
    }
}

TEST_F(CourseInterface, BadPlayersLoseOneGameEach) {
  const auto game = start_of("connect4", "rows=9 columns=9 blocked=c4");
  const auto fault_of = [&](const std::string& name, const std::string& settings = ",hang=500ms") {
    const auto player = make_player(named(name) + settings, *game);
    player->begin(*game, 1);
    const auto chosen = player->ask(*game);
    EXPECT_FALSE(chosen) << name;
    return chosen ? roster::Fault{} : chosen.error().fault;
  };
  EXPECT_EQ(fault_of("crash"), roster::Fault::crash);
  EXPECT_EQ(fault_of("hang"), roster::Fault::hang);
  EXPECT_EQ(fault_of("null"), roster::Fault::garbage);
  EXPECT_EQ(fault_of("illegal"), roster::Fault::illegal_move);
  if (!slow_build)
    EXPECT_EQ(fault_of("hog", ",hang=30s,memory=500M"), roster::Fault::crash);  // sanitizers need all addresses
  const auto missing = app::builtins().make_player("so:file=./no-such.so", *game);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, testing::HasSubstr("there is no file './no-such.so'"));
  const auto text = app::builtins().make_player(
      "so:host=" + tool("tengen_so_host") + ",file=" + source_file("tests/protocol/bad_engine.py"), *game);
  ASSERT_TRUE(text);
  (*text)->begin(*game, 1);
  EXPECT_EQ((*text)->ask(*game).error().fault, roster::Fault::error) << "no shared object at all";
}

}  // namespace
}  // namespace tengen::protocol

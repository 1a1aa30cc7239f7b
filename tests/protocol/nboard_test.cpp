// Engines of the NBoard protocol as players, and what they are told.

#include <gmock/gmock.h>

#include <array>

#include "arena/play_game.hpp"
#include "games/othello/position.hpp"
#include "protocol/ggf.hpp"
#include "protocol/support.hpp"
#include "support/places.hpp"

namespace tengen::protocol {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using testing::ElementsAre;
using testing::HasSubstr;

std::string our_engine(const std::string& settings = "") {
  return "nboard:" + settings + "command=\"'" + tool("test_engine") + "' nboard othello alphabeta\"";
}

TEST(NBoardPlayer, PlaysTheSameMovesAsInProcess) {
  const auto game = start_of("othello");
  const auto outside = make_player(our_engine("depth=3,"), *game);
  const auto inside = make_player("alphabeta", *game);
  const Limits limits{std::nullopt, 1000, 3};  // the engine's own limit in nodes, and the depth it is told
  Rng rng(3);
  int passes = 0;
  for (int round = 0; round < 6; ++round) {
    game->restart();
    outside->begin(*game, 7);
    inside->begin(*game, 7);
    for (int ply = round % 2; game->outcome() == Outcome::ongoing; ++ply) {
      const auto legal = game->legal_moves();
      if (legal.front().to<games::othello::Move>().is_pass()) ++passes;
      if (ply % 2 == 1) {
        game->play(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
        continue;
      }
      const auto there = outside->ask(*game);
      const auto here = inside->ask(*game, limits);
      ASSERT_TRUE(there) << there.error().message;
      ASSERT_EQ(game->format(there->move), game->format(here->move)) << game->to_string();
      game->play(there->move);
      if (ply == 10) {  // back by a move of each side, and on from there
        game->undo();
        game->undo();
      }
    }
  }
  EXPECT_GT(passes, 0) << "no game tried a pass";
}

TEST(NBoardPlayer, PlaysFromAnyPositionAndUnderAClock) {
  const auto game = start_of("othello", "---------------------------OX------XO------X-------------------- O");
  const auto player = make_player(our_engine("depth=2,"), *game);
  player->begin(*game, 1);
  Limits limits{std::nullopt, std::nullopt, std::nullopt, GameClock{milliseconds(60'500), {}}};
  while (game->outcome() == Outcome::ongoing) {
    const auto chosen = player->ask(*game, limits);
    ASSERT_TRUE(chosen) << chosen.error().message;
    game->play(chosen->move);
    limits.clock->left -= milliseconds(700);
  }
}

TEST(NBoardPlayer, ReadsWhatTheEngineThinksAndSkipsTheRest) {
  const auto game = start_of("othello");
  const auto player = make_player("nboard:command=" + bad_engine("nboard_chatty"), *game);
  int told = 0;
  for (int round = 0; round < 3; ++round) {  // what it says behind its answer is not taken for the next one
    player->begin(*game, 1);
    const auto chosen = player->ask(*game, {}, {}, [&](const roster::Choice&) { ++told; });
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(game->format(chosen->move), "f5");
    EXPECT_EQ(chosen->depth, 7);
    EXPECT_EQ(chosen->score, 1.25);
    EXPECT_EQ(chosen->nodes, 1234u);
  }
  EXPECT_EQ(told, 3);
}

TEST(NBoardPlayer, TellsDepthGameAndClock) {
  const std::string log = testing::TempDir() + fresh_token();
  const auto game = start_of("othello");
  {
    const auto player = make_player("nboard:depth=9,command=" + bad_engine("nboard_log", log), *game);
    const auto ask = [&](const Limits& limits) {
      player->begin(*game, 1);
      ASSERT_TRUE(player->ask(*game, limits));
    };
    ask({});
    ask({std::nullopt, std::nullopt, 4});
    ask({std::nullopt, std::nullopt, std::nullopt, GameClock{milliseconds(61'500), {}}});
    for (const char* move : {"c4", "c3"}) game->play(*game->parse_move(move));
    ask({milliseconds(2750), std::nullopt, std::nullopt});
  }
  std::vector<std::string> lines;
  std::ifstream file(log);
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with("ping")) lines.push_back(line);
  const std::string head = "set game (;GM[Othello]PC[Tengen]PB[first]PW[second]RE[?]";
  const std::string board = "TY[8]BO[8 ---------------------------O*------*O--------------------------- *]";
  EXPECT_THAT(lines, ElementsAre("nboard 2", "set depth 9", head + board + ";)", "go",                        //
                                 "set depth 9", head + board + ";)", "set depth 4", "go",                     //
                                 "set depth 9", head + board + ";)", head + "TI[1:01]" + board + ";)", "go",  //
                                 "set depth 9", head + board + "B[C4]W[C3];)",
                                 head + "TI[0:03]" + board + "B[C4//0.250]W[C3];)", "go", "quit"));
  std::filesystem::remove(log);
}

TEST(NBoardPlayer, IsForOthelloOnly) {
  const auto game = start_of("gomoku");
  const auto player = app::builtins().make_player("nboard:command=cat", *game);
  ASSERT_FALSE(player);
  EXPECT_THAT(player.error().message, HasSubstr("nboard"));
  EXPECT_THAT(player.error().message, HasSubstr("othello"));
  const auto othello = start_of("othello");
  EXPECT_THAT(app::builtins().make_player("nboard", *othello).error().message, HasSubstr("no command was given"));
}

TEST(Ggf, WritesWhatItReads) {
  Rng rng(9);
  for (int round = 0; round < 200; ++round) {
    games::othello::Position position;
    for (auto before = rng.below(5); before > 0; --before) position.play(*position.random_move(rng));
    const games::othello::Position start = position;
    std::vector<games::othello::Move> moves;
    for (auto n = rng.below(70); n > 0 && position.outcome() == Outcome::ongoing; --n) {
      moves.push_back(*position.random_move(rng));
      position.play(moves.back());
    }
    const nanoseconds left = milliseconds(rng.below(400'000));
    const auto read = parse_ggf(to_ggf(start, moves, left));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->start, start);
    EXPECT_EQ(read->moves, moves);
    const auto clock = read->clocks[static_cast<std::size_t>(position.side_to_move())];
    ASSERT_TRUE(clock);
    EXPECT_LE(*clock, left + milliseconds(1));
    EXPECT_GE(*clock, left - milliseconds(moves.size() < 2 ? 1000 : 1));
  }
  EXPECT_FALSE(parse_ggf(to_ggf({}, {}, std::nullopt))->clocks[0]);
  EXPECT_EQ(parse_ggf("(;TI[1:00:01/0:05/2:00]TW[90]B[F5/-1.2/0.5]W[D6//90.5];)")->clocks[0],
            std::chrono::seconds(3601) - milliseconds(500));
  EXPECT_EQ(parse_ggf("(;TI[1:00:01]TW[90]B[F5/-1.2/0.5]W[D6//90.5];)")->clocks[1], nanoseconds(0));
}

// A program's CPU time is its own and its children's, whether they still run or not.
TEST(CpuTime, OfAProgramOutsideIsMeasured) {
  const auto start = start_of("othello");
  const auto burner = make_player("nboard:command=" + bad_engine("nboard_burn"), *start);
  const auto ours = make_player("random", *start);
  const auto game = start->clone();
  const auto played =
      arena::play_game(*game, {arena::Seat{burner.get(), {}, 1}, arena::Seat{ours.get(), {}, 1}}, {}, {});
  ASSERT_TRUE(played);
  EXPECT_EQ(played->termination, records::Termination::illegal_move) << "it says f5 twice";
  EXPECT_GE(played->cpu[0], 350'000) << "two moves, each of 0.1 s in the program and in a child";
  EXPECT_LT(played->cpu[0], 10'000'000);
  EXPECT_GE(played->cpu[1], 0);
  EXPECT_LT(played->cpu[1], 100'000) << "the waiting is nobody's";
}

}  // namespace
}  // namespace tengen::protocol

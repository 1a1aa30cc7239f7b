// Openings: the same for both games of a pair, on every thread, and exactly those that were asked for.

#include "arena/openings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/builtins.hpp"
#include "records/board.hpp"

namespace tengen {
namespace {

const Registry& registry() {
  static const Registry r = builtins();
  return r;
}

std::unique_ptr<Game> start_of(std::string_view game, std::string_view position = "") {
  const GameKind* kind = *registry().find_game(game);
  auto start = kind->start(position, Values(kind->options));
  EXPECT_TRUE(start) << start.error().message;
  return std::move(*start);
}

std::string error_of(std::string_view spec, std::string_view game = "gomoku", std::string_view position = "") {
  const auto openings = Openings::make(spec, game, *start_of(game, position));
  return openings ? "accepted" : openings.error().message;
}

TEST(Openings, NoneLeavesTheStart) {
  const auto game = start_of("othello");
  const Openings none = *Openings::make("none", "othello", *game);
  const std::string before = game->to_string();
  game->play(game->legal_moves().front());
  none.play(*game, 3, 1);
  EXPECT_EQ(game->to_string(), before);
  EXPECT_EQ(none.distinct(), 1U);
}

TEST(Openings, DependOnSeedAndPairAlone) {
  for (const char* spec : {"random:plies=3", "ladder"}) {
    const auto one = start_of("gomoku"), two = start_of("gomoku");
    const Openings openings = *Openings::make(spec, "gomoku", *one);
    std::set<std::string> of_pairs, of_seeds;
    for (std::uint64_t pair = 0; pair < 30; ++pair) {
      openings.play(*one, pair, 7);
      openings.play(*two, 29 - pair, 7);  // another order, on a game that has been played on
      of_pairs.insert(one->to_string());
      openings.play(*two, pair, 7);
      EXPECT_EQ(one->move_names(), two->move_names()) << spec;
      openings.play(*two, 0, pair);
      of_seeds.insert(two->to_string());
    }
    EXPECT_GT(of_pairs.size(), 20U) << spec;
    EXPECT_GT(of_seeds.size(), 20U) << spec;
  }
}

TEST(Openings, RandomMovesNeverEndTheGame) {
  const auto game = start_of("connect4", "rows=4 columns=4");
  const Openings openings = *Openings::make("random:plies=9", "connect4", *game);
  for (std::uint64_t pair = 0; pair < 200; ++pair) {
    openings.play(*game, pair, 1);
    EXPECT_EQ(game->moves().size(), 9U);
    EXPECT_EQ(game->outcome(), Outcome::ongoing);
  }
}

// Two stones of each colour in the central nine points; every such position comes up.
TEST(Openings, LadderFillsTheCentre) {
  for (const auto& [position, columns, rows] :
       {std::tuple{"size=15", "ghi", "789"}, std::tuple{"size=8 rule=renju", "def", "456"}}) {
    const auto game = start_of("gomoku", position);
    const Openings openings = *Openings::make("ladder", "gomoku", *game);
    std::set<std::string> seen;
    for (std::uint64_t pair = 0; pair < 12'000; ++pair) {
      openings.play(*game, pair, 1);
      ASSERT_EQ(game->moves().size(), 4U);
      EXPECT_EQ(game->side_to_move(), Side::first);
      seen.insert(game->to_string());
      for (const std::string& name : game->move_names()) {
        EXPECT_NE(std::string_view(columns).find(name[0]), std::string_view::npos) << name;
        EXPECT_NE(std::string_view(rows).find(name.substr(1)), std::string_view::npos) << name;
      }
    }
    EXPECT_EQ(seen.size(), *openings.distinct());
  }
}

TEST(Openings, SayWhatIsWrong) {
  EXPECT_NE(error_of("").find("openings are written none"), std::string::npos);
  EXPECT_NE(error_of("rondom").find("did you mean 'random'"), std::string::npos);
  EXPECT_NE(error_of("random:plies=0").find("plies"), std::string::npos);
  EXPECT_NE(error_of("random:plyes=2").find("plyes"), std::string::npos);
  EXPECT_NE(error_of("none:plies=2").find("plies"), std::string::npos);
  EXPECT_NE(error_of("ladder", "othello").find("for Gomoku"), std::string::npos);
  EXPECT_NE(error_of("ladder", "gomoku", "h8").find("empty board"), std::string::npos);
}

}  // namespace
}  // namespace tengen

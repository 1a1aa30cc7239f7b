// Names and specs as people type them, and every player on every game it claims.

#include <gtest/gtest.h>

#include "app/builtins.hpp"
#include "support/start_of.hpp"

namespace tengen::roster {
namespace {

std::string error_of(std::string_view spec, std::string_view game = "connect4") {
  const auto player = app::builtins().make_player(spec, *start_of(game));
  return player ? "accepted" : player.error().message;
}

#define EXPECT_SAYS(message, part) EXPECT_NE((message).find(part), std::string::npos) << (message)

TEST(Spec, NamesTheNearestRightThing) {
  EXPECT_EQ(error_of("uct"), "accepted");
  EXPECT_EQ(error_of(" uct : c = 1.5 , simulations=20 "), "accepted");
  EXPECT_SAYS(error_of("utc"), "did you mean 'uct'?");
  EXPECT_SAYS(error_of("alpha-beta"), "did you mean 'alphabeta'?");
  EXPECT_SAYS(error_of("uct:simulation=5"), "did you mean 'simulations'?");
  EXPECT_SAYS(error_of("uct:c=big"), "c must be a number, not 'big'");
  EXPECT_SAYS(error_of("uct:c=-1"), "c must be 0 to 100, not '-1'");
  EXPECT_SAYS(error_of("uct:c=nan"), "c must be");
  EXPECT_SAYS(error_of("minimax:depth=2.5"), "depth must be a whole number");
  EXPECT_SAYS(error_of("minimax:depth=99"), "depth must be 0 to 64");
  EXPECT_SAYS(error_of("alphabeta:tt=of"), "did you mean 'off'?");
  EXPECT_SAYS(error_of("alphabeta:depth=2,depth=3"), "set twice");
  EXPECT_SAYS(error_of("alphabeta:depth"), "key=value");
  EXPECT_SAYS(error_of("random:depth=2"), "no settings");
  EXPECT_SAYS(error_of(""), "name:key=value");
  EXPECT_SAYS(error_of(":c=1"), "name:key=value");
}

TEST(Registry, FindsGamesAndSaysWhichThereAre) {
  EXPECT_TRUE(app::builtins().find_game("gomoku"));
  const auto wrong = app::builtins().find_game("gomuko");
  ASSERT_FALSE(wrong);
  EXPECT_SAYS(wrong.error().message, "did you mean 'gomoku'?");
  EXPECT_SAYS(wrong.error().message, "connect4");
}

TEST(AnyMove, KeepsEveryMove) {
  for (const GameKind& kind : app::builtins().games()) {
    const auto game = start_of(kind.name);
    for (const AnyMove move : game->legal_moves()) {
      EXPECT_TRUE(game->is_legal(move));
      EXPECT_EQ(*game->parse_move(game->format(move)), move);
    }
  }
}

TEST(Game, UndoAndRestartGoBackExactly) {
  for (const GameKind& kind : app::builtins().games()) {
    const auto game = start_of(kind.name);
    std::vector<std::string> before;
    Rng rng(4);
    while (game->outcome() == Outcome::ongoing) {
      before.push_back(game->to_string());
      const auto moves = game->legal_moves();
      game->play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    EXPECT_EQ(game->moves().size(), before.size());
    EXPECT_EQ(game->move_names().size(), before.size());
    const auto copy = game->clone();
    while (!before.empty()) {
      ASSERT_TRUE(game->undo());
      EXPECT_EQ(game->to_string(), before.back());
      before.pop_back();
    }
    EXPECT_FALSE(game->undo());
    copy->restart();
    EXPECT_EQ(copy->to_string(), game->to_string());
    EXPECT_EQ(copy->key(), game->key());
  }
}

TEST(PartsOfPlayers, CanBeTurnedOff) {
  int parts = 0;
  for (const PlayerKind& player : app::builtins().players())
    for (const Setting& s : player.info.settings) {
      if (s.off.empty()) continue;
      ++parts;
      EXPECT_FALSE(s.check(s.off)) << player.info.name << " " << s.name;
      EXPECT_NE(s.kind, Setting::Kind::file) << player.info.name << " " << s.name;
    }
  EXPECT_GE(parts, 8);
}

// The conformance suite of players: each on every game it claims, on the standard board and on another one.
class EveryPlayer : public testing::TestWithParam<std::pair<std::string, std::string>> {};

std::vector<std::pair<std::string, std::string>> players_and_starts() {
  const std::map<std::string, std::vector<std::string>> boards = {
      {"gomoku", {"", "size=5", "size=16 rule=renju", "rule=standard h8h9h10"}},
      {"connect4", {"", "rows=4 columns=4 blocked=b1", "rows=12 columns=12 blocked=f12"}},
      {"othello", {"", "f5d6c3d3c4"}},
  };
  std::vector<std::pair<std::string, std::string>> all;
  for (const PlayerKind& player : app::builtins().players()) {
    if (player.external) continue;  // nothing without a program; tests/protocol looks after them
    for (const std::string& game : player.games) {
      const auto found = boards.find(game);
      for (const std::string& position : found == boards.end() ? std::vector<std::string>{""} : found->second)
        if (player.make.contains(start_of(game, position)->position_type()))
          all.emplace_back(player.info.name, game + ":" + position);
    }
  }
  return all;
}

TEST_P(EveryPlayer, PlaysLegallyAndRepeatably) {
  const auto& [name, place] = GetParam();
  const std::size_t colon = place.find(':');
  Limits limits;
  limits.nodes = 300;
  limits.depth = 2;
  std::vector<std::string> games;
  for (int round = 0; round < 2; ++round) {
    const auto game = start_of(place.substr(0, colon), place.substr(colon + 1));
    auto player = app::builtins().make_player(name, *game);
    ASSERT_TRUE(player) << player.error().message;
    (*player)->begin(*game, 7);
    for (int ply = 0; ply < 30 && game->outcome() == Outcome::ongoing; ++ply) {
      const auto choice = (*player)->ask(*game, limits);
      ASSERT_TRUE(choice) << choice.error().message;
      ASSERT_TRUE(game->is_legal(choice->move));
      for (const AnyCandidate& c : choice->candidates) EXPECT_TRUE(game->is_legal(c.move));
      if (!choice->candidates.empty()) {
        EXPECT_EQ(choice->candidates.front().move, choice->move);
      }
      // The principal variation is a line of legal moves that starts with the choice.
      const auto line = game->clone();
      if (!choice->pv.empty()) {
        EXPECT_EQ(choice->pv.front(), choice->move);
      }
      for (const AnyMove move : choice->pv) {
        ASSERT_TRUE(line->is_legal(move));
        line->play(move);
      }
      game->play(choice->move);
    }
    games.push_back(game->to_string());
  }
  EXPECT_EQ(games[0], games[1]);
}

// A game played before leaves no trace: tables and generators start afresh.
TEST_P(EveryPlayer, ForgetsTheGameBefore) {
  const auto& [name, place] = GetParam();
  const std::size_t colon = place.find(':');
  const auto game = start_of(place.substr(0, colon), place.substr(colon + 1));
  auto fresh = app::builtins().make_player(name, *game), used = app::builtins().make_player(name, *game);
  Limits limits;
  limits.nodes = 500;
  limits.depth = 3;
  (*used)->begin(*game, 1);
  for (int i = 0; i < 3; ++i) (void)(*used)->ask(*game, limits);
  (*used)->begin(*game, 5);
  (*fresh)->begin(*game, 5);
  const auto a = (*fresh)->ask(*game, limits), b = (*used)->ask(*game, limits);
  EXPECT_EQ(a->move, b->move);
  EXPECT_EQ(a->nodes, b->nodes);
  EXPECT_EQ(a->score, b->score);
}

INSTANTIATE_TEST_SUITE_P(Builtins, EveryPlayer, testing::ValuesIn(players_and_starts()), [](const auto& it) {
  std::string text = it.param.first + "_" + it.param.second + "_" + std::to_string(it.index);
  for (char& c : text)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return text;
});

}  // namespace
}  // namespace tengen::roster

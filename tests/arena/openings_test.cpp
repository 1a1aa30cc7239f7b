// Openings: the same for both games of a pair, on every thread, and exactly those that were asked for.

#include "arena/openings.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <thread>

#include "app/builtins.hpp"
#include "arena/make_openings.hpp"
#include "core/settings.hpp"
#include "records/board.hpp"
#include "support/start_of.hpp"

namespace tengen::arena {
namespace {

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

struct OpeningFile {
  std::string path;
  explicit OpeningFile(std::string_view text)
      : path((std::filesystem::temp_directory_path() / ("openings, of " + std::to_string(getpid()))).string()) {
    std::ofstream(path) << text;
  }
  ~OpeningFile() { std::filesystem::remove(path); }
  std::string spec(std::string_view settings = "") const {
    return "file:path=" + quoted_value(path) + std::string(settings);
  }
};

std::vector<std::string> positions_of(const Openings& openings, roster::Game& game, std::uint64_t pairs,
                                      std::uint64_t seed) {
  std::vector<std::string> positions;
  for (std::uint64_t pair = 0; pair < pairs; ++pair) {
    openings.play(game, pair, seed);
    positions.push_back(game.to_string());
  }
  return positions;
}

TEST(Openings, FilesInTheirOrder) {
  const OpeningFile file("h8 i9\nh8 h9\nh8 i9\na1 a2 a3\n");
  const auto game = start_of("gomoku");
  const Openings openings = *Openings::make(file.spec(), "gomoku", *game);
  EXPECT_EQ(openings.distinct(), 3U);  // the third line is the first again
  const auto positions = positions_of(openings, *game, 7, 5);
  EXPECT_EQ(game->move_names(), (std::vector<std::string>{"h8", "i9"}));
  EXPECT_EQ(positions[0], positions[3]);
  EXPECT_EQ(positions[2], positions[5]);
  EXPECT_EQ(std::set(positions.begin(), positions.end()).size(), 3U);
}

TEST(Openings, RandomOrderGoesThroughAllBeforeItRepeats) {
  std::string text;
  for (const char column : std::string("abcdefghijk")) text += std::string(1, column) + "1\n";
  const OpeningFile file(text);
  const auto game = start_of("gomoku");
  const Openings openings = *Openings::make(file.spec(",order=random"), "gomoku", *game);
  const auto one = positions_of(openings, *game, 110, 1), two = positions_of(openings, *game, 110, 2);
  EXPECT_EQ(one, positions_of(openings, *game, 110, 1));
  EXPECT_NE(one, two);
  std::set<std::vector<std::string>> orders;
  for (std::size_t round = 0; round < 10; ++round) {
    const std::vector<std::string> positions(one.begin() + static_cast<std::ptrdiff_t>(11 * round),
                                             one.begin() + static_cast<std::ptrdiff_t>(11 * round + 11));
    EXPECT_EQ(std::set(positions.begin(), positions.end()).size(), 11U);
    orders.insert(positions);
  }
  EXPECT_EQ(orders.size(), 10U);
}

// Every image of every opening under every symmetry of the start, found the slow way: all sequences of moves on the
// board that some symmetry maps the opening to, told apart by the positions they lead to.
std::set<std::string> images(const roster::Game& start, const std::vector<std::string>& moves) {
  std::set<std::string> positions;
  for (int s = 0; s < start.symmetries(); ++s) {
    const auto game = start.clone();
    const auto plain = start.clone();
    if (!start.is_symmetric(s)) continue;
    for (const std::string& name : moves) {
      const roster::AnyMove move = *plain->parse_move(name);
      const roster::AnyMove image = game->transformed(move, s);
      EXPECT_TRUE(game->is_legal(image));
      plain->play(move);
      game->play(image);
    }
    positions.insert(game->to_string());
  }
  return positions;
}

TEST(Openings, SymmetriesAreThoseOfTheStart) {
  struct Case {
    std::string_view game, position, opening;
    std::uint64_t expected;
  };
  for (const Case& c :
       {Case{"gomoku", "", "h8", 1}, Case{"gomoku", "", "h9", 4}, Case{"gomoku", "", "h9 i9", 8},
        Case{"gomoku", "7/7/7/2xo3/7/7/7 x", "a1", 2}, Case{"gomoku", "size=7 b3", "a1", 1},
        Case{"connect4", "", "4 4", 1}, Case{"connect4", "", "4 5", 2}, Case{"connect4", "blocked=a1", "4 5", 1},
        Case{"othello", "", "f5", 4}, Case{"othello", "", "f5 d6", 4}, Case{"othello", "f5", "d6", 1}}) {
    const OpeningFile file(c.opening);
    const auto start = start_of(c.game, c.position);
    const Openings openings = *Openings::make(file.spec(",symmetries=on"), c.game, *start);
    EXPECT_EQ(openings.distinct(), c.expected) << c.game << ' ' << c.position << ' ' << c.opening;
    const auto game = start->clone();
    const auto positions = positions_of(openings, *game, *openings.distinct(), 1);
    openings.play(*game, 0, 1);
    EXPECT_EQ(std::set(positions.begin(), positions.end()), images(*start, game->move_names()));
    std::set<std::string> canonical;
    for (std::uint64_t pair = 0; pair < *openings.distinct(); ++pair) {
      openings.play(*game, pair, 1);
      canonical.insert(canonical_position(*game));
    }
    EXPECT_EQ(canonical.size(), 1U);
  }
}

TEST(Openings, IdentityFollowsTheContent) {
  const auto game = start_of("gomoku");
  const auto identity = [&game](const std::string& spec) { return Openings::make(spec, "gomoku", *game)->identity(); };
  std::string before;
  {
    const OpeningFile file("h8 i9\nh8 h9\n");
    before = identity(file.spec());
    EXPECT_NE(before, identity(file.spec(",symmetries=on")));
    EXPECT_NE(before, identity(file.spec(",order=random")));
    EXPECT_EQ(before.find(file.path), std::string::npos);
  }
  EXPECT_EQ(before, identity(OpeningFile("# the same\n\nH8I9\nh8, h9").spec()));
  EXPECT_NE(before, identity(OpeningFile("h8 h9\nh8 i9\n").spec()));
  EXPECT_NE(before, identity(OpeningFile("h8 i9\n").spec()));
  EXPECT_NE(identity("random:plies=3"), identity("random:plies=4"));
  EXPECT_NE(identity("random:plies=4,centre=5"), identity("random:plies=4"));
}

// A shared list and a shuffle without state: threads cannot come into each other's way.
TEST(Openings, AreTheSameOnEveryThread) {
  const auto start = start_of("othello");
  const Openings openings = *Openings::make("balanced:order=random,symmetries=on", "othello", *start);
  const auto alone = start->clone();
  const auto expected = positions_of(openings, *alone, 300, 3);
  std::vector<std::vector<std::string>> found(4);
  {
    std::vector<std::jthread> threads;
    for (auto& positions : found)
      threads.emplace_back([&openings, &start, &positions] {
        const auto game = start->clone();
        positions = positions_of(openings, *game, 300, 3);
      });
  }
  for (const auto& positions : found) EXPECT_EQ(positions, expected);
}

TEST(Openings, BalancedSetsAreLegalAndDistinct) {
  for (const char* name : {"gomoku", "connect4", "othello"}) {
    const auto start = start_of(name);
    const auto openings = Openings::make("balanced", name, *start);
    ASSERT_TRUE(openings) << openings.error().message;
    EXPECT_GE(openings->lines().size(), 50U) << name;
    std::set<std::string> canonical;
    const auto game = start->clone();
    for (std::uint64_t pair = 0; pair < *openings->distinct(); ++pair) {
      openings->play(*game, pair, 1);
      EXPECT_EQ(game->outcome(), Outcome::ongoing);
      canonical.insert(canonical_position(*game));
    }
    EXPECT_EQ(canonical.size(), openings->lines().size()) << name;
  }
  for (const auto& [name, position] : {std::pair{"gomoku", "size=19"}, std::pair{"gomoku", "rule=renju"},
                                       std::pair{"connect4", "blocked=d3"}, std::pair{"othello", "f5"}}) {
    const std::string error = error_of("balanced", name, position);
    EXPECT_NE(error.find("no balanced set for this board"), std::string::npos) << error;
    EXPECT_NE(error.find("random:plies=4"), std::string::npos) << error;
  }
}

TEST(Openings, UndecidedSetsAreLegalAndDistinct) {
  const auto start = start_of("gomoku");
  const auto openings = Openings::make("undecided", "gomoku", *start);
  ASSERT_TRUE(openings) << openings.error().message;
  std::set<std::string> canonical;
  const auto game = start->clone();
  for (std::uint64_t pair = 0; pair < *openings->distinct(); ++pair) {
    openings->play(*game, pair, 1);
    EXPECT_EQ(game->outcome(), Outcome::ongoing);
    canonical.insert(canonical_position(*game));
  }
  EXPECT_EQ(canonical.size(), 50U);
  EXPECT_NE(error_of("undecided", "othello", "").find("no undecided set for this board"), std::string::npos);
}

TEST(Openings, TheXotListIsForOthello) {
  const auto game = start_of("othello");
  const auto openings = Openings::make("xot:order=random", "othello", *game);
  ASSERT_TRUE(openings) << openings.error().message;
  EXPECT_EQ(openings->lines().size(), 10'784U);
  std::set<std::string> canonical;
  for (std::uint64_t pair = 0; pair < 500; ++pair) {
    openings->play(*game, pair, 1);
    EXPECT_EQ(game->moves().size(), 8U);
    EXPECT_EQ(game->outcome(), Outcome::ongoing);
    canonical.insert(canonical_position(*game));
  }
  EXPECT_EQ(canonical.size(), 500U);
  EXPECT_NE(error_of("xot", "gomoku", "").find("these openings are for the position"), std::string::npos);
  EXPECT_NE(error_of("xot", "othello", "f5"), "");
}

TEST(Openings, WithinTheCentre) {
  const auto game = start_of("gomoku");
  const Openings openings = *Openings::make("random:plies=5,centre=5", "gomoku", *game);
  std::set<std::string> points;
  for (std::uint64_t pair = 0; pair < 300; ++pair) {
    openings.play(*game, pair, 1);
    EXPECT_EQ(game->moves().size(), 5U);
    for (const std::string& name : game->move_names()) points.insert(name);
  }
  EXPECT_EQ(points.size(), 25U);
  EXPECT_TRUE(points.contains("f6") && points.contains("j10"));
}

TEST(Openings, SayWhatIsWrong) {
  EXPECT_NE(error_of("").find("openings are written none"), std::string::npos);
  EXPECT_NE(error_of("rondom").find("did you mean 'random'"), std::string::npos);
  EXPECT_NE(error_of("random:plies=0").find("plies"), std::string::npos);
  EXPECT_NE(error_of("random:plyes=2").find("plyes"), std::string::npos);
  EXPECT_NE(error_of("none:plies=2").find("plies"), std::string::npos);
  EXPECT_NE(error_of("ladder", "othello").find("empty board"), std::string::npos);
  EXPECT_NE(error_of("ladder", "gomoku", "h8").find("empty board"), std::string::npos);
  EXPECT_NE(error_of("random:plies=10,centre=3").find("10 moves do not fit"), std::string::npos);
  EXPECT_NE(error_of("random:plies=40", "connect4").find("too few games"), std::string::npos);
  EXPECT_NE(error_of("random:centre=16").find("does not fit the board"), std::string::npos);
  EXPECT_NE(error_of("file").find("file:path=FILE"), std::string::npos);
  EXPECT_NE(error_of("file:path=/nowhere/at/all").find("cannot read"), std::string::npos);
  EXPECT_NE(error_of("file:path=/tmp").find("it is a folder"), std::string::npos);
  EXPECT_NE(error_of(OpeningFile("").spec()).find("there are no openings in it"), std::string::npos);
  EXPECT_NE(error_of(OpeningFile("h8\nh8h8\n").spec()).find("line 2: move 2: h8 is taken"), std::string::npos);
  EXPECT_NE(error_of(OpeningFile("o15").spec(), "gomoku", "size=9").find("line 1"), std::string::npos);
}

OpeningRecipe recipe_for(const roster::Game& start, std::string game) {
  OpeningRecipe recipe;
  recipe.game = std::move(game);
  recipe.start = &start;
  recipe.count = 6;
  recipe.player = "uct";
  recipe.nodes = 30;
  recipe.games = 6;
  return recipe;
}

std::vector<std::vector<std::string>> moves_of(const MadeOpenings& made) {
  std::vector<std::vector<std::string>> moves;
  for (const MadeOpening& opening : made.openings) moves.push_back(opening.moves);
  return moves;
}

TEST(MakeOpenings, AreEvenDistinctAndRepeatable) {
  const auto start = start_of("connect4");
  OpeningRecipe recipe = recipe_for(*start, "connect4");
  recipe.source = "random:plies=4";
  const auto made = make_openings(recipe, app::builtins(), {}, {});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->openings.size(), 6U);
  EXPECT_GT(made->candidates, 6U);  // the judge turned some away
  for (const MadeOpening& opening : made->openings) EXPECT_NEAR(opening.points, 0.5, recipe.margin + 1e-9);
  recipe.threads = 3;
  EXPECT_EQ(moves_of(*made), moves_of(*make_openings(recipe, app::builtins(), {}, {})));
  recipe.seed = 2;
  EXPECT_NE(moves_of(*made), moves_of(*make_openings(recipe, app::builtins(), {}, {})));

  // The file says how it was made and can be used as it is.
  recipe.seed = 1;
  const OpeningFile file(to_file(*made, recipe));
  const auto openings = Openings::make(file.spec(), "connect4", *start);
  ASSERT_TRUE(openings) << openings.error().message;
  EXPECT_EQ(openings->distinct(), 6U);
  EXPECT_NE(error_of(file.spec(), "connect4", "rows=7").find("these openings are for"), std::string::npos);
}

TEST(MakeOpenings, AskAPlayerWhatItSees) {
  const auto start = start_of("connect4");
  OpeningRecipe recipe = recipe_for(*start, "connect4");
  recipe.source = "random:plies=5";  // the second side is to move, and scores are the first's
  recipe.games = 0;
  recipe.score = 0.1;
  const auto made = make_openings(recipe, app::builtins(), {}, {});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->openings.size(), 6U);
  EXPECT_GT(made->candidates, 6U);  // the judge turned some away
  for (const MadeOpening& opening : made->openings) {
    ASSERT_TRUE(opening.score);
    EXPECT_LE(std::abs(*opening.score), 0.1 + 1e-9);
  }
  recipe.threads = 3;
  EXPECT_EQ(moves_of(*made), moves_of(*make_openings(recipe, app::builtins(), {}, {})));
  const std::string file = to_file(*made, recipe);
  EXPECT_NE(file.find("--nodes 30 --score 0.1 --games 0\n"), std::string::npos) << file;
  EXPECT_TRUE(Openings::make(OpeningFile(file).spec(), "connect4", *start));
  // Nothing is too far from even: every position is kept.
  recipe.score = 2;
  const auto all = make_openings(recipe, app::builtins(), {}, {});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->candidates - all->copies, 6U);
  // It looks, and then it plays.
  recipe.games = 4;
  const auto played = make_openings(recipe, app::builtins(), {}, {});
  ASSERT_TRUE(played);
  for (const MadeOpening& opening : played->openings) EXPECT_NEAR(opening.points, 0.5, recipe.margin + 1e-9);
}

TEST(MakeOpenings, AskASolver) {
  const auto start = start_of("connect4", "rows=4 columns=5");
  const auto solver = app::builtins().find_solver("", *start);
  if (!solver) GTEST_SKIP() << "no solver for this game";
  OpeningRecipe recipe = recipe_for(*start, "connect4");
  recipe.source = "random:plies=6";
  recipe.solver = (*solver)->info.name;
  recipe.player.clear();
  const auto made = make_openings(recipe, app::builtins(), {}, {});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->openings.size(), 6U);
  for (const MadeOpening& opening : made->openings) {
    const auto game = start->clone();
    for (const std::string& move : opening.moves) game->play(*game->parse_move(move));
    const auto solution = (*solver)->solve.at(game->position_type())(*game, Values((*solver)->info.settings), {}, {});
    EXPECT_EQ(solution.verdict, search::Verdict::draw);
  }
}

TEST(MakeOpenings, EndWhenThereAreNoMoreCandidates) {
  const auto start = start_of("othello");
  OpeningRecipe recipe = recipe_for(*start, "othello");
  const OpeningFile file("f5\nd3\nc4\ne6\n");  // four images of one opening
  recipe.source = file.spec();
  recipe.player = "random";
  recipe.margin = 0.5;
  const auto made = make_openings(recipe, app::builtins(), {}, {});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->openings.size(), 1U);
  EXPECT_EQ(made->copies, 3U);
  recipe.source = "nothing";
  EXPECT_FALSE(make_openings(recipe, app::builtins(), {}, {}));
  recipe.source = "none";
  recipe.player = "nobody";
  EXPECT_FALSE(make_openings(recipe, app::builtins(), {}, {}));
}

struct ThrowingPlayer : roster::Player {
  void new_game(std::uint64_t) override {}
  roster::Chosen choose(const roster::Game&, const Limits&, StopToken, const roster::ChoiceSink&) override {
    throw std::runtime_error("out of ideas");
  }
};

TEST(MakeOpenings, SayThatTheJudgeFailed) {
  const auto start = start_of("othello");
  roster::Registry with_thrower = app::builtins();
  roster::PlayerKind kind;
  kind.info.name = "thrower";
  kind.games = {"othello"};
  kind.make.emplace(start->position_type(), [](const Values&) { return std::make_unique<ThrowingPlayer>(); });
  with_thrower.add_player(std::move(kind));
  OpeningRecipe recipe = recipe_for(*start, "othello");
  recipe.source = "random:plies=4";
  recipe.player = "thrower";
  recipe.threads = 2;
  const auto made = make_openings(recipe, with_thrower, {}, {});
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("out of ideas"), std::string::npos) << made.error().message;
}

}  // namespace
}  // namespace tengen::arena

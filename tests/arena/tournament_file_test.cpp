#include "arena/tournament_file.hpp"

#include "arena_fixture.hpp"
#include "core/limits_text.hpp"

namespace tengen::arena {
namespace {

Expected<Tournament> parse(std::string_view text) { return parse_tournament(text, "cup.toml", app::builtins()); }

std::string error_of(std::string_view text) {
  const auto t = parse(text);
  return t ? "accepted" : t.error().message;
}

constexpr const char* small = R"(kind = "match"
game = "connect4"
players = ["random", "uct"]
)";

TEST(TournamentFile, ReadsEveryKey) {
  const auto t = parse(R"(
title = "Cup"
kind = "gauntlet"
game = "gomoku"
rules = { size = 9, rule = "renju" }
players = ["random", { name = "U", spec = "uct:c=0.5", limits = { time = "20ms", depth = 3 } }, "random",
           { spec = "uct", limits = "clock=1m+500ms" }]
games_per_pair = 6
openings = "random:plies=3"
limits = { nodes = 500 }
grace = "0"
withdraw_after = 5
seed = 42
threads = 3
)");
  ASSERT_TRUE(t) << t.error().message;
  EXPECT_EQ(t->title, "Cup");
  EXPECT_EQ(t->kind, TournamentKind::gauntlet);
  EXPECT_EQ(t->start->to_string(), start_of("gomoku", "size=9 rule=renju")->to_string());
  ASSERT_EQ(t->players.size(), 4U);
  EXPECT_EQ(t->players[1].name, "U");
  EXPECT_EQ(t->players[1].spec, "uct:c=0.5");
  EXPECT_EQ(to_text(t->players[0].limits), "nodes=500");
  EXPECT_EQ(to_text(t->players[1].limits), "time=20ms depth=3");
  EXPECT_EQ(t->players[2].name, "random #2");
  EXPECT_EQ(to_text(t->players[3].limits), "clock=1m+500ms");
  EXPECT_EQ(t->games_per_pair, 6U);
  EXPECT_EQ(t->openings_spec, "random:plies=3");
  EXPECT_EQ(t->grace.count(), 0);
  EXPECT_EQ(t->withdraw_after, 5);
  EXPECT_EQ(t->seed, 42U);
  EXPECT_EQ(t->threads, 3);
}

TEST(TournamentFile, ReadsASequentialTest) {
  const auto t = parse(std::string(small) + "[sprt]\nelo0 = -5\nelo1 = 5.5\nalpha = 0.1\nmodel = \"normalised\"\n");
  ASSERT_TRUE(t) << t.error().message;
  EXPECT_EQ(t->sprt->elo0, -5);
  EXPECT_EQ(t->sprt->elo1, 5.5);
  EXPECT_EQ(t->sprt->alpha, 0.1);
  EXPECT_EQ(t->sprt->beta, 0.05);
  EXPECT_EQ(t->sprt->model, stats::EloModel::normalised);
}

// Each mistake, and the words that tell where it is and what to do.
TEST(TournamentFile, SaysWhatIsWrongAndWhere) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"kind = \"round-robin\ngame", {"cup.toml:1:"}},
      {"game = \"gomoku\"", {"kind is missing"}},
      {"kind = \"swiss\"", {"cup.toml:1:", "'swiss'", "knockout"}},
      {"kind = 3", {"cup.toml:1:"}},
      {"kind = \"match\"", {"game is missing"}},
      {"kind = \"match\"\ngame = \"chess\"", {"cup.toml:2:", "no game 'chess'"}},
      {"kind = \"match\"\ngame = \"gomoku\"\nrules = { sise = 9 }", {"cup.toml:3:", "did you mean 'size'"}},
      {"kind = \"match\"\ngame = \"gomoku\"\nrules = { size = 99 }", {"cup.toml:3:", "5 to 22"}},
      {"kind = \"match\"\ngame = \"gomoku\"\nposition = \"h8h8\"", {"cup.toml:3:"}},
      {"kind = \"match\"\ngame = \"gomoku\"", {"players are missing"}},
      {"kind = \"match\"\ngame = \"gomoku\"\nplayers = [\"random\"]", {"cup.toml:3:", "two players"}},
      {"kind = \"match\"\ngame = \"gomoku\"\nplayers = [\"random\", \"uct\",\n\"rendom\"]",
       {"cup.toml:4:", "did you mean 'random'"}},
      {"kind = \"match\"\ngame = \"gomoku\"\nplayers = [\"random\", \"uct\", \"uct\"]", {"cup.toml:3:", "two players"}},
      {"kind = \"match\"\ngame = \"gomoku\"\nplayers = [\"random\", { spek = \"uct\" }]",
       {"cup.toml:3:", "did you mean 'spec'"}},
      {"kind = \"match\"\ngame = \"gomoku\"\nplayers = [\"random\", 7]", {"cup.toml:3:", "spec in quotes"}},
      {std::string(small) + "game_per_pair = 4", {"cup.toml:4:", "did you mean 'games_per_pair'"}},
      {std::string(small) + "games_per_pair = 0", {"cup.toml:4:", "whole number"}},
      {std::string(small) + "threads = \"two\"", {"cup.toml:4:", "threads"}},
      {std::string(small) + "limits = { time = \"fast\" }", {"cup.toml:4:", "250ms"}},
      {std::string(small) + "limits = { time = 5 }", {"cup.toml:4:", "250ms"}},
      {std::string(small) + "limits = { tiem = \"5s\" }", {"cup.toml:4:", "did you mean 'time'"}},
      {std::string(small) + "limits = \"fast\"", {"cup.toml:4:", "time=200ms"}},
      {std::string(small) + "grace = \"soon\"", {"cup.toml:4:", "grace"}},
      {std::string(small) + "openings = \"rendom:plies=2\"", {"cup.toml:4:", "rendom"}},
      {std::string(small) + "openings = \"file:path=/no/such/file\"", {"cup.toml:4:", "/no/such/file"}},
      {std::string(small) + "sprt = { elo0 = 5, elo1 = 0 }", {"cup.toml:4:", "elo0"}},
      {std::string(small) + "sprt = { elo2 = 5 }", {"cup.toml:4:", "elo2"}},
      {"kind = \"knockout\"\ngame = \"connect4\"\nplayers = [\"random\", \"uct\"]\nsprt = { elo1 = 5 }",
       {"cup.toml:4:", "match"}},
      {"kind = \"knockout\"\ngame = \"connect4\"\nplayers = [\"random\", \"uct\"]\ngames_per_pair = 3", {"even"}},
  };
  for (const auto& [text, expected] : cases)
    for (const std::string& part : expected)
      EXPECT_NE(error_of(text).find(part), std::string::npos) << text << "\n→ " << error_of(text);
}

TEST(TournamentFile, NamesAFileThatIsNotThere) {
  EXPECT_NE(read_tournament("/no/such.toml", app::builtins()).error().message.find("/no/such.toml"), std::string::npos);
  EXPECT_NE(read_tournament("/tmp", app::builtins()).error().message.find("folder"), std::string::npos);
}

TEST(LimitsText, RoundTripAndErrors) {
  for (const char* text : {"none", "time=200ms", "time=1.5s nodes=7 depth=64", "clock=1m", "clock=2m+250us depth=1"})
    EXPECT_EQ(to_text(*limits_from(text)), text);
  for (const char* text : {"", "fast", "time", "time=", "time=5", "nodes=0", "depth=65", "clock=1m+", "plies=3"})
    EXPECT_FALSE(limits_from(text)) << text;
}

}  // namespace
}  // namespace tengen::arena

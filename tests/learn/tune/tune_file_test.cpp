// Files of tuning runs: what they say, and what is said of those with mistakes.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/builtins.hpp"
#include "learn/tune/setup.hpp"
#include "support/places.hpp"

namespace tengen::learn::tune {
namespace {

const std::string minimal = "game = \"othello\"\nplayer = \"othello/greedy\"\n";

std::string error_in(const std::string& text) {
  const auto setup = parse_tune_file(text, "F", app::builtins());
  return setup ? "accepted" : setup.error().message;
}
#define EXPECT_SAYS(text, part) EXPECT_NE(error_in(text).find(part), std::string::npos) << error_in(text)

TEST(TuneFile, HasDefaultsThatAreThePapers) {
  const auto setup = parse_tune_file(minimal, "F", app::builtins());
  ASSERT_TRUE(setup) << setup.error().message;
  EXPECT_EQ(name_of(setup->method), "genetic");
  EXPECT_EQ(std::get<GeneticOptions>(setup->method).population, 5u);
  EXPECT_EQ(std::get<GeneticOptions>(setup->method).survivors, 2u);
  EXPECT_EQ(setup->games_per_trial, 50u);
  EXPECT_EQ(setup->opponents, std::vector<std::string>{"othello/greedy"});  // the original
  EXPECT_EQ(setup->colour, Colour::both);
}

TEST(TuneFile, ReadsEverything) {
  const auto setup = parse_tune_file(
      "title = 'T'\ngame = 'gomoku'\nrules = { size = 9 }\nplayer = 'ladder/ai8'\nparameters = ['black*', 'white1']\n"
      "opponents = ['ladder/ai4', 'random']\ncolour = 'second'\nfitness = 'empties'\nopenings = 'ladder'\n"
      "limits = { depth = 2 }\nmethod = 'spsa'\ngames = 500\nseed = 8\nthreads = 3\n"
      "steps = { black1 = '0.5%', white1 = 3 }\n[spsa]\npairs = 2\nduel = false\nc_end = 2\nr_end = { black2 = 0.1 }\n"
      "alpha = 0.7\ngamma = 0.2\nstability = 0.3\n[validation]\ngames = 20\nopponents = ['ladder/ai5']\n",
      "F", app::builtins());
  ASSERT_TRUE(setup) << setup.error().message;
  EXPECT_EQ(setup->title, "T");
  EXPECT_EQ(setup->names, (std::vector<std::string>{"black*", "white1"}));
  EXPECT_EQ(setup->opponents.size(), 2u);
  EXPECT_EQ(setup->colour, Colour::second);
  EXPECT_EQ(setup->fitness, Fitness::empties);
  EXPECT_EQ(setup->openings_spec, "ladder");
  EXPECT_EQ(setup->limits.depth, 2);
  EXPECT_EQ(setup->games, 500u);
  EXPECT_EQ(setup->threads, 3);
  ASSERT_EQ(setup->steps.size(), 2u);
  EXPECT_EQ(setup->steps[0].step, 0.005);
  EXPECT_TRUE(setup->steps[0].share);
  EXPECT_EQ(setup->steps[1].step, 3);
  EXPECT_FALSE(setup->steps[1].share);
  const auto& spsa = std::get<SpsaOptions>(setup->method);
  EXPECT_EQ(spsa.pairs, 2u);
  EXPECT_FALSE(spsa.duel);
  EXPECT_EQ(spsa.c_end, 2);
  EXPECT_EQ(spsa.r_ends.at("black2"), 0.1);
  EXPECT_EQ(setup->validation_games, 20u);
  EXPECT_EQ(setup->unseen, std::vector<std::string>{"ladder/ai5"});
  EXPECT_EQ(identity(*setup)["games"], 500);
}

TEST(TuneFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_in(minimal), "accepted");
  EXPECT_SAYS("player = 'uct'\n", "F: game is missing");
  EXPECT_SAYS("game = 'othello'\n", "F: player is missing");
  EXPECT_SAYS("game = \n", "F:1:");
  EXPECT_SAYS(minimal + "oponents = []\n", "F:3: a tuning run has no key 'oponents' (did you mean 'opponents'?)");
  EXPECT_SAYS(minimal + "method = 'cma'\n",
              "F:3: method must be one of genetic, cmaes, de, sade, pso, spsa, not 'cma'");
  EXPECT_SAYS(minimal + "opponents = ['random', 'uctt']\n", "F:3: there is no player 'uctt'");
  EXPECT_SAYS(minimal + "parameters = ['corner']\n", "F:3: player othello/greedy has no number 'corner' to tune");
  EXPECT_SAYS("game = 'othello'\nplayer = 'random'\n", "F:2: player random has no numbers to tune");
  EXPECT_SAYS(minimal + "steps = { corners = '10' }\n", "F:3: the step of corners must be");
  EXPECT_SAYS(minimal + "steps = { corners = -1 }\n", "F:3: the step of corners must be");
  EXPECT_SAYS(minimal + "parameters = ['near']\nsteps = { corners = 1 }\n", "F:4: 'corners' is not among the numbers");
  EXPECT_SAYS(minimal + "games_per_candidate = 3\n", "must be even");
  EXPECT_SAYS(minimal + "method = 'cmaes'\nrounds = 3\n", "F:4: rounds belong to");
  EXPECT_SAYS(minimal + "rounds = 3\ngames = 50\n", "F:3: rounds and games contradict");
  EXPECT_SAYS(minimal + "[cmaes]\nspread = 3\n", "F:3: [cmaes] belongs to another method");
  EXPECT_SAYS(minimal + "method = 'cmaes'\ncmaes = { population = 3 }\n",
              "F:4: population must be a whole number from 5");
  EXPECT_SAYS(minimal + "method = 'cmaes'\ncmaes = { reach = 3, spread = 5 }\n", "F:4: spread must be a number from");
  EXPECT_SAYS(minimal + "genetic = { survivors = 5 }\n", "F:3: survivors must be a whole number from 1 to 4");
  EXPECT_SAYS(minimal + "method = 'spsa'\ngames_per_candidate = 4\n", "F:4: spsa plays pairs");
  EXPECT_SAYS(minimal + "method = 'spsa'\nspsa = { c_end = { corner = 1 } }\n",
              "F:4: 'corner' is not among the numbers");
  EXPECT_SAYS(minimal + "[validation]\nopponent = []\n", "F:4: [validation] has no key 'opponent'");
  EXPECT_SAYS(minimal + "colour = 'black'\n", "F:3: colour must be one of first, second, both");
  EXPECT_SAYS("game = 'othello'\nplayer = 'othello/greedy:near=0'\nsteps = { near = '10%' }\n",
              "near starts at 0, of which no share can be taken");
}

TEST(TuneFile, ExamplesAreRight) {
  int examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("examples/tune"))) {
    if (entry.path().extension() != ".toml") continue;
    ++examples;
    const auto setup = read_tune_file(entry.path(), app::builtins());
    EXPECT_TRUE(setup) << (setup ? "" : setup.error().message);
  }
  EXPECT_GE(examples, 4);
}

}  // namespace
}  // namespace tengen::learn::tune

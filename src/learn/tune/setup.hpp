#pragma once
// A tuning run as a value: whose numbers, by which method, in which games. docs/tuning.md explains every part.

#include <chrono>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "arena/openings.hpp"
#include "core/limits.hpp"
#include "learn/tune/method.hpp"

namespace tengen::learn::tune {

enum class Colour : std::uint8_t { first, second, both };

// What a game counts: its points, 1, ½ or 0; or, as in the paper, the empty points left, + when won and − when lost.
enum class Fitness : std::uint8_t { score, empties };

using MethodOptions = std::variant<GeneticOptions, PagmoOptions, SpsaOptions>;

struct TuneSetup {
  std::string title;
  std::string game;
  std::shared_ptr<const roster::Game> start;
  std::string player;              // a spec: the search starts from its numbers
  std::vector<std::string> names;  // of the numbers to tune, perhaps with a star at the end; none: all
  std::vector<StepChange> steps;
  std::vector<std::string> opponents;  // specs; games are shared out among them in turn
  Colour colour = Colour::both;        // the side that the tuned player has
  Fitness fitness = Fitness::score;
  std::string openings_spec = "none";
  arena::Openings openings;
  Limits limits;
  std::chrono::nanoseconds grace = std::chrono::milliseconds(100);
  MethodOptions method = GeneticOptions{};
  std::uint64_t games = 10'000;  // at most so many, in whole generations
  std::uint64_t games_per_trial = 50;
  std::uint64_t seed = 1;
  int threads = 1;
  std::uint64_t validation_games = 400;  // in each match afterwards; 0: none
  std::vector<std::string> unseen;       // opponents that only validation meets
};

std::string_view name_of(const MethodOptions& method);
std::string_view name_of(Colour colour);
std::string_view name_of(Fitness fitness);

// What decides the games of the search, as text by key. Two runs with the same identity go the same way; how long they
// go is no part of it, except where a method plans ahead (SPSA), nor is the number of threads.
nlohmann::ordered_json identity(const TuneSetup& setup);

// A TOML file; every error names the file, the line and what is wrong.
Expected<TuneSetup> read_tune_file(const std::filesystem::path& file, const roster::Registry& registry);
Expected<TuneSetup> parse_tune_file(std::string_view text, const std::string& name, const roster::Registry& registry);

// The evolution of AI8 as in the paper (Chen et al. 2021): its six numbers for one colour, from AI7's, by the genetic
// algorithm with population 5 and 50 games each, which is 250 games a round. Without validation; `player` may be any other
// spec, of which `names` are evolved.
struct LadderEvolution {
  Side colour = Side::first;
  std::string opponent = "ladder/ai4";
  std::uint64_t rounds = 40;
  std::uint64_t seed = 1;
  int threads = 1;
  std::string player = "ladder/ai8:preset=rounds0";
  std::vector<std::string> names = {};  // none: black* or white*
};
Expected<TuneSetup> ladder_evolution(const LadderEvolution& wanted, const roster::Registry& registry);

}  // namespace tengen::learn::tune

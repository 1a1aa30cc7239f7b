#pragma once
// Makes a balanced set of openings: candidates from any opening spec, each position once under the symmetries of the
// start, kept when a judge finds them even. The same recipe makes the same set, on any number of threads.
//
// Two kinds of judge. A solver keeps what it proves a draw. A player is asked twice, each question being optional:
//
//   look   its score of the candidate, thinking about it with the given nodes and then with four times as many, must both
//          times be within `score` of even: a verdict that more thought would turn over is none
//   play   it plays itself from there, each game at another node limit, from half to twice the given one, so that players
//          without chance in them play different games too; kept is what gives the first side between `half - margin` and
//          `half + margin` of the points

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/limits.hpp"
#include "roster/registry.hpp"

namespace tengen::arena {

struct OpeningRecipe {
  std::string game;
  const roster::Game* start = nullptr;
  std::string source = "random:plies=8";  // where candidates come from: an opening spec
  std::uint64_t count = 50;
  std::uint64_t candidates = 100'000;  // the most to try
  std::uint64_t seed = 1;
  int threads = 1;

  std::string solver;  // the judge: a solver's name, or
  std::string player;  // a player's spec, with
  std::uint64_t nodes = 1000;
  double score = 0;  // 0: it does not look
  int games = 8;     // 0: it does not play
  double margin = 0.2;
};

struct MadeOpening {
  std::vector<std::string> moves;
  double points = 0.5;               // the first side's share in the games of the judge
  std::optional<double> score = {};  // what the judge says at last, as the first side sees it
};

struct MadeOpenings {
  std::vector<MadeOpening> openings;
  std::uint64_t candidates = 0;  // tried
  std::uint64_t copies = 0;      // of them left out because their position was there before
};

// Called after each round of candidates.
using MakeProgress = std::function<void(const MadeOpenings&)>;

// Fewer than asked for when the candidates run out or `stop` says so. A source with an end is not asked twice.
Expected<MadeOpenings> make_openings(const OpeningRecipe& recipe, const roster::Registry& registry,
                                     const StopToken& stop, const MakeProgress& progress);

// The set as a file, with the start position and how it was made.
std::string to_file(const MadeOpenings& made, const OpeningRecipe& recipe);

}  // namespace tengen::arena

#pragma once
// Ways to look for better numbers. All of them see the same thing: they propose points, games tell how good those are.
//
//     Method ── propose ──▶ Trials: plays the games of each trial, or finds them in the log of an earlier run
//        ▲                    │
//        └───── Measure ◀─────┘
//
// A method is a pure function of its settings, its seed and the measures it was told. So the log of all measures is its
// whole state: a run that was killed begins again, is told the same and stands where it stood.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "learn/tune/parameter.hpp"

namespace tengen::learn::tune {

// A point to be measured by so many games: against the opponents of the run, or against a rival point.
struct Trial {
  std::uint64_t generation = 0;
  std::uint64_t individual = 0;  // decides, with the generation, the chances in its games
  Point point;
  std::optional<Point> rival;
  std::uint64_t games = 0;
};

// What the games of a trial said.
struct Measure {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  double sum = 0;      // of the fitness of its games
  double squares = 0;  // of the same, squared: for the standard error

  std::uint64_t games() const { return wins + draws + losses; }
  double mean() const { return games() == 0 ? 0 : sum / static_cast<double>(games()); }
  double standard_error() const {
    const auto n = static_cast<double>(games());
    return n < 2 ? 0 : std::sqrt(std::max(0.0, (squares - sum * sum / n) / (n - 1)) / n);
  }
  Measure& operator+=(const Measure& o) {
    wins += o.wins;
    draws += o.draws;
    losses += o.losses;
    sum += o.sum;
    squares += o.squares;
    return *this;
  }
  bool operator==(const Measure&) const = default;
};

// Thrown by Trials and meant for whoever runs a method: a library's algorithm lies between the two.
struct Stopped {};

class Trials {
 public:
  virtual ~Trials() = default;
  // Measures in the order of the trials; what they have in common is played together, on all threads.
  virtual std::vector<Measure> measure(std::span<const Trial> trials) = 0;
};

// Where a method stands after a generation.
struct Standing {
  Point best;          // its answer, if it ended now
  double fitness = 0;  // the mean of that, as far as games have told
  double error = 0;    // its standard error
  double spread = 0;   // the standard deviation of the fitness over the generation's points
  double mean = 0;     // and its mean
};

class Method {
 public:
  virtual ~Method() = default;
  // The games that the next generation takes.
  virtual std::uint64_t next_games() const = 0;
  virtual Standing next_generation(Trials& trials) = 0;
};

// What all methods need to know.
struct Search {
  std::vector<Parameter> parameters;
  std::uint64_t seed = 1;
  std::uint64_t games = 0;  // the budget of the whole run
  std::uint64_t games_per_trial = 50;
  double game_worth = 1;  // the most that one game can add to, or take from, the fitness
};

// --- The paper's genetic algorithm (Chen et al. 2021) ---
// The best `survivors` stay; the others are mutated from the best: each number times U(1 − r, 1 + r), r its step (or
// plus U(−step, step) where the step is an amount). All play again in every generation, and an individual's fitness is
// the mean over all games that it has ever played.
struct GeneticOptions {
  std::uint64_t population = 5;
  std::uint64_t survivors = 2;
};
std::unique_ptr<Method> make_genetic(Search search, const GeneticOptions& options);

// --- What optimisers use today, by pagmo2; they work in steps from the start ---
enum class PagmoKind : std::uint8_t { cmaes, de, sade, pso };
struct PagmoOptions {
  PagmoKind kind = PagmoKind::cmaes;
  std::uint64_t population = 0;  // 0: by the number of parameters
  double spread = 2;             // how far the first generation goes, in steps
  double reach = 25;             // how far the search may ever go, in steps
};
// Fails where pagmo cannot be loaded.
Expected<std::unique_ptr<Method>> make_pagmo(const Search& search, const PagmoOptions& options);

// --- Simultaneous perturbation stochastic approximation, as engine developers use it ---
// Each iteration moves all numbers by ±c at once, and towards whichever side did better. With N pairs of games in all:
//
//     c_k = c_end · (N / k)^gamma           A = stability · N
//     r_k = a_k / c_k²,   a_k = r_end · c_end² · ((A + N) / (A + k))^alpha
//     number += r_k · c_k · delta · (points of plus − points of minus)
//
// In a duel plus and minus play each other; otherwise each plays the same games against the opponents.
struct SpsaOptions {
  std::uint64_t pairs = 4;  // in one iteration; k grows by as many
  bool duel = true;
  double c_end = 1;  // in steps
  double r_end = 0.02;
  std::map<std::string, double> c_ends, r_ends;  // of single parameters
  double alpha = 0.602;
  double gamma = 0.101;
  double stability = 0.1;
};
std::unique_ptr<Method> make_spsa(Search search, const SpsaOptions& options);

}  // namespace tengen::learn::tune

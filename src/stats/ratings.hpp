#pragma once
// Ratings of many players from all their games at once.
//
// The model is Davidson's extension of Bradley and Terry's to draws, with an advantage for moving first. For a game in
// which i moves first against j, with x = strength_i - strength_j + advantage:
//
//     i wins : draw : j wins  =  e^(x/2) : nu : e^(-x/2)
//
// Its likelihood has a single peak. A weak prior (every parameter normal around 0 with a deviation of
// `prior_elo`) keeps the peak finite whatever the results; it weighs as much as a small part of one game.
//
// Strengths become Elo by 400 / ln 10 and the factor 2 / (2 + nu): as in BayesElo, a small difference of ratings then
// predicts the score that the usual Elo formula does, also where most games are drawn.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stats/crosstable.hpp"
#include "stats/standing.hpp"

namespace tengen::stats {

struct Rating {
  double elo = 0;  // always finite; for standings other than `known` merely a plausible place in the list
  std::optional<double> low, high;  // 95%; absent where the results set no such end
  Standing standing = Standing::known;
  double points = 0;  // over all games, copies included
  std::uint64_t games = 0;
};

struct RatingList {
  std::vector<Rating> players;      // by player index; the mean of the core is 0
  Estimate first_move_elo;          // what moving first is worth; absent where colours were never swapped
  Estimate draw_rate;               // between equals when nobody has the move: nu / (2 + nu)
  std::vector<double> superiority;  // row-major n × n: how sure we are that the row's player is better
  std::uint64_t distinct_units = 0;

  double is_better(int a, int b) const {
    return superiority[static_cast<std::size_t>(a) * players.size() + static_cast<std::size_t>(b)];
  }
};

struct RatingOptions {
  double prior_elo = 1500;
  int resamples = 300;  // 0: no intervals, and a superiority matrix that knows nothing
  std::uint64_t seed = 1;
};

// Rates players 0 … n - 1. Intervals come from a bootstrap over units: each resample gives every unit a random weight
// (Rubin's Bayesian bootstrap, so whole classes of equal results are drawn at once). A resample also grants each player
// half a game won and half a game lost, and as much to either seat, so that shut-outs still get a bound.
// Copies of a unit count once. Same input and seed, same output.
RatingList rate_players(int n, std::span<const Pairing> pairings, const RatingOptions& options = {});

// "+35 [+10, +60]", "at least +210: never lost a point to the others", …
std::string in_words(const Rating& rating);

}  // namespace tengen::stats

#pragma once
// Ratings of many players from all their games at once.
//
// The model is Davidson's extension of Bradley and Terry's to draws, with an advantage for moving first. For a game in
// which i moves first against j, with x = strength_i - strength_j + advantage:
//
//     i wins : draw : j wins  =  e^(x/2) : nu : e^(-x/2)
//
// Its likelihood has a single peak. A weak prior (every parameter normal around 0 with a deviation of
// `prior_elo`) keeps the peak finite whatever the results; it weighs as much as a small part of one game. Besides, each
// player is granted half a game won and half a game lost against those it met, and either seat as much: without them a
// player that won all its games from one seat only would get its rating, and the seat its worth, from the prior alone.
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
  std::optional<double> low, high;  // 95%, around elo; absent where the results set no such end
  // Where there is no core (see Standing) there is no scale for the two ends either. A player that won every game then
  // leads the mean of its opponents by at least this (95%), one that lost every game trails them by at least as much.
  std::optional<double> lead;
  Standing standing = Standing::known;
  double points = 0;  // over all games, copies included
  std::uint64_t games = 0;
};

struct RatingList {
  std::vector<Rating> players;      // by player index; the mean of the core is 0, that of all where there is no core
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
  double imagined_games = 0.5;  // won, and as many lost, that each player and each seat is granted
};

// Rates players 0 … n - 1. Intervals come from a bootstrap over units: each resample gives every unit a random weight
// (Rubin's Bayesian bootstrap, so whole classes of equal results are drawn at once). The imagined games are part of the
// estimate and of every resample alike, so that an interval lies around its estimate and shut-outs still get a bound.
// Copies of a unit count once. Same input and seed, same output.
RatingList rate_players(int n, std::span<const Pairing> pairings, const RatingOptions& options = {});

// "+35 [+10, +60]", "at least +210: the others never scored against it", "at most -165 against opponents: …", …
std::string in_words(const Rating& rating);

}  // namespace tengen::stats

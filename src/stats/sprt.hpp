#pragma once
// The sequential probability ratio test over pairs: is A nearer to elo0 or to elo1? Asked after every pair, it stops
// as soon as the answer is wrong with at most the chance that was agreed on.
//
// The log-likelihood ratio is the generalised one of Van den Bergh (as on fishtest and in fastchess): among all
// distributions of pair results that have the Elo of a hypothesis, the one that explains the pairs best speaks for it.

#include <string>

#include "core/expected.hpp"
#include "stats/score.hpp"

namespace tengen::stats {

// What elo0 and elo1 mean: the usual Elo of the score, or normalised Elo (see score.hpp).
enum class EloModel : std::uint8_t { logistic, normalised };

struct SprtTest {
  double elo0 = 0;      // H0: A is this much better than B
  double elo1 = 5;      // H1: or this much, more than elo0
  double alpha = 0.05;  // the chance of accepting H1 when H0 is true
  double beta = 0.05;   // the chance of accepting H0 when H1 is true
  EloModel model = EloModel::logistic;
};

// Beyond this a hypothesis says "always wins", which no number of games can bear out.
inline constexpr double max_sprt_elo = 2000;

// The test itself, or what is wrong with it (elo0 >= elo1, chances outside 0 … 1 or adding up to 1 and more).
Expected<SprtTest> checked(const SprtTest& test);

enum class SprtState : std::uint8_t { running, h0_accepted, h1_accepted };

struct SprtResult {
  double llr = 0;
  Interval bounds;  // H0 is accepted at the low one, H1 at the high one
  SprtState state = SprtState::running;
};

// Log-likelihood ratio of H1 against H0; always finite, 0 without games. Copies count once: the ratio is scaled by the
// share of units that are distinct. Games without a partner count by themselves, so a running match should hand in
// finished pairs only: quick games finish first and need not be typical.
double log_likelihood_ratio(const MatchCounts& counts, const SprtTest& test);

// Where the test stands. `test` must be a checked one.
SprtResult sprt(const MatchCounts& counts, const SprtTest& test);

// "LLR 1.24 in (-2.94, 2.94): open between 0 and 5 Elo, 42% of the way to H1".
std::string in_words(const SprtResult& result, const SprtTest& test);

}  // namespace tengen::stats

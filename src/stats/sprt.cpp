#include "stats/sprt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/likeliest.hpp"

namespace tengen::stats {

namespace {

// The ratio for units of one kind: five results of pairs, three of single games.
template <std::size_t n>
double ratio_of(const std::array<std::uint64_t, n>& counts, const SprtTest& test) {
  if (std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == 0) return 0;
  const Seen<n> seen(counts);
  const auto explained_by = [&](double elo) {
    return test.model == EloModel::logistic ? with_mean(seen.shares, score_at(elo))
                                            : with_normalised_elo(seen.shares, elo);
  };
  return log_ratio(seen, explained_by(test.elo1), explained_by(test.elo0));
}

}  // namespace

Expected<SprtTest> checked(const SprtTest& test) {
  if (!(std::abs(test.elo0) <= max_sprt_elo && std::abs(test.elo1) <= max_sprt_elo))
    return fail("the Elo of a hypothesis must lie between -{0} and {0}", max_sprt_elo);
  if (!(test.elo0 < test.elo1)) return fail("elo0 ({}) must be less than elo1 ({})", test.elo0, test.elo1);
  for (const double chance : {test.alpha, test.beta})
    if (!(chance > 0 && chance < 1)) return fail("alpha and beta must lie between 0 and 1, not be {}", chance);
  if (test.alpha + test.beta >= 1) return fail("alpha and beta must add up to less than 1");
  return test;
}

double log_likelihood_ratio(const MatchCounts& counts, const SprtTest& test) {
  const std::uint64_t units = counts.pair_count() + counts.single_count();
  if (units == 0) return 0;
  const double fresh = std::min(1.0, static_cast<double>(counts.distinct_units) / static_cast<double>(units));
  return fresh * (ratio_of(counts.pairs, test) + ratio_of(counts.singles, test));
}

SprtResult sprt(const MatchCounts& counts, const SprtTest& test) {
  SprtResult result;
  result.llr = log_likelihood_ratio(counts, test);
  result.bounds = {std::log(test.beta / (1 - test.alpha)), std::log((1 - test.beta) / test.alpha)};
  if (result.llr >= result.bounds.high) result.state = SprtState::h1_accepted;
  if (result.llr <= result.bounds.low) result.state = SprtState::h0_accepted;
  return result;
}

std::string in_words(const SprtResult& result, const SprtTest& test) {
  const std::string_view unit = test.model == EloModel::logistic ? "Elo" : "normalised Elo";
  const bool up = result.llr >= 0;
  const std::string llr =
      fmt::format("LLR {:.2f} in ({:.2f}, {:.2f})", result.llr, result.bounds.low, result.bounds.high);
  if (result.state == SprtState::running)
    return fmt::format("{}: open between {:g} and {:g} {}, {:.0f}% of the way to H{}", llr, test.elo0, test.elo1, unit,
                       100 * result.llr / (up ? result.bounds.high : result.bounds.low), up ? 1 : 0);
  const bool h1 = result.state == SprtState::h1_accepted;
  return fmt::format("{}: H{} accepted, {:g} {} rather than {:g}", llr, h1 ? 1 : 0, h1 ? test.elo1 : test.elo0, unit,
                     h1 ? test.elo0 : test.elo1);
}

}  // namespace tengen::stats

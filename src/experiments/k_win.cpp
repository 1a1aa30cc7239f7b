// The UCT paper's table in 3.3: looking k threats ahead before each search helps at k = 1 and hurts beyond. The paper
// gives two reasons and tests neither: the look takes time from the search, and it plays lost positions too honestly.
// Here each is taken away by itself: equal simulations instead of equal time, and no defence beyond fours.

#include <fmt/format.h>

#include "experiments/connect4_field.hpp"
#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"

namespace tengen {

namespace {

constexpr std::array<double, 4> printed = {92, 95, 85, 75};
constexpr std::uint64_t printed_games = 100;

struct Setup {
  const char* name;
  std::string store;
  std::string settings;
};

}  // namespace

Findings run_k_win(Lab& lab) {
  const bool quick = lab.plan().quick;
  const std::uint64_t games = lab.games(64, 16);
  const int simulations = quick ? 3000 : 10'000;
  const double time = quick ? 0.01 : 0.05;
  const std::array<Setup, 3> setups = {{
      {"equal time", "time", fmt::format("time={}", time)},
      {"equal simulations", "simulations", fmt::format("simulations={}", simulations)},
      {"equal simulations, no defence beyond fours", "no-defence",
       fmt::format("simulations={},defence=off", simulations)},
  }};
  Chart chart{"Wins over the field against k", "k", "wins, percent", {}, false, false, {}};
  std::array<std::array<FieldResult, 4>, 3> results;
  std::vector<Finding> findings;
  Table by_opponent{"Wins against each opponent, at equal time", {"opponent", "k = 0", "k = 1", "k = 2", "k = 3"}, {}};
  for (std::size_t s = 0; s < setups.size(); ++s) {
    Series series{setups[s].name, {}, true, false};
    for (std::size_t k = 0; k < 4; ++k) {
      // Without a look ahead there is nothing to defend against: one row serves both.
      const std::size_t store = s == 2 && k == 0 ? 1 : s;
      auto result = play_field(lab, fmt::format("k-win-{}-k{}", setups[store].store, k),
                               fmt::format("connect4/uct:k={},{}", k, setups[store].settings), games);
      if (!result) return tl::unexpected(result.error());
      const stats::Estimate& wins = result->wins;
      series.points.push_back({static_cast<double>(k), 100 * wins.value.value_or(0),
                               wins.low ? std::optional(100 * *wins.low) : std::nullopt,
                               wins.high ? std::optional(100 * *wins.high) : std::nullopt});
      findings.push_back({fmt::format("k = {}, {}", k, setups[s].name),
                          s == 0 ? fmt::format("{:.0f}%", printed[k]) : "–", percent(wins), result->games,
                          result->distinct, Agreement::not_comparable, "another field of opponents"});
      results[s][k] = std::move(*result);
    }
    chart.series.push_back(std::move(series));
  }
  chart.series.push_back({"paper", {}, true, true});
  for (std::size_t k = 0; k < 4; ++k)
    chart.series.back().points.push_back({static_cast<double>(k), printed[k], {}, {}});
  for (std::size_t o = 0; o < results[0][0].by_opponent.size(); ++o) {
    std::vector<std::string> row = {results[0][0].by_opponent[o].first};
    for (const FieldResult& result : results[0]) row.push_back(percent(result.by_opponent[o].second));
    by_opponent.rows.push_back(std::move(row));
  }

  // What can be compared is the fall from k = 1 to k = 3, and what becomes of it when a reason is taken away.
  std::vector<Finding> falls;
  for (std::size_t s = 0; s < setups.size(); ++s) {
    const stats::Estimate fall = difference_of(results[s][1].wins, results[s][3].wins);
    const bool falls_off = fall.low && *fall.low > 0;
    falls.push_back({fmt::format("wins lost from k = 1 to k = 3, {}", setups[s].name), s == 0 ? "20 points" : "–",
                     points(fall), results[s][1].games + results[s][3].games,
                     results[s][1].distinct + results[s][3].distinct,
                     s > 0       ? Agreement::not_comparable
                     : falls_off ? Agreement::agrees
                                 : Agreement::differs,
                     falls_off ? "a fall is seen" : "no fall beyond chance is seen"});
  }
  const auto words = [&](std::size_t s, const char* reason) {
    const stats::Estimate fall = difference_of(results[s][1].wins, results[s][3].wins);
    if (!fall.low || !fall.high) return fmt::format("{} cannot be judged from so few games.", reason);
    if (*fall.low > 0) return fmt::format("Also without it there is a fall, so {} is not the whole reason.", reason);
    return fmt::format("Without it no fall is seen (at most {:.0f} points).", 100 * *fall.high);
  };
  return std::vector<Block>{
      Words{
          fmt::format("UCT with c = 0.7 that first looks for wins of at most k threats, against a fixed field on four "
                      "boards with a blocked cell. At equal time a move has {} s; at equal simulations it has {} "
                      "roll-outs whatever the look ahead costs. The field: {}.",
                      time, simulations, field_in_words())},
      table_of("", findings, lab.plan().seed),
      chart,
      table_of("The two explanations", falls, lab.plan().seed),
      Words{fmt::format("Time taken from the search: {} Lost positions played too honestly: {}", words(1, "time"),
                        words(2, "honest defence"))},
      by_opponent};
}

}  // namespace tengen

// The UCT paper's result in section 4: the final version (k = 1) against the first one (k = 0) over the same field.

#include <fmt/format.h>

#include "experiments/connect4_field.hpp"
#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"

namespace tengen::experiments {

Findings run_uct(Lab& lab) {
  const bool quick = lab.plan().quick;
  const double time = quick ? 0.02 : 0.1;
  const std::uint64_t games = lab.games(64, 16);
  constexpr std::array<double, 2> printed = {90, 96};
  std::array<FieldResult, 2> results;
  std::vector<Finding> findings;
  const auto spec = [&](int k) { return fmt::format("connect4/uct:c=0.7,k={},time={}", k, time); };
  for (const int k : {0, 1}) {
    const auto at = static_cast<std::size_t>(k);
    auto result = play_field(lab, fmt::format("uct-k{}", k), spec(k), games);
    if (!result) return result.error();
    results[at] = std::move(*result);
    findings.push_back({fmt::format("k = {}, wins over the field", k), fmt::format("{:.0f}%", printed[at]),
                        percent(results[at].wins), results[at].games, results[at].distinct, Agreement::not_comparable,
                        "another field of opponents, on another processor"});
  }
  const stats::Estimate gain = stats::difference_of(results[1].wins, results[0].wins);
  const bool holds = gain.low && *gain.low <= 0.06 && gain.high && *gain.high >= 0.06;
  findings.push_back({"what k = 1 gains over the field", "6 points", points(gain), results[0].games + results[1].games,
                      results[0].distinct + results[1].distinct, holds ? Agreement::agrees : Agreement::differs, ""});
  const std::uint64_t duel_games = lab.games(40, 10);
  const auto duel = lab.match(
      {"uct-duel", "connect4", "rows=10 columns=11 blocked=d4", spec(1), spec(0), duel_games, "random:plies=2", {}});
  if (!duel) return duel.error();
  const stats::Estimate score = stats::score_estimate(duel->pairing.counts());
  findings.push_back({"k = 1 against k = 0, points", "–", percent(score), duel_games, duel->distinct,
                      Agreement::not_comparable, "not in the paper"});
  return std::vector<document::Block>{
      document::Words{
          fmt::format("UCT with c = 0.7 and the tree kept between moves, {} s a move; the paper had 2 s and a slower "
                      "program. Players keep time, so another run plays other games. The field: {}.",
                      time, field_in_words())},
      table_of("", findings, lab.plan().seed)};
}

}  // namespace tengen::experiments

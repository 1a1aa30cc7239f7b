// The Othello paper's section 4.2: minimax and alpha-beta, six plies deep with the same evaluation, against a random
// mover; and the nodes that each of them looks at.

#include <fmt/format.h>

#include <cmath>

#include "document/chart_svg.hpp"
#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"
#include "experiments/thinking.hpp"

namespace tengen::experiments {

namespace {

constexpr std::uint64_t printed_games = 100;

struct Searcher {
  const char* name;
  const char* spec;
  double printed_rate;
  double printed_nodes;
};
constexpr std::array<Searcher, 2> searchers = {
    {{"minimax", "othello/minimax", 0.92, 5'328'243}, {"alpha-beta", "othello/alphabeta", 0.92, 2'939'082}}};

stats::Estimate wins_of(const stats::Pairing& pairing) {
  const auto first = pairing.games_of_a(Side::first), second = pairing.games_of_a(Side::second);
  return share_of(first.wins + second.wins, first.games() + second.games(),
                  pairing.distinct_games[0] + pairing.distinct_games[1]);
}

}  // namespace

Findings run_search_othello(Lab& lab) {
  std::vector<Finding> findings;
  for (const Searcher& s : searchers) {
    // Plain minimax takes seconds a game, pruned search milliseconds.
    const bool plain = &s == &searchers[0];
    const std::uint64_t games = plain ? lab.games(100, 6) : lab.games(1000, 100);
    const auto result = lab.match({fmt::format("search-othello-{}", s.name),
                                   "othello",
                                   "",
                                   fmt::format("{}:depth=6", s.spec),
                                   "random",
                                   games,
                                   "none",
                                   {}});
    if (!result) return result.error();
    const stats::Estimate rate = wins_of(result->pairing);
    findings.push_back({fmt::format("{} at depth 6 against random, wins", s.name),
                        fmt::format("{:.0f}%", 100 * s.printed_rate), percent(rate), games, result->distinct,
                        compare_shares(rate, s.printed_rate, printed_games), ""});
    if (findings.back().verdict == Agreement::differs)
      findings.back().why = "the paper gives the order of its six weights, not the weights; ours are our own";
  }

  document::Chart chart{"Nodes a move against depth", "depth in plies", "nodes a move", {}, false, true, {}};
  const auto positions = make_positions(lab, {"othello", "", "random", 20, lab.plan().quick ? 6 : 20});
  if (!positions) return positions.error();
  std::array<double, 2> at_six{};
  for (std::size_t i = 0; i < searchers.size(); ++i) {
    document::Series series{searchers[i].name, {}, true, false};
    for (int depth = 1; depth <= 6; ++depth) {
      std::vector<double> nodes;
      for (const auto& game : *positions) {
        lab.show(fmt::format("{} depth {}", searchers[i].name, depth), nodes.size(), positions->size());
        const auto player = lab.registry().make_player(fmt::format("{}:depth={}", searchers[i].spec, depth), *game);
        if (!player) return player.error();
        (*player)->begin(*game, lab.plan().seed, lab.stop());
        const auto thought = think(**player, *game, lab.stop());
        if (!thought) return thought.error();
        nodes.push_back(static_cast<double>(thought->nodes));
      }
      const stats::Estimate mean = mean_of(nodes);
      series.points.push_back({static_cast<double>(depth), *mean.value, mean.low, mean.high});
      if (depth == 6) at_six[i] = *mean.value;
    }
    chart.series.push_back(std::move(series));
  }
  const double printed_ratio = searchers[1].printed_nodes / searchers[0].printed_nodes, ratio = at_six[1] / at_six[0];
  const bool near = std::abs(ratio - printed_ratio) < 0.05;
  findings.push_back(
      {fmt::format("nodes of alpha-beta as a share of minimax's, depth 6, {} positions", positions->size()),
       fmt::format("{:.0f}%", 100 * printed_ratio), fmt::format("{:.1f}%", 100 * ratio), 0, 0,
       near ? Agreement::agrees : Agreement::differs,
       near ? "" : "ours orders moves before it prunes; what print adds up its nodes over is not said"});
  return std::vector<document::Block>{
      document::Words{
          "Both searches have the same evaluation and return the same values; only the number of nodes differs. The "
          "paper played 100 games with each against a random mover."},
      table_of("", findings, lab.plan().seed), chart,
      document::Words{fmt::format("At depth 6 minimax looks at {} nodes a move and alpha-beta at {}.",
                                  document::readable_number(at_six[0]), document::readable_number(at_six[1]))}};
}

}  // namespace tengen::experiments

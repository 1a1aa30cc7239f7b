// Section 3 of the pattern paper: what a move costs at depth 2, 3 and 4, with pruning and without.

#include <fmt/format.h>

#include <cmath>

#include "document/chart_svg.hpp"
#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"
#include "experiments/thinking.hpp"

namespace tengen::experiments {

namespace {

// Milliseconds. In print the two rows are swapped: the text says that pruning saved 44% and 42%.
struct Printed {
  int depth;
  double minimax;
  double alpha_beta;
};
constexpr std::array<Printed, 3> printed = {{{2, 210, 210}, {3, 7157, 3972}, {4, 237'147, 136'721}}};

struct Cost {
  stats::Estimate nodes;
  double seconds = 0;  // a move
};

Expected<Cost> measure(Lab& lab, const std::string& spec, const std::vector<std::unique_ptr<roster::Game>>& positions) {
  std::vector<double> nodes;
  Cost cost;
  for (const auto& game : positions) {
    lab.show(spec, nodes.size(), positions.size());
    const auto player = lab.registry().make_player(spec, *game);
    if (!player) return player.error();
    (*player)->begin(*game, lab.plan().seed, lab.stop());
    const auto thought = think(**player, *game, lab.stop());
    if (!thought) return thought.error();
    nodes.push_back(static_cast<double>(thought->nodes));
    cost.seconds += cpu_seconds(*thought) / static_cast<double>(positions.size());
  }
  cost.nodes = mean_of(nodes);
  return cost;
}

document::ChartPoint point(int depth, const stats::Estimate& nodes) {
  return {static_cast<double>(depth), nodes.value.value_or(0), nodes.low, nodes.high};
}

}  // namespace

Findings run_minimax_cost(Lab& lab) {
  const auto positions = make_positions(lab, {"gomoku", "", "ladder/ai4", 6, lab.plan().quick ? 1 : 4});
  if (!positions) return positions.error();
  document::Table costs{"Means over the same positions, CPU time of one core",
                        {"depth", "minimax, nodes", "alpha-beta, nodes", "minimax, ms", "alpha-beta, ms", "paper, ms"},
                        {}};
  document::Chart chart{"Nodes a move against depth",
                        "depth in plies",
                        "nodes a move",
                        {{"minimax", {}, true, false}, {"alpha-beta", {}, true, false}},
                        false,
                        true,
                        {}};
  std::vector<Finding> findings;
  for (const Printed& paper : printed) {
    const auto plain = measure(lab, fmt::format("pattern/minimax:depth={}", paper.depth), *positions);
    if (!plain) return plain.error();
    const auto pruned = measure(lab, fmt::format("pattern/alphabeta:depth={}", paper.depth), *positions);
    if (!pruned) return pruned.error();
    costs.rows.push_back({fmt::format("{}", paper.depth), document::readable_number(*plain->nodes.value),
                          document::readable_number(*pruned->nodes.value),
                          document::readable_number(1e3 * plain->seconds),
                          document::readable_number(1e3 * pruned->seconds),
                          fmt::format("{:.0f} and {:.0f}", paper.minimax, paper.alpha_beta)});
    chart.series[0].points.push_back(point(paper.depth, plain->nodes));
    chart.series[1].points.push_back(point(paper.depth, pruned->nodes));
    const double saved = 1 - *pruned->nodes.value / *plain->nodes.value;
    const double printed_saving = 1 - paper.alpha_beta / paper.minimax;
    const bool near = std::abs(saved - printed_saving) < 0.05;
    findings.push_back(
        {fmt::format("saved by pruning at depth {}", paper.depth),
         fmt::format("{:.0f}% of the time", 100 * printed_saving),
         fmt::format("{:.1f}% of the nodes, {:.1f}% of the time", 100 * saved,
                     100 * (1 - pruned->seconds / plain->seconds)),
         0, 0, near ? Agreement::agrees : Agreement::differs,
         near ? "" : "our moves are ordered by what they are worth, so most cuts come at the first move"});
  }
  return std::vector<document::Block>{
      document::Words{
          fmt::format("A move with and without pruning from {} position{} after six plies of AI4 against itself. Both "
                      "players have the same evaluation and move order and return the same values. The paper does not "
                      "say from which positions it measured; its times are of a debug build.",
                      positions->size(), positions->size() == 1 ? "" : "s")},
      table_of("", findings, lab.plan().seed), costs, chart};
}

}  // namespace tengen::experiments

// The ladder's table 1 and its section 4: what a move costs against the size of the board. The paper derives orders; here
// times are measured, and the exponent of N is fitted to them.

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>

#include "document/chart_svg.hpp"
#include "engines/gomoku/windows.hpp"
#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"
#include "experiments/thinking.hpp"

namespace tengen::experiments {

namespace {

struct Measured {
  const char* name;
  const char* spec;
  std::optional<int> exponent;  // of N in the paper's order of time
  double most_seconds;          // that the paper allows a move
};
constexpr std::array<Measured, 10> players = {{{"AI2", "ladder/ai2", 2, 0.5},
                                               {"AI4", "ladder/ai4", 4, 0.5},
                                               {"AI5", "ladder/ai5", 2, 0.5},
                                               {"AI6", "ladder/ai6", 4, 0.5},
                                               {"AI7", "ladder/ai7", 4, 0.5},
                                               {"AI8", "ladder/ai8", 4, 0.5},
                                               {"AI10", "ladder/ai10", 2, 60},
                                               {"AI11", "ladder/ai11", std::nullopt, 10},
                                               {"AI12", "ladder/ai12", std::nullopt, 8},
                                               {"AI13", "ladder/ai13", std::nullopt, 8}}};
constexpr double gigabyte = 1 << 30;

std::size_t bytes_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

struct Cost {
  std::vector<document::ChartPoint> by_size;  // N, seconds a move
  double most_seconds = 0;                    // on the usual board
  double bytes = 0;                           // on the usual board
};

// Seconds of one move; short ones are repeated until the clock can tell.
Expected<double> seconds_of(roster::Player& player, const roster::Game& game, const StopToken& stop) {
  double total = 0;
  int times = 0;
  do {
    const auto thought = think(player, game, stop);
    if (!thought) return thought.error();
    total += cpu_seconds(*thought);
    ++times;
  } while (total < 2e-3 && times < 1000);
  return total / times;
}

std::vector<std::pair<double, double>> pairs_of(const std::vector<document::ChartPoint>& points) {
  std::vector<std::pair<double, double>> pairs;
  for (const document::ChartPoint& p : points) pairs.emplace_back(p.x, p.y);
  return pairs;
}

Expected<Cost> measure(Lab& lab, const Measured& player, const std::vector<int>& sizes) {
  Cost cost;
  const int count = lab.plan().quick ? 2 : 6;
  for (const int size : sizes) {
    lab.show(fmt::format("{} on {}×{}", player.name, size, size), cost.by_size.size(), sizes.size());
    std::vector<double> seconds;
    for (const int plies : {8, 16, 24}) {
      auto positions = make_positions(lab, {"gomoku", fmt::format("size={}", size), "ladder/ai4", plies, count});
      if (!positions) return positions.error();
      const std::size_t before = bytes_in_use();
      const auto made = lab.registry().make_player(player.spec, *positions->front());
      if (!made) return made.error();
      for (const auto& game : *positions) {
        (*made)->begin(*game, lab.plan().seed, lab.stop());
        const auto one = seconds_of(**made, *game, lab.stop());
        if (!one) return one.error();
        seconds.push_back(*one);
      }
      if (size != 15) continue;
      cost.bytes = std::max(cost.bytes, static_cast<double>(bytes_in_use()) - static_cast<double>(before));
      cost.most_seconds = std::max(cost.most_seconds, *std::ranges::max_element(seconds));
    }
    const stats::Estimate mean = mean_of(seconds);
    cost.by_size.push_back({static_cast<double>(size), *mean.value, mean.low, mean.high});
  }
  return cost;
}

// O(N^e) is a bound from above, and means N² for the windows of five: over these sizes their number grows faster, since
// none lies across the edge.
Finding exponent_finding(const Measured& player, const stats::Estimate& exponent, double of_windows) {
  Finding finding{fmt::format("{}: exponent of N in time", player.name),
                  player.exponent ? fmt::format("{}", *player.exponent) : "–",
                  fmt::format("{:.2f} [{:.2f}, {:.2f}]", *exponent.value, *exponent.low, *exponent.high),
                  0,
                  0,
                  Agreement::not_comparable,
                  "the paper gives none"};
  if (!player.exponent) return finding;
  const double bound = *player.exponent * of_windows / 2;
  finding.verdict = *exponent.low <= bound ? Agreement::agrees : Agreement::differs;
  finding.why = *exponent.high < *player.exponent
                    ? "within the bound; ours keeps sums up to date instead of adding anew"
                : *exponent.low > *player.exponent && *exponent.low <= bound
                    ? fmt::format("windows of five grow with N^{:.1f} over these sizes", of_windows)
                    : "";
  return finding;
}

}  // namespace

Findings run_cost(Lab& lab) {
  const std::vector<int> sizes = lab.plan().quick ? std::vector{9, 12, 15, 19} : std::vector{9, 11, 13, 15, 17, 19, 22};
  document::Chart chart{"CPU time a move against the board's size", "N", "seconds a move", {}, true, true, {}};
  std::vector<Finding> exponents, limits;
  std::vector<document::ChartPoint> windows;
  for (const int size : sizes)
    windows.push_back({static_cast<double>(size), static_cast<double>(engines::gomoku::windows_on(size)), {}, {}});
  for (const Measured& player : players) {
    const auto cost = measure(lab, player, sizes);
    if (!cost) return cost.error();
    exponents.push_back(
        exponent_finding(player, exponent_of(pairs_of(cost->by_size)), *exponent_of(pairs_of(windows)).value));
    chart.series.push_back({player.name, cost->by_size, true, false});
    const bool quick_enough = cost->most_seconds <= player.most_seconds, small_enough = cost->bytes < gigabyte;
    limits.push_back({fmt::format("{}: longest move on 15×15", player.name),
                      player.most_seconds == 60 ? "no limit" : fmt::format("within {} s", player.most_seconds),
                      fmt::format("{} ms", document::readable_number(1e3 * cost->most_seconds)), 0, 0,
                      quick_enough ? Agreement::agrees : Agreement::differs, ""});
    limits.push_back({fmt::format("{}: space", player.name), "under 1 GB",
                      fmt::format("{} MB", document::readable_number(cost->bytes / 1e6)), 0, 0,
                      small_enough ? Agreement::agrees : Agreement::differs, ""});
  }
  return std::vector<document::Block>{
      document::Words{
          "CPU time of one core for a move, the mean over positions after 8, 16 and 24 plies of AI4 against itself on "
          "boards of several sizes, and what the allocator handed out to the player on 15×15. The paper's orders are "
          "bounds: a smaller exponent keeps within them."},
      table_of("Exponents", exponents, lab.plan().seed), chart, table_of("Limits", limits, lab.plan().seed)};
}

}  // namespace tengen::experiments

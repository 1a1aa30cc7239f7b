#include "experiments/finding.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tengen::experiments {

namespace {

std::string words(Agreement verdict) {
  if (verdict == Agreement::agrees) return "agrees";
  return verdict == Agreement::differs ? "differs" : "cannot be compared";
}

}  // namespace

std::string percent(const stats::Estimate& share) {
  if (!share.value) return "–";
  if (!share.low || !share.high) return fmt::format("{:.1f}%", 100 * *share.value);
  return fmt::format("{:.1f}% [{:.1f}, {:.1f}]", 100 * *share.value, 100 * *share.low, 100 * *share.high);
}

std::string points(const stats::Estimate& difference) {
  if (!difference.value) return "–";
  if (!difference.low || !difference.high) return fmt::format("{:+.1f} points", 100 * *difference.value);
  return fmt::format("{:+.1f} points [{:+.1f}, {:+.1f}]", 100 * *difference.value, 100 * *difference.low,
                     100 * *difference.high);
}

Agreement compare_shares(const stats::Estimate& ours, double printed, std::optional<std::uint64_t> printed_games) {
  if (!ours.value) return Agreement::not_comparable;
  // Without an interval of ours every game was the same one: the paper must say the same.
  if (!ours.low || !ours.high) return std::abs(*ours.value - printed) < 0.01 ? Agreement::agrees : Agreement::differs;
  stats::Estimate theirs{printed, printed, printed};
  if (printed_games)
    theirs = share_of(static_cast<std::uint64_t>(std::llround(printed * static_cast<double>(*printed_games))),
                      *printed_games, *printed_games);
  const stats::Estimate difference = stats::difference_of(ours, theirs);
  return *difference.low <= 0 && *difference.high >= 0 ? Agreement::agrees : Agreement::differs;
}

document::Table table_of(const std::string& title, const std::vector<Finding>& findings, std::uint64_t seed) {
  document::Table table{title, {"what", "paper", "ours", "games", "distinct", "seed", "verdict"}, {}};
  for (const Finding& f : findings) {
    const auto count = [](std::uint64_t n) { return n > 0 ? fmt::format("{}", n) : std::string("–"); };
    table.rows.push_back({f.what, f.printed, f.ours, count(f.games), count(f.distinct), fmt::format("{}", seed),
                          f.why.empty() ? words(f.verdict) : fmt::format("{}: {}", words(f.verdict), f.why)});
  }
  return table;
}

}  // namespace tengen::experiments

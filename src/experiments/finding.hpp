#pragma once
// One figure of a paper beside ours.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "experiments/estimates.hpp"

namespace tengen::experiments {

enum class Agreement : std::uint8_t { agrees, differs, not_comparable };

struct Finding {
  std::string what;
  std::string printed;  // as the paper has it
  std::string ours;     // with its interval where there is one
  std::uint64_t games = 0;
  std::uint64_t distinct = 0;
  Agreement verdict = Agreement::not_comparable;
  std::string why;
};

// "48.1% [45.0, 51.2]"; without an interval where there is none.
std::string percent(const stats::Estimate& share);

// "+6.2 points [-1.0, +13.4]", for a difference of shares.
std::string points(const stats::Estimate& difference);

// Whether a printed share and ours can be the same: the 95% interval of their difference (Newcombe's) holds nought. A
// paper that does not say over how many games is taken at its word.
Agreement compare_shares(const stats::Estimate& ours, double printed, std::optional<std::uint64_t> printed_games);

document::Table table_of(const std::string& title, const std::vector<Finding>& findings, std::uint64_t seed);

}  // namespace tengen::experiments
